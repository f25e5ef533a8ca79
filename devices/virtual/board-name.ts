/** The names of virtual boards: `oven+checksum-ignored+sixth-shuffle`. */
import type { BoardKind, Defect } from './engine/board';
import { suggestName } from '../name-suggestion';

export interface ResolvedBoard {
  readonly kind: BoardKind;
  /** In the order of their names. */
  readonly defects: readonly Defect[];
}

/** Reads `KIND+defect+…`; errors call the boards `what`. Throws an Error of one line for an unknown name. */
export function resolveAmong(kinds: readonly BoardKind[], what: string, text: string): ResolvedBoard {
  const [name = '', ...switches] = text.split('+');
  const kind = pick(kinds, name, what, 'known are');
  const defects = switches.map(
    (word) => kind.findDefect?.(word) ?? pick(kind.defects, word, `defect of ${kind.name}`, 'some are'),
  );
  const twice = switches.find((word, i) => switches.indexOf(word) < i);
  if (twice !== undefined) throw new Error(`defect '${twice}' is named twice in '${text}'`);
  return { kind, defects };
}

const LISTED = 5;

function pick<T extends { readonly name: string }>(
  known: readonly T[],
  name: string,
  what: string,
  list: string,
): T {
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name);
  const near = suggestName(name, names);
  const hint =
    near === undefined
      ? `${list} ${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ', …' : ''}`
      : `did you mean ${near}?`;
  throw new Error(`no ${what} named '${name}': ${hint}`);
}
