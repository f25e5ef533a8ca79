/** Bugs of a server in its messages, in ignoring input, and in reading datagrams and streams. */
import { micros, type FrameEvent } from '../../../api/index';
import { emptyCells, type PlayerId, type Turn } from '../game';
import {
  EMPTY_DATAGRAM,
  FULL,
  INVALID,
  JOIN_AGAIN,
  OCCUPIED,
  OUT_OF_TURN,
  passTurn,
  SHUT,
  tell,
} from '../firmware';
import { BYTE, byteOf, cellOf, playerMessages, type PlayerMessage } from '../wire';
import {
  adding,
  asTurn,
  clearing,
  CONNECTIONLESS,
  inTurn,
  on,
  onChunk,
  onInvalid,
  playing,
  PVP,
  remembering,
  SHUT_DOWN,
  silent,
  stopAfter,
} from './hooks';
import type { Group } from './hooks';

const NINE = 0x39;
const SLASH = 0x2f;
const LOWER_J = 0x6a;

function moveAt(byte: number, player: PlayerId): Turn | undefined {
  const cell = cellOf(byte);
  return cell === undefined ? undefined : { kind: 'move', player, cell };
}

const ANY: Group = [
  {},
  {
    'newline-behind-messages': () => ({ encode: (message) => Uint8Array.of(byteOf(message), 0x0a) }),
    'moves-in-binary': () => ({
      encode: (message) => Uint8Array.of(message.type === 'move' ? message.cell : byteOf(message)),
    }),
    'nul-behind-full': (sound) => ({
      encode: (message, link, at) =>
        message.type === 'full' ? Uint8Array.of(byteOf(message), 0) : sound.encode(message, link, at),
    }),
    'occupied-overwritten': playing(OCCUPIED, () => true),
    'opponents-cell-overwritten': playing(OCCUPIED, ({ board, turn }, cell) => !(board[turn] & (1 << cell))),
    'occupied-loses-turn': on(OCCUPIED, (reply, game) => passTurn(game, reply)),
    'nine-passes-turn': on(INVALID, (reply, game, { player, byte }) =>
      byte === NINE && inTurn(game, player) ? passTurn(game, reply) : reply,
    ),
    'slash-is-last-cell': onInvalid((byte, player) =>
      byte === SLASH ? { kind: 'move', player, cell: 8 } : undefined,
    ),
    'high-bit-stripped-of-0': onInvalid((byte, player) =>
      byte === (BYTE.cell0 | 0x80) ? moveAt(BYTE.cell0, player) : undefined,
    ),
    'other-characters-are-cell-0': onInvalid((_byte, player) => ({ kind: 'move', player, cell: 0 })),
    'nul-is-lowest-cell': onInvalid((byte, player, { board }) => {
      const [cell] = emptyCells(board);
      return byte === 0 && cell !== undefined ? { kind: 'move', player, cell } : undefined;
    }),
    'low-nibble-counts': onInvalid((byte, player) => moveAt(BYTE.cell0 + (byte & 0x0f), player)),
    'high-bit-stripped': onInvalid((byte, player) => moveAt(byte & 0x7f, player)),
    'invalid-answered': on(INVALID, (reply, _game, { player }) => adding(reply, 'full', [player])),
  },
];

const OF_PLAYERS: Group = [
  PVP,
  {
    'occupied-reaches-opponent': on(OCCUPIED, (reply, { seats }, { player, cell }) => ({
      ...reply,
      says: seats.filter((to) => to !== player).map(tell({ type: 'move', cell })),
    })),
    'out-of-turn-played': (sound) => ({
      play: (game, turn) => {
        const seat = turn.kind === 'move' ? game.seats.indexOf(turn.player) : -1;
        return sound.play(seat === 0 || seat === 1 ? { ...game, turn: seat } : game, turn);
      },
      refusal: (game, move) => (game.seats.length < 2 ? OUT_OF_TURN : sound.refusal(game, move)),
    }),
    'lone-player-moves': remembering(() => {
      let moves = 0;
      return (reply, game, turn) => {
        const isAlone = game.seats.length === 1;
        if (turn.kind === 'move' && isAlone && game.seats[0] === turn.player) moves |= 1 << turn.cell;
        if (turn.kind === 'leave' || turn.kind === 'shutdown') moves = 0;
        const begins = isAlone && reply.game.seats.length === 2;
        return begins ? { ...reply, game: { ...reply.game, board: [moves, 0] } } : reply;
      };
    }),
  },
];

const WITHOUT_CONNECTION: Group = [
  CONNECTIONLESS,
  {
    'strangers-play': asTurn((turn, { seats, turn: side }) => {
      const player = seats[side];
      const isStrange = turn.kind === 'move' && player !== undefined && !seats.includes(turn.player);
      return isStrange ? { ...turn, player } : undefined;
    }),
    'lower-case-joins': onInvalid((byte, player) =>
      byte === LOWER_J ? { kind: 'join', player } : undefined,
    ),
  },
];

const OF_PLAYERS_WITHOUT_CONNECTION: Group = [
  { ...CONNECTIONLESS, ...PVP },
  { 'join-again-clears': on(JOIN_AGAIN, (reply, game) => clearing(reply, game)) },
];

const TCP = { carriers: ['tcp'] } as const;

const CONNECTIONS: readonly Group[] = [
  [
    TCP,
    {
      // Other lines never bring so many at once.
      'chunk-of-64': onChunk((events) => events.slice(0, 64)),
      'q-leaves-on-tcp': onInvalid((byte, player) =>
        byte === BYTE.leave ? { kind: 'leave', player } : undefined,
      ),
      'j-rejoins-on-tcp': on(INVALID, (reply, game, { byte }) =>
        byte === BYTE.join ? clearing(reply, game) : reply,
      ),
      'full-stays-open': on(FULL, (reply) => ({ ...reply, closes: [] })),
      'closes-before-full': on(FULL, silent),
    },
  ],
  [{ ...TCP, ...SHUT_DOWN }, { 'shutdown-stays-open': on(SHUT, (reply) => ({ ...reply, closes: [] })) }],
];

/** The messages in a datagram, as in a stream. */
function streamOf(bytes: Uint8Array): readonly FrameEvent<PlayerMessage>[] {
  return playerMessages('serial').decoder().push(bytes, micros(0));
}

const UDP = { carriers: ['udp'] } as const;

const DATAGRAMS: readonly Group[] = [
  [
    UDP,
    {
      'rest-of-datagram-counts': onChunk((_events, bytes) => streamOf(bytes)),
      'first-valid-byte-counts': onChunk((events, bytes) => {
        const found = streamOf(bytes).find(({ kind }) => kind === 'frame');
        return found === undefined ? events : [found];
      }),
      'long-datagram-dropped': onChunk((events, { length }) => (length > 1 ? [] : events)),
      'long-join-dropped': onChunk((events, { length, 0: first }) =>
        length > 1 && first === BYTE.join ? [] : events,
      ),
      'long-leave-dropped': onChunk((events, { length, 0: first }) =>
        length > 1 && first === BYTE.leave ? [] : events,
      ),
      'blanks-passed-over': onChunk((events, bytes) => {
        const text = Buffer.from(bytes).toString('latin1').trimStart();
        return text === '' ? events : streamOf(Buffer.from(text.slice(0, 1), 'latin1'));
      }),
      'bytes-behind-join-count': onChunk((events, bytes) =>
        bytes[0] === BYTE.join ? streamOf(bytes) : events,
      ),
      'empty-datagram-repeats': (sound) => {
        let held: FrameEvent<PlayerMessage> | undefined;
        return {
          receives: (event, state) => {
            const isEmpty = event.raw.length === 0;
            if (!isEmpty) held = event;
            return sound.receives(isEmpty ? (held ?? event) : event, state);
          },
        };
      },
      'empty-datagram-leaves': asTurn((turn) =>
        turn.kind === 'empty' ? { kind: 'leave', player: turn.player } : undefined,
      ),
      'empty-datagram-joins': asTurn((turn) =>
        turn.kind === 'empty' ? { kind: 'join', player: turn.player } : undefined,
      ),
      'strangers-empty-datagram-stops': stopAfter(
        () =>
          (turn, { seats }) =>
            turn.kind === 'empty' && !seats.includes(turn.player),
      ),
    },
  ],
  [
    { ...UDP, ...PVP },
    {
      'empty-datagram-passes-turn': on(EMPTY_DATAGRAM, (reply, game, { player }) =>
        inTurn(game, player) ? passTurn(game, reply) : reply,
      ),
      'opponents-empty-datagram-clears': on(EMPTY_DATAGRAM, (reply, game, { player }) =>
        game.seats.includes(player) && !inTurn(game, player) ? clearing(reply, game) : reply,
      ),
    },
  ],
];

/** The events up to the first of this kind. */
function upTo(isLast: (event: FrameEvent<PlayerMessage>) => boolean, more: 0 | 1): Group[1][string] {
  return onChunk((events) => {
    const at = events.findIndex((event) => isLast(event));
    return at < 0 ? events : events.slice(0, at + more);
  });
}

const CHUNKS: readonly Group[] = [
  [
    { carriers: ['tcp', 'serial'] },
    {
      'first-of-chunk-counts': onChunk((events) => events.slice(0, 1)),
      'last-of-chunk-counts': onChunk((events) => events.slice(-1)),
      'chunk-of-four': onChunk((events) => events.slice(0, 4)),
      'rest-behind-invalid-dropped': upTo(({ kind }) => kind === 'reject', 0),
    },
  ],
  [{ carriers: ['serial'] }, { 'rest-behind-join-dropped': upTo(({ value }) => value?.type === 'join', 1) }],
];

export const MESSAGE_DEFECTS: readonly Group[] = [
  ...[ANY, OF_PLAYERS, WITHOUT_CONNECTION, OF_PLAYERS_WITHOUT_CONNECTION],
  ...CONNECTIONS,
  ...DATAGRAMS,
  ...CHUNKS,
];
