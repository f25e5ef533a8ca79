/** A typed line of `wirejig monitor`: the bytes to send, or the modem line to drive. */
import { suggestName } from '../../../devices/name-suggestion';
import type { LineState } from '../../../devices/links/link';
import { UsageError } from '../../shared/usage-error';
import { EncodeError } from '../../../protocols/frame';
import type { Dialect, TypedMessages } from '../../../scenarios/dialect';

/** What a link can be sent; none without a suite. */
export type Vocabulary = Pick<Dialect, 'messages' | 'typed'>;

export type Action =
  | { readonly kind: 'send'; readonly bytes: Uint8Array }
  | { readonly kind: 'lines'; readonly state: LineState }
  | { readonly kind: 'break' | 'help' | 'quit' | 'nothing' };

const FORMS = ['hex', 'text', 'break', 'dtr', 'rts', 'help', 'quit'] as const;
const FRAME = 'frame';

export function helpLines({ messages, typed }: Vocabulary): string[] {
  const shown = messages.length > 24 ? [...messages.slice(0, 2), ...messages.slice(-1)] : messages;
  const rows: readonly (readonly [string, string])[] = [
    ...shown.map(({ name, description }): readonly [string, string] => [name, description]),
    ...[...(typed?.forms ?? [])].flatMap(([name, values]): (readonly [string, string])[] =>
      values === '' ? [] : [[`${name} …`, `with ${values}`]],
    ),
    ...(typed === undefined
      ? []
      : [[`${FRAME} 04 0a`, 'a frame of these bytes, with its checksum'] as const]),
    ['hex 01 ff fe', 'these bytes'],
    ['text hello\\r\\n', 'these characters; \\r \\n \\t \\\\ and \\x41 are bytes'],
    ['break', 'the line at break for 300 ms'],
    ['dtr on, rts off, …', 'a modem line'],
    ['quit', 'the end, as Ctrl-C'],
  ];
  const width = Math.max(...rows.map(([typed]) => typed.length));
  return rows.map(([typed, description]) => `  ${typed.padEnd(width)}  ${description}`);
}

export function completions(line: string, vocabulary: Vocabulary): string[] {
  if (/^(dtr|rts) /.test(line)) return ['on', 'off'].map((state) => `${line.slice(0, 4)}${state}`);
  return namesOf(vocabulary).filter((name) => name.startsWith(line));
}

function namesOf({ messages, typed }: Vocabulary): readonly string[] {
  const forms = typed === undefined ? [] : [...typed.forms.keys(), FRAME];
  return [...new Set([...messages.map(({ name }) => name), ...forms, ...FORMS])];
}

export function parseAction(line: string, vocabulary: Vocabulary): Action {
  const { messages, typed } = vocabulary;
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  const word = messages.find(({ name }) => name === text);
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
  if (typed !== undefined && (form === FRAME || typed.forms.has(form)))
    return { kind: 'send', bytes: typedBytes(typed, form, rest) };
  const near = suggestName(form, namesOf(vocabulary));
  throw new UsageError(
    `no message '${text}': ${near === undefined ? 'help shows what there is' : `did you mean ${near}?`}`,
  );
}

function typedBytes(typed: TypedMessages, form: string, rest: string): Uint8Array {
  try {
    if (form === FRAME) return typed.frame(parseHex(rest));
    return typed.encode(
      form,
      rest.split(/[\s,]+/).filter((value) => value !== ''),
    );
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const values = typed.forms.get(form) ?? '';
    const usage = values === '' ? `${form} takes no values` : `give ${form} ${values}`;
    throw new UsageError(`${error.message}: ${usage}`);
  }
}

function parseSwitch(line: string, state: string): boolean {
  if (state !== 'on' && state !== 'off') throw new UsageError(`${line} is on or off: give ${line} on`);
  return state === 'on';
}

function parseHex(text: string): Uint8Array {
  const digits = text.replaceAll(/0x|[\s,]/gi, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits))
    throw new UsageError(`'${text.trim()}' is not bytes: give pairs of hex digits, as in hex 01 ff fe`);
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

const ESCAPED: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', '0': '\0', '\\': '\\' };

function parseText(text: string): Uint8Array {
  const parts = text.split(/(\\x[0-9a-f]{2}|\\.)/i).map((part) => {
    if (/^\\x[0-9a-f]{2}$/i.test(part)) return Buffer.from(part.slice(2), 'hex');
    const plain = part.startsWith('\\') ? ESCAPED[part.slice(1)] : part;
    if (plain === undefined)
      throw new UsageError(`'${part}' is not an escape: give \\r \\n \\t \\0 \\\\ or \\x41`);
    return Buffer.from(plain, 'utf8');
  });
  const bytes = Uint8Array.from(Buffer.concat(parts));
  if (bytes.length === 0) throw new UsageError('nothing to send: give text hello');
  return bytes;
}
