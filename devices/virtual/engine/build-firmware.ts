/** Builds the firmware of a virtual board with its defects. */

/** Builds defects into a firmware, one after the other. */
export function applyDefects<F extends object, C>(
  firmware: F,
  defects: readonly { readonly change: (sound: F, context: C) => Partial<F> }[],
  context: C,
): F {
  // There is only one object, so that a step that calls another one calls the changed one.
  for (const defect of defects) Object.assign(firmware, defect.change({ ...firmware }, context));
  return firmware;
}
