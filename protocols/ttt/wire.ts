/**
 * TTT: the messages of the tic-tac-toe server, one byte each, no terminator; and the codec of both directions on the three bindings. The
 * wire page is README.md.
 *
 *     player → server   30..38 a cell, row by row           (4A 'J' joins, 51 'Q' leaves: udp and serial)
 *     server → player   30..38 the opponent's move   53 'S' shut down   46 'F' full   50 'P' play   57 'W' wait
 *
 *     stream (tcp, serial)    every byte is a message
 *     datagram (udp)          its first byte is the message; to the server the rest is ignored, from the
 *                             server there is none (TTT-01, TTT-02)
 */
import { EncodeError, byteNames, byteText } from '../../api/index';
import type {
  Carrier,
  Codec,
  FieldSpan,
  FrameEvent,
  Grammar,
  LinkSide,
  Micros,
  NamedMessage,
} from '../../api/index';

/** A cell of the board, row by row: 0 is top left, 8 bottom right. */
export type Cell = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const CELLS: readonly Cell[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The links of a server's players: as many as a suite needs. */
export const LINKS: readonly string[] = ['a', 'b', 'c'];

/** tcp and serial carry streams, where every byte is a message; udp carries one message in each datagram. */
export type Binding = Carrier;

type MoveMessage = { readonly type: 'move'; readonly cell: Cell };
export type PlayerMessage = MoveMessage | { readonly type: 'join' | 'leave' };
export type ServerMessage = MoveMessage | { readonly type: 'shutdown' | 'full' | 'play' | 'wait' };

export const BYTE = {
  cell0: 0x30,
  shutdown: 0x53,
  full: 0x46,
  play: 0x50,
  wait: 0x57,
  join: 0x4a,
  leave: 0x51,
} as const;

export const DIGITS: readonly number[] = CELLS.map((cell) => BYTE.cell0 + cell);

/** The cell of a digit, undefined for any other byte. */
export function cellOf(byte: number): Cell | undefined {
  return CELLS[byte - BYTE.cell0];
}

/** Throws EncodeError for an invalid cell. */
export function byteOf(message: PlayerMessage | ServerMessage): number {
  if (message.type !== 'move') return BYTE[message.type];
  if (!CELLS.includes(message.cell)) throw new EncodeError(`a cell is 0..8, not ${String(message.cell)}`);
  return BYTE.cell0 + message.cell;
}

const WORDS = {
  shutdown: 'the game was shut down',
  full: 'the game is full',
  play: 'play, you move first',
  wait: 'wait for an opponent',
  join: 'join',
  leave: 'leave',
} as const;

/** The meaning of a message, as text. */
export function describeMessage(message: MoveMessage | { readonly type: keyof typeof WORDS }): string {
  return message.type === 'move' ? `cell ${message.cell}` : WORDS[message.type];
}

/** Every byte that is no message of a player on this binding: 247 on tcp, 245 on udp and serial (TTT-04). */
export function invalidCharacters(binding: Binding): readonly number[] {
  return Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => playerMessageOf(binding, byte) === undefined,
  );
}

/** The meaning of the bytes after a datagram's message. */
const REST_WORDS = { ignored: 'ignored', refused: 'too long: a message is one byte' } as const;
const NO_MESSAGE = 'no message';

/** All bytes of a direction. */
interface Alphabet<T> {
  /** The bytes that are messages, as text. */
  readonly words: string;
  /** Whether a datagram may be longer than its message. */
  readonly rest: keyof typeof REST_WORDS;
  /** By byte. Many bytes pass: what is always the same is made once. */
  readonly bytes: readonly {
    readonly raw: Uint8Array;
    readonly value: T | undefined;
    readonly meaning: string;
    readonly error: Extract<FrameEvent<T>, { kind: 'reject' }>['error'];
  }[];
}

/** Cells are messages of each direction; `types`: the others. */
function alphabet<T extends keyof typeof WORDS>(
  words: string,
  rest: keyof typeof REST_WORDS,
  types: readonly T[],
): Alphabet<MoveMessage | { readonly type: T }> {
  const bytes = Array.from({ length: 256 }, (_, byte) => {
    const [cell, type] = [cellOf(byte), types.find((one) => BYTE[one] === byte)];
    const other = type === undefined ? undefined : { type };
    const value = cell === undefined ? other : { type: 'move' as const, cell };
    const seen = byteText(byte);
    const message = unknownWords(seen, words);
    return {
      raw: Uint8Array.of(byte),
      value,
      meaning: value === undefined ? NO_MESSAGE : describeMessage(value),
      error: { code: 'unknown-message', offset: 0, expected: words, seen, message },
    };
  });
  return { words, rest, bytes };
}

/** Why a byte is no message. */
function unknownWords(seen: string, words: string): string {
  return `the byte ${seen} is no message: a message is one of ${words}`;
}

/** Why a datagram of `count` bytes is no message. */
function lengthWords(count: string): string {
  return `a message is one byte, and this datagram has ${count}`;
}

const OF_CONNECTIONS: Alphabet<PlayerMessage> = alphabet('0..8', 'ignored', []);
const OF_PLAYERS: Alphabet<PlayerMessage> = alphabet('0..8, J or Q', 'ignored', ['join', 'leave']);
const OF_SERVER = alphabet('0..8, S, F, P or W', 'refused', ['shutdown', 'full', 'play', 'wait']);

function ofPlayersOn(binding: Binding): Alphabet<PlayerMessage> {
  return binding === 'tcp' ? OF_CONNECTIONS : OF_PLAYERS;
}

export function playerMessageOf(binding: Binding, byte: number): PlayerMessage | undefined {
  return ofPlayersOn(binding).bytes[byte]?.value;
}

/** Host to board. Encodes `J` and `Q` on tcp too: a suite sends them there as invalid characters. */
export function playerMessages(binding: Binding): Codec<PlayerMessage> {
  return codec(binding, ofPlayersOn(binding));
}

/** Board to host. On udp a datagram that is not one byte long is a reject. */
export function serverMessages(binding: Binding): Codec<ServerMessage> {
  return codec(binding, OF_SERVER);
}

/** On udp every push is one datagram; an empty one has no message. */
function codec<T extends PlayerMessage | ServerMessage>(binding: Binding, known: Alphabet<T>): Codec<T> {
  const isDatagram = binding === 'udp';
  return {
    encode: (message) => Uint8Array.of(byteOf(message)),
    decoder: () => ({
      pending: 0,
      push: (bytes, at) => {
        if (isDatagram) return bytes.length === 0 ? [] : [eventOf(known, Uint8Array.from(bytes), at)];
        const events: FrameEvent<T>[] = [];
        for (const byte of bytes) events.push(eventOf(known, known.bytes[byte]!.raw, at));
        return events;
      },
      deadline: () => undefined,
      tick: () => [],
    }),
    fields: (raw) => fieldsOf(known, raw, isDatagram),
  };
}

function eventOf<T>({ bytes, rest }: Alphabet<T>, raw: Uint8Array, at: Micros): FrameEvent<T> {
  const { value, error } = bytes[raw[0]!]!;
  if (value === undefined) return { kind: 'reject', raw, first: at, last: at, error };
  if (raw.length === 1 || rest === 'ignored') return { kind: 'frame', raw, first: at, last: at, value };
  const [seen, message] = [`${raw.length} bytes`, lengthWords(String(raw.length))];
  const tooLong = { code: 'length', offset: 1, expected: 'one byte', seen, message };
  return { kind: 'reject', raw, first: at, last: at, error: tooLong, value };
}

function fieldsOf<T>(
  { bytes, rest }: Alphabet<T>,
  raw: Uint8Array,
  isDatagram: boolean,
): readonly FieldSpan[] {
  const spans = Array.from(isDatagram ? raw.subarray(0, 1) : raw, (value, offset) => {
    return { name: 'message', offset, length: 1, value, meaning: bytes[value]!.meaning };
  });
  const length = raw.length - spans.length;
  if (length === 0) return spans;
  return [...spans, { name: 'rest', offset: 1, length, value: `${length} bytes`, meaning: REST_WORDS[rest] }];
}

/** What players send. */
export function playerSide(_p: unknown, binding: Binding): LinkSide<PlayerMessage> {
  return { codec: playerMessages(binding), grammar: grammarOf(binding, ofPlayersOn(binding)) };
}

/** What they get. */
export function serverSide(_p: unknown, binding: Binding): LinkSide<ServerMessage> {
  return { codec: serverMessages(binding), grammar: grammarOf(binding, OF_SERVER) };
}

function grammarOf(binding: Binding, { words, rest, bytes }: Alphabet<unknown>): Grammar {
  const names = byteNames((byte) => (bytes[byte]?.value === undefined ? undefined : bytes[byte].meaning));
  const refused = (text: string) => (rest === 'refused' ? { refused: lengthWords(text) } : {});
  const message = {
    kind: 'byte' as const,
    name: 'message',
    names,
    only: names.map(([byte]) => byte),
    otherwise: NO_MESSAGE,
    refused: unknownWords('%X', words),
    titled: true as const,
  };
  if (binding !== 'udp') return { frame: [message] };
  const behind = { kind: 'rest' as const, name: 'rest', meaning: REST_WORDS[rest], ...refused('%d') };
  return { frame: [message, behind], empty: { means: 'empty datagram', ...refused('none') } };
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
