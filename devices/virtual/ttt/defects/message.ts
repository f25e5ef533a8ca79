/** Bugs of a TTT server in its messages, its datagrams, and in ignoring input. */
import { EMPTY, emptyCells, isEmptyCell } from '../../../../protocols/ttt/board';
import { BYTE, cellOf } from '../../../../protocols/ttt/message';
import type { GameEvent } from '../../../../protocols/ttt/rules';
import { moveTo, type TttDefects } from '../firmware';
import { DATAGRAM_DEFECTS } from './datagram';
import { CONNECTIONLESS, inTurn, onEvent, onFull, onInvalid, passTurn, PVP, noReply } from '../hooks';

const SHUT_DOWN = 'a reset shuts down, and a reset is no input';

const MESSAGES: TttDefects = {
  'newline-behind-messages': {
    breaks: 'TTT-01',
    text: 'Every message to a player ends with a line feed.',
    change: () => ({ write: ({ byte }) => Uint8Array.of(byte, 0x0a) }),
  },
  'moves-in-binary': {
    breaks: 'TTT-01',
    text: 'Moves go to players as the numbers 0 to 8, not as digits.',
    change: (sound) => ({
      write: (sent, event) => {
        const cell = cellOf(sent.byte);
        return cell === undefined ? sound.write(sent, event) : Uint8Array.of(cell);
      },
    }),
  },
  'nul-behind-full': {
    breaks: 'TTT-01',
    text: 'F is sent with the NUL of its string.',
    change: (sound) => ({
      write: (sent, event) =>
        sent.byte === BYTE.full ? Uint8Array.of(sent.byte, 0) : sound.write(sent, event),
    }),
  },
};

const NINE = 0x39;
const SLASH = 0x2f;
const LOWER_J = 0x6a;

function moveAt(player: string, byte: number): GameEvent | undefined {
  const cell = cellOf(byte);
  return cell === undefined ? undefined : { kind: 'move', player, cell };
}

const IGNORED: TttDefects = {
  'occupied-overwritten': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell takes it.',
    change: () => ({ refusesMove: (state, { player }) => !inTurn(state, player) }),
  },
  'opponents-cell-overwritten': {
    breaks: 'TTT-04',
    text: 'Only a player’s own cells are looked at: the opponent’s can be taken.',
    change: () => ({
      refusesMove: (state, { player, cell }) =>
        !inTurn(state, player) || (state.board[state.turn] & (1 << cell)) !== 0,
    }),
  },
  'occupied-loses-turn': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell is ignored, and the turn passes.',
    change: onEvent('move', (reply, state, { player, cell }, context) =>
      inTurn(state, player) && !isEmptyCell(state.board, cell) ? passTurn(state, context) : reply,
    ),
  },
  'occupied-reaches-opponent': {
    breaks: 'TTT-04',
    text: 'A move to an occupied cell is ignored, but sent to the opponent.',
    parameters: PVP,
    change: onEvent('move', (reply, state, { player, cell }) =>
      inTurn(state, player) && !isEmptyCell(state.board, cell)
        ? { ...reply, sent: state.seats.filter((to) => to !== player).map((to) => moveTo(to, cell)) }
        : reply,
    ),
  },
  'nine-passes-turn': {
    breaks: 'TTT-04',
    text: 'The character 9 is a cell outside the board: the move is lost, and the turn passes.',
    change: onEvent('invalid', (reply, state, { player, byte }, context) =>
      byte === NINE && inTurn(state, player) ? passTurn(state, context) : reply,
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
    change: onInvalid((player, byte) => (byte < 0 ? undefined : { kind: 'move', player, cell: 0 })),
  },
  'nul-is-lowest-cell': {
    breaks: 'TTT-04',
    text: 'NUL takes the lowest empty cell.',
    change: (sound, context) => ({
      applyEvent: (state, event) => {
        const [cell] = emptyCells(state.board);
        return event.kind === 'invalid' && event.byte === 0 && cell !== undefined
          ? context.firmware.applyEvent(state, { kind: 'move', player: event.player, cell })
          : sound.applyEvent(state, event);
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
    change: onInvalid((player, byte) => (byte < 0 ? undefined : moveAt(player, byte & 0x7f))),
  },
  'out-of-turn-played': {
    breaks: 'TTT-04',
    text: 'A move out of turn is played.',
    parameters: PVP,
    change: (sound) => ({
      applyEvent: (state, event) => {
        const seat = event.kind === 'move' ? state.seats.indexOf(event.player) : -1;
        return sound.applyEvent(seat === 0 || seat === 1 ? { ...state, turn: seat } : state, event);
      },
      refusesMove: (state, move) => state.seats.length < 2 || sound.refusesMove(state, move),
    }),
  },
  'strangers-play': {
    breaks: 'TTT-04',
    text: 'A move by someone not seated is played for the player in turn.',
    bindings: CONNECTIONLESS,
    change: (sound) => ({
      applyEvent: (state, event) => {
        const player = state.seats[state.turn];
        return event.kind === 'move' && player !== undefined && !state.seats.includes(event.player)
          ? sound.applyEvent(state, { ...event, player })
          : sound.applyEvent(state, event);
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
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind === 'move' && state.seats.length === 1 && state.seats[0] === event.player)
            moves |= 1 << event.cell;
          if (event.kind === 'leave' || event.kind === 'shutdown') moves = 0;
          const begins = state.seats.length === 1 && reply.state.seats.length === 2;
          return begins ? { ...reply, state: { ...reply.state, board: [moves, 0] } } : reply;
        },
      };
    },
  },
  'lower-case-joins': {
    breaks: 'TTT-04',
    text: 'A lower-case j joins as J does.',
    bindings: CONNECTIONLESS,
    change: onInvalid((player, byte) => (byte === LOWER_J ? { kind: 'join', player } : undefined)),
  },
  'q-leaves-on-tcp': {
    breaks: 'TTT-04',
    text: 'Q leaves where only the end of the connection does.',
    bindings: ['tcp'],
    change: onInvalid((player, byte) => (byte === BYTE.leave ? { kind: 'leave', player } : undefined)),
  },
  'j-rejoins-on-tcp': {
    breaks: 'TTT-04',
    text: 'J of a player begins the round anew where it is an invalid character.',
    bindings: ['tcp'],
    change: onEvent('invalid', (reply, state, { byte }) =>
      byte === BYTE.join ? noReply({ ...state, board: EMPTY }) : reply,
    ),
  },
  'invalid-answered': {
    breaks: 'TTT-04',
    text: 'An invalid character is answered with F.',
    change: onEvent('invalid', (reply, _state, { player, byte }) =>
      byte < 0 ? reply : { ...reply, sent: [{ to: player, byte: BYTE.full }] },
    ),
  },
};

const TCP = ['tcp'] as const;

const CLOSING: TttDefects = {
  'full-stays-open': {
    breaks: 'TTT-05',
    text: 'The server does not close the connection after F.',
    bindings: TCP,
    change: onFull((reply) => ({ ...reply, closes: [] })),
  },
  'shutdown-stays-open': {
    breaks: 'TTT-05',
    beyondInput: SHUT_DOWN,
    text: 'The server does not close the connections after S.',
    bindings: TCP,
    change: onEvent('shutdown', (reply) => ({ ...reply, closes: [] })),
  },
  'closes-before-full': {
    breaks: 'TTT-05',
    text: 'The connection of a newcomer is closed before F has left.',
    bindings: TCP,
    change: onFull((reply) => ({ ...reply, sent: [] })),
  },
};

export const MESSAGE_DEFECTS: TttDefects = {
  ...MESSAGES,
  ...DATAGRAM_DEFECTS,
  ...IGNORED,
  ...CLOSING,
};
