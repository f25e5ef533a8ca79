/** The name of a message on a line: `Select`, `deck`, the text of a console. */
import type { BytesRecord } from '../../scenarios/record';
import { messageKind } from '../fault/frame-changes';
import { repeatsItsBytes } from './exchange-text';
import { printable } from './printable';

/** Characters. */
const MAX_NAME_LENGTH = 40;

/** What the sum of a frame means: no name. */
const SUM_MEANING = /^(?:right|wrong\b.*)$/;

/** The meaning of its kind field, else its text, else the first meaning of a field; empty if there is none. */
export function messageName({
  fields = [],
  reject,
  hex,
}: Pick<BytesRecord, 'fields' | 'reject' | 'hex'>): string {
  if (reject !== undefined) return '! not a frame';
  const meaningful = fields.find(({ meaning }) => meaning !== undefined && !SUM_MEANING.test(meaning));
  const words = fields.find((field) => field.length > 2 && !repeatsItsBytes(field, hex))?.value;
  const name = messageKind({ fields }) ?? words?.toString() ?? meaningful?.meaning?.split(':')[0];
  return name === undefined ? '' : shortened(stripEscapes(name));
}

/** Cut to its length; the bytes beside it show the rest. */
function shortened(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH).trimEnd()}…`;
}

/** Console text with each escape sequence replaced by a blank. */
function stripEscapes(text: string): string {
  return printable(text)
    .replaceAll(/\\x1B\[[\d;]*[A-Za-z]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
