/** How the firmware of a virtual board is made: from the suite's parameters, with the defects it is asked for. */
import type { Parameter, Parameters } from '../../../protocols/requirement';

/** The values of a board's parameters: those given, else the defaults of the page. */
export function parameterValues(parameters: readonly Parameter[], given: Parameters) {
  const text = (name: string): string | number =>
    given[name] ?? parameters.find((parameter) => parameter.name === name)?.default ?? '';
  return { text, number: (name: string): number => Number(text(name)) };
}

/** Builds defects into a firmware, one upon another. */
export function applyDefects<F extends object, C>(
  firmware: F,
  defects: readonly { readonly change: (sound: F, context: C) => Partial<F> }[],
  context: C,
): F {
  // One object throughout, so that a step that calls another calls the changed one.
  for (const defect of defects) Object.assign(firmware, defect.change({ ...firmware }, context));
  return firmware;
}
