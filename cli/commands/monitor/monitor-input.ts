/** A typed line of `wirejig monitor`: the bytes to send, or the modem line to drive. */
import { suggestName } from '../../../devices/name-suggestion';
import type { LineState } from '../../../devices/links/link';
import { UsageError } from '../../shared/usage-error';
import type { NamedMessage } from '../../../scenarios/dialect';

export type Action =
  | { readonly kind: 'send'; readonly bytes: Uint8Array }
  | { readonly kind: 'lines'; readonly state: LineState }
  | { readonly kind: 'break' | 'help' | 'quit' | 'nothing' };

const FORMS = ['hex', 'text', 'break', 'dtr', 'rts', 'help', 'quit'] as const;

/** The help: all that can be typed. */
export function helpLines(words: readonly NamedMessage[]): string[] {
  const shown = words.length > 24 ? [...words.slice(0, 2), ...words.slice(-1)] : words;
  const rows: readonly (readonly [string, string])[] = [
    ...shown.map(({ name, description }): readonly [string, string] => [name, description]),
    ['hex 01 ff fe', 'these bytes'],
    ['text hello\\r\\n', 'these characters; \\r \\n \\t \\\\ and \\x41 are bytes'],
    ['break', 'the line at break for 300 ms'],
    ['dtr on, rts off, …', 'a modem line'],
    ['quit', 'the end, as Ctrl-C'],
  ];
  const width = Math.max(...rows.map(([typed]) => typed.length));
  return rows.map(([typed, description]) => `  ${typed.padEnd(width)}  ${description}`);
}

/** The completions of the beginning of a line. */
export function completions(line: string, words: readonly NamedMessage[]): string[] {
  if (/^(dtr|rts) /.test(line)) return ['on', 'off'].map((state) => `${line.slice(0, 4)}${state}`);
  return [...words.map(({ name }) => name), ...FORMS].filter((name) => name.startsWith(line));
}

/** Throws {@link UsageError} of one line for an unknown line. */
export function parseAction(line: string, words: readonly NamedMessage[]): Action {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  const word = words.find(({ name }) => name === text);
  if (word !== undefined) return { kind: 'send', bytes: word.bytes };
  const [, form = '', rest = ''] = /^(\S+)\s?(.*)$/s.exec(line.trimStart()) ?? [];
  switch (form) {
    case 'hex':
      return { kind: 'send', bytes: parseHex(rest) };
    case 'text':
      return { kind: 'send', bytes: parseText(rest) };
    case 'break':
    case 'help':
    case 'quit':
      return { kind: form };
    case 'dtr':
    case 'rts':
      return { kind: 'lines', state: { [form]: parseSwitch(form, rest.trim()) } };
  }
  const near = suggestName(text, [...words.map(({ name }) => name), ...FORMS]);
  throw new UsageError(
    `no message '${text}': ${near === undefined ? 'help shows what there is' : `did you mean ${near}?`}`,
  );
}

function parseSwitch(line: string, state: string): boolean {
  if (state !== 'on' && state !== 'off') throw new UsageError(`${line} is on or off: give ${line} on`);
  return state === 'on';
}

function parseHex(text: string): Uint8Array {
  const digits = text.replaceAll(/0x|[\s,]/gi, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits))
    throw new UsageError(`'${text.trim()}' is no bytes: give pairs of hex digits, as in hex 01 ff fe`);
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

const ESCAPED: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '0': '\0', '\\': '\\' };

function parseText(text: string): Uint8Array {
  const parts = text.split(/(\\x[0-9a-f]{2}|\\.)/i).map((part) => {
    if (/^\\x[0-9a-f]{2}$/i.test(part)) return Buffer.from(part.slice(2), 'hex');
    const plain = part.startsWith('\\') ? ESCAPED[part.slice(1)] : part;
    if (plain === undefined)
      throw new UsageError(`'${part}' is no escape: give \\r \\n \\t \\0 \\\\ or \\x41`);
    return Buffer.from(plain, 'utf8');
  });
  const bytes = Uint8Array.from(Buffer.concat(parts));
  if (bytes.length === 0) throw new UsageError('nothing to send: give text hello');
  return bytes;
}
