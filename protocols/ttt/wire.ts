/**
 * TTT: the codec of both directions on the three bindings. The wire page is README.md.
 *
 *     stream (tcp, serial)    every byte is a message
 *     datagram (udp)          its first byte is the message; to the server the rest is ignored, from the
 *                             server there is none (TTT-01, TTT-02)
 */
import {
  byteNames,
  byteText,
  type Codec,
  type FieldSpan,
  type FrameEvent,
  type Grammar,
  type LinkSide,
  type Micros,
  type NamedMessage,
} from '../../api/index';
import {
  BYTE,
  byteOf,
  CELLS,
  describeMessage,
  playerMessageOf,
  serverMessageOf,
  type Binding,
  type PlayerMessage,
  type ServerMessage,
} from './message';

/** The meaning of the bytes after a datagram's message. */
const REST_WORDS = { ignored: 'ignored', refused: 'too long: a message is one byte' } as const;
/** A datagram without a byte, and its length as text. */
const EMPTY = 'empty datagram';
const NONE = 'none';
/** The meaning of a byte that is no message. */
const NO_MESSAGE = 'no message';

interface Direction<T> {
  readonly read: (byte: number) => T | undefined;
  /** The bytes that are messages, as text. */
  readonly alphabet: string;
  /** Whether a datagram may be longer than its message. */
  readonly rest: 'ignored' | 'refused';
}

/** Host to board. Encodes `J` and `Q` on tcp too: a suite sends them there as invalid characters. */
export function playerMessages(binding: Binding): Codec<PlayerMessage> {
  return codec(binding, fromPlayers(binding));
}

function fromPlayers(binding: Binding): Direction<PlayerMessage> {
  return {
    read: (byte) => playerMessageOf(binding, byte),
    alphabet: binding === 'tcp' ? '0..8' : '0..8, J or Q',
    rest: 'ignored',
  };
}

const FROM_SERVER: Direction<ServerMessage> = {
  read: serverMessageOf,
  alphabet: '0..8, S, F, P or W',
  rest: 'refused',
};

/** Board to host. On udp a datagram that is not one byte long is a reject. */
export function serverMessages(binding: Binding): Codec<ServerMessage> {
  return codec(binding, FROM_SERVER);
}

/** On udp every push is one datagram; an empty one has no message. */
function codec<T extends PlayerMessage | ServerMessage>(binding: Binding, direction: Direction<T>): Codec<T> {
  const isDatagram = binding === 'udp';
  const unitsOf = (bytes: Uint8Array): readonly Uint8Array[] =>
    isDatagram && bytes.length > 0
      ? [Uint8Array.from(bytes)]
      : Array.from(bytes, (byte) => Uint8Array.of(byte));
  return {
    encode: (message) => Uint8Array.of(byteOf(message)),
    decoder: () => ({
      pending: 0,
      push: (bytes, at) => unitsOf(bytes).map((raw) => eventOf(direction, raw, at)),
      deadline: () => undefined,
      tick: () => [],
    }),
    fields: (raw) => fieldsOf(direction, raw, isDatagram),
  };
}

function eventOf<T>({ read, rest, alphabet }: Direction<T>, raw: Uint8Array, at: Micros): FrameEvent<T> {
  const value = read(raw[0]!);
  const times = { raw, first: at, last: at };
  if (value === undefined) {
    const seen = byteText(raw[0]!);
    const message = unknownWords(seen, alphabet);
    const error = { code: 'unknown-message', offset: 0, expected: alphabet, seen, message };
    return { kind: 'reject', ...times, error };
  }
  if (raw.length === 1 || rest === 'ignored') return { kind: 'frame', ...times, value };
  const seen = `${raw.length} bytes`;
  const message = lengthWords(String(raw.length));
  const error = { code: 'length', offset: 1, expected: 'one byte', seen, message };
  return { kind: 'reject', ...times, error, value };
}

/** Why a byte is no message. */
function unknownWords(seen: string, alphabet: string): string {
  return `the byte ${seen} is no message: a message is one of ${alphabet}`;
}

/** Why a datagram of `count` bytes is no message. */
function lengthWords(count: string): string {
  return `a message is one byte, and this datagram has ${count}`;
}

function fieldsOf<T extends PlayerMessage | ServerMessage>(
  { read, rest }: Direction<T>,
  raw: Uint8Array,
  isDatagram: boolean,
): readonly FieldSpan[] {
  const spans = Array.from(isDatagram ? raw.subarray(0, 1) : raw, (value, offset) => {
    const message = read(value);
    const meaning = message === undefined ? NO_MESSAGE : describeMessage(message);
    return { name: 'message', offset, length: 1, value, meaning };
  });
  const length = raw.length - spans.length;
  if (length === 0) return spans;
  return [...spans, { name: 'rest', offset: 1, length, value: `${length} bytes`, meaning: REST_WORDS[rest] }];
}

/** What players send, and what they get. */
export function sidesOf(binding: Binding): {
  readonly host: LinkSide<PlayerMessage>;
  readonly board: LinkSide<ServerMessage>;
} {
  return {
    host: { codec: playerMessages(binding), grammar: grammarOf(binding, fromPlayers(binding)) },
    board: { codec: serverMessages(binding), grammar: grammarOf(binding, FROM_SERVER) },
  };
}

function grammarOf(binding: Binding, direction: Direction<PlayerMessage | ServerMessage>): Grammar {
  const { read, rest, alphabet } = direction;
  const names = byteNames((byte) => {
    const message = read(byte);
    return message === undefined ? undefined : describeMessage(message);
  });
  const refused = (text: string) => (rest === 'refused' ? { refused: lengthWords(text) } : {});
  const message = {
    kind: 'byte' as const,
    name: 'message',
    names,
    only: names.map(([byte]) => byte),
    otherwise: NO_MESSAGE,
    refused: unknownWords('%X', alphabet),
    titled: true as const,
  };
  if (binding !== 'udp') return { frame: [message] };
  const behind = { kind: 'rest' as const, name: 'rest', meaning: REST_WORDS[rest], ...refused('%d') };
  return { frame: [message, behind], empty: { means: EMPTY, ...refused(NONE) } };
}

/** The messages of a player by name. */
export function namedMessages(): readonly NamedMessage[] {
  return [
    { name: 'join', description: 'sit down', bytes: Uint8Array.of(BYTE.join) },
    { name: 'leave', description: 'go', bytes: Uint8Array.of(BYTE.leave) },
    ...CELLS.map((cell) => ({
      name: `cell-${cell}`,
      description: 'a move, row by row from 0',
      bytes: Uint8Array.of(BYTE.cell0 + cell),
    })),
  ];
}
