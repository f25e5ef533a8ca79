/** Builds the firmware of a virtual board from the suite's parameters, with its defects. */
import type { Parameter, Parameters } from '../../../protocols/requirement';

/** The values of a board's parameters: the given ones, else the defaults of the page. */
export function parameterValues(parameters: readonly Parameter[], given: Parameters) {
  const text = (name: string): string | number =>
    given[name] ?? parameters.find((parameter) => parameter.name === name)?.default ?? '';
  return { text, number: (name: string): number => Number(text(name)) };
}

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
