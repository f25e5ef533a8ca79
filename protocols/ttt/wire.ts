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
  type Decoder,
  type FieldSpan,
  type FrameError,
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

interface Direction<T extends PlayerMessage | ServerMessage> {
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

function codec<T extends PlayerMessage | ServerMessage>(binding: Binding, direction: Direction<T>): Codec<T> {
  const datagram = binding === 'udp';
  return {
    encode: (message) => Uint8Array.of(byteOf(message)),
    decoder: () => new MessageDecoder(direction, datagram),
    fields: (raw) => (datagram ? datagramFields(direction, raw) : streamFields(direction, raw)),
  };
}

/** On udp every push is one datagram; an empty one has no message. */
class MessageDecoder<T extends PlayerMessage | ServerMessage> implements Decoder<T> {
  readonly pending = 0;

  constructor(
    private readonly direction: Direction<T>,
    private readonly datagram: boolean,
  ) {}

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[] {
    if (bytes.length === 0) return [];
    if (this.datagram || bytes.length === 1) return [this.judge(new Uint8Array(bytes), at)];
    return Array.from(bytes, (byte) => this.judge(Uint8Array.of(byte), at));
  }

  deadline(): undefined {
    return undefined;
  }

  tick(_now: Micros): readonly FrameEvent<T>[] {
    return [];
  }

  private judge(raw: Uint8Array, at: Micros): FrameEvent<T> {
    const { read, rest, alphabet } = this.direction;
    const value = read(raw[0]!);
    if (value === undefined) {
      return { kind: 'reject', raw, first: at, last: at, error: unknownMessage(raw, alphabet) };
    }
    if (raw.length > 1 && rest === 'refused') {
      return { kind: 'reject', raw, first: at, last: at, error: tooLong(raw), value };
    }
    return { kind: 'frame', raw, first: at, last: at, value };
  }
}

function unknownMessage(raw: Uint8Array, alphabet: string): FrameError {
  const seen = byteText(raw[0]!);
  return {
    code: 'unknown-message',
    offset: 0,
    expected: alphabet,
    seen,
    message: unknownWords(seen, alphabet),
  };
}

/** Why a byte is no message. */
function unknownWords(seen: string, alphabet: string): string {
  return `the byte ${seen} is no message: a message is one of ${alphabet}`;
}

/** Why a datagram of `count` bytes is no message. */
function lengthWords(count: string): string {
  return `a message is one byte, and this datagram has ${count}`;
}

function tooLong(raw: Uint8Array): FrameError {
  return {
    code: 'length',
    offset: 1,
    expected: 'one byte',
    seen: `${raw.length} bytes`,
    message: lengthWords(String(raw.length)),
  };
}

function streamFields<T extends PlayerMessage | ServerMessage>(
  direction: Direction<T>,
  raw: Uint8Array,
): readonly FieldSpan[] {
  return Array.from(raw, (byte, offset) => messageField(direction, byte, offset));
}

function datagramFields<T extends PlayerMessage | ServerMessage>(
  direction: Direction<T>,
  raw: Uint8Array,
): readonly FieldSpan[] {
  if (raw.length === 0) return [];
  const spans = [messageField(direction, raw[0]!, 0)];
  const length = raw.length - 1;
  if (length === 0) return spans;
  const meaning = REST_WORDS[direction.rest];
  return [...spans, { name: 'rest', offset: 1, length, value: `${length} bytes`, meaning }];
}

function messageField<T extends PlayerMessage | ServerMessage>(
  direction: Direction<T>,
  byte: number,
  offset: number,
): FieldSpan {
  const message = direction.read(byte);
  const meaning = message === undefined ? NO_MESSAGE : describeMessage(message);
  return { name: 'message', offset, length: 1, value: byte, meaning };
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
  const isRefused = rest === 'refused';
  return {
    frame: [
      {
        kind: 'byte',
        name: 'message',
        names,
        only: names.map(([byte]) => byte),
        otherwise: NO_MESSAGE,
        refused: unknownWords('%X', alphabet),
        titled: true,
      },
      ...(binding === 'udp'
        ? [
            {
              kind: 'rest' as const,
              name: 'rest',
              meaning: REST_WORDS[rest],
              ...(isRefused ? { refused: lengthWords('%d') } : {}),
            },
          ]
        : []),
    ],
    ...(binding === 'udp'
      ? { empty: { means: EMPTY, ...(isRefused ? { refused: lengthWords(NONE) } : {}) } }
      : {}),
  };
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
