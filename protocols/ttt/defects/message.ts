/** Bugs of a server in its messages, and in ignoring input. */
import { EMPTY, emptyCells } from '../board';
import { OCCUPIED, OUT_OF_TURN, passTurn, tell } from '../firmware';
import type { Turn } from '../game';
import { BYTE, byteOf, cellOf } from '../message';
import { CONNECTIONLESS, inTurn, onFull, onInvalid, onTurn, PVP, type TttDefects } from './hooks';

const SHUT_DOWN = 'a reset shuts down, and a reset is no input';

const MESSAGES: TttDefects = {
  'newline-behind-messages': {
    breaks: 'TTT-01',
    text: 'Every message to a player ends with a line feed.',
    change: () => ({ encode: (message) => Uint8Array.of(byteOf(message), 0x0a) }),
  },
  'moves-in-binary': {
    breaks: 'TTT-01',
    text: 'Moves go to players as the numbers 0 to 8, not as digits.',
    change: () => ({
      encode: (message) => Uint8Array.of(message.type === 'move' ? message.cell : byteOf(message)),
    }),
  },
  'nul-behind-full': {
    breaks: 'TTT-01',
    text: 'F is sent with the NUL of its string.',
    change: (sound) => ({
      encode: (message, link, at) =>
        message.type === 'full' ? Uint8Array.of(byteOf(message), 0) : sound.encode(message, link, at),
    }),
  },
};

const NINE = 0x39;
const SLASH = 0x2f;
const LOWER_J = 0x6a;

function moveAt(player: string, byte: number): Turn | undefined {
  const cell = cellOf(byte);
  return cell === undefined ? undefined : { kind: 'move', player, cell };
}

const IGNORED: TttDefects = {
  'occupied-overwritten': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell takes it.',
    change: (sound) => ({
      refusal: (game, move) => {
        const refusal = sound.refusal(game, move);
        return refusal === OCCUPIED ? undefined : refusal;
      },
    }),
  },
  'opponents-cell-overwritten': {
    breaks: 'TTT-04',
    text: 'Only a player’s own cells are looked at: the opponent’s can be taken.',
    change: (sound) => ({
      refusal: (game, move) => {
        const refusal = sound.refusal(game, move);
        const isOwn = (game.board[game.turn] & (1 << move.cell)) !== 0;
        return refusal === OCCUPIED && !isOwn ? undefined : refusal;
      },
    }),
  },
  'occupied-loses-turn': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell is ignored, and the turn passes.',
    change: onTurn('move', (reply, game) => (reply.trigger === OCCUPIED ? passTurn(game, reply) : reply)),
  },
  'occupied-reaches-opponent': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell is ignored, but sent to the opponent.',
    parameters: PVP,
    change: onTurn('move', (reply, { seats }, { player, cell }) =>
      reply.trigger === OCCUPIED
        ? { ...reply, says: seats.filter((to) => to !== player).map(tell({ type: 'move', cell })) }
        : reply,
    ),
  },
  'nine-passes-turn': {
    breaks: 'TTT-04',
    text: 'The character 9 is a cell outside the board: the move is lost, and the turn passes.',
    change: onTurn('invalid', (reply, game, { player, byte }) =>
      byte === NINE && inTurn(game, player) ? passTurn(game, reply) : reply,
    ),
  },
  'slash-is-last-cell': {
    breaks: 'TTT-04',
    text: 'The character before 0 is the cell 8.',
    change: onInvalid((player, byte) => (byte === SLASH ? { kind: 'move', player, cell: 8 } : undefined)),
  },
  'other-characters-are-cell-0': {
    breaks: 'TTT-04',
    text: 'A character that is no digit is read as the number 0.',
    change: onInvalid((player) => ({ kind: 'move', player, cell: 0 })),
  },
  'nul-is-lowest-cell': {
    breaks: 'TTT-04',
    text: 'NUL takes the lowest empty cell.',
    change: (sound, { steps }) => ({
      play: (game, turn) => {
        const [cell] = emptyCells(game.board);
        return turn.kind === 'invalid' && turn.byte === 0 && cell !== undefined
          ? steps.play(game, { kind: 'move', player: turn.player, cell })
          : sound.play(game, turn);
      },
    }),
  },
  'low-nibble-counts': {
    breaks: 'TTT-04',
    text: 'Of a character only the low four bits are looked at.',
    change: onInvalid((player, byte) => moveAt(player, BYTE.cell0 + (byte & 0x0f))),
  },
  'high-bit-stripped': {
    breaks: 'TTT-04',
    text: 'The high bit of a character is taken away.',
    change: onInvalid((player, byte) => moveAt(player, byte & 0x7f)),
  },
  'out-of-turn-played': {
    breaks: 'TTT-04',
    text: 'A move out of turn is played.',
    parameters: PVP,
    change: (sound) => ({
      play: (game, turn) => {
        const seat = turn.kind === 'move' ? game.seats.indexOf(turn.player) : -1;
        return sound.play(seat === 0 || seat === 1 ? { ...game, turn: seat } : game, turn);
      },
      refusal: (game, move) => (game.seats.length < 2 ? OUT_OF_TURN : sound.refusal(game, move)),
    }),
  },
  'strangers-play': {
    breaks: 'TTT-04',
    text: 'A move by someone not seated is played for the player in turn.',
    carriers: CONNECTIONLESS,
    change: (sound) => ({
      play: (game, turn) => {
        const player = game.seats[game.turn];
        return turn.kind === 'move' && player !== undefined && !game.seats.includes(turn.player)
          ? sound.play(game, { ...turn, player })
          : sound.play(game, turn);
      },
    }),
  },
  'lone-player-moves': {
    breaks: 'TTT-04',
    text: 'A move of the first player before there is a second is kept on the board.',
    parameters: PVP,
    change: (sound) => {
      let moves = 0;
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind === 'move' && game.seats.length === 1 && game.seats[0] === turn.player)
            moves |= 1 << turn.cell;
          if (turn.kind === 'leave' || turn.kind === 'shutdown') moves = 0;
          const begins = game.seats.length === 1 && reply.game.seats.length === 2;
          return begins ? { ...reply, game: { ...reply.game, board: [moves, 0] } } : reply;
        },
      };
    },
  },
  'lower-case-joins': {
    breaks: 'TTT-04',
    text: 'A lower-case j joins as J does.',
    carriers: CONNECTIONLESS,
    change: onInvalid((player, byte) => (byte === LOWER_J ? { kind: 'join', player } : undefined)),
  },
  'q-leaves-on-tcp': {
    breaks: 'TTT-04',
    text: 'Q leaves where only the end of the connection does.',
    carriers: ['tcp'],
    change: onInvalid((player, byte) => (byte === BYTE.leave ? { kind: 'leave', player } : undefined)),
  },
  'j-rejoins-on-tcp': {
    breaks: 'TTT-04',
    text: 'J of a player begins the round anew where it is an invalid character.',
    carriers: ['tcp'],
    change: onTurn('invalid', (reply, game, { byte }) =>
      byte === BYTE.join ? { ...reply, game: { ...game, board: EMPTY } } : reply,
    ),
  },
  'invalid-answered': {
    breaks: 'TTT-04',
    text: 'An invalid character is answered with F.',
    change: onTurn('invalid', (reply, _game, { player }) => ({
      ...reply,
      says: [tell({ type: 'full' })(player)],
    })),
  },
};

const TCP = ['tcp'] as const;

const CLOSING: TttDefects = {
  'full-stays-open': {
    breaks: 'TTT-05',
    text: 'The server does not close the connection after F.',
    carriers: TCP,
    change: onFull((reply) => ({ ...reply, closes: [] })),
  },
  'shutdown-stays-open': {
    breaks: 'TTT-05',
    beyondInput: SHUT_DOWN,
    text: 'The server does not close the connections after S.',
    carriers: TCP,
    change: onTurn('shutdown', (reply) => ({ ...reply, closes: [] })),
  },
  'closes-before-full': {
    breaks: 'TTT-05',
    text: 'The connection of a newcomer is closed before F has left.',
    carriers: TCP,
    change: onFull((reply) => ({ ...reply, says: [] })),
  },
};

export const MESSAGE_DEFECTS: TttDefects = { ...MESSAGES, ...IGNORED, ...CLOSING };
