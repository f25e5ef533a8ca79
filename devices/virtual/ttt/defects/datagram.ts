/** Defects of a TTT server on udp: bytes after the first of a datagram, and empty datagrams. */
import { EMPTY } from '../../../../protocols/ttt/board';
import { BYTE } from '../../../../protocols/ttt/message';
import { eventsOf } from '../../../../protocols/ttt/rules';
import type { TttDefects } from '../firmware';
import { inTurn, onEmpty, onEmptyInGame, onRead, passTurn, PVP, noReply, stopAfter } from '../hooks';

const UDP = ['udp'] as const;

export const DATAGRAM_DEFECTS: TttDefects = {
  'rest-of-datagram-counts': {
    breaks: 'TTT-02',
    text: 'Every byte of a datagram is a message.',
    bindings: UDP,
    change: onRead((player, bytes) => eventsOf('serial', player, bytes)),
  },
  'first-valid-byte-counts': {
    breaks: 'TTT-02',
    text: 'The first byte of a datagram that is a message counts.',
    bindings: UDP,
    change: onRead((player, bytes, events) => {
      const found = eventsOf('serial', player, bytes).find(({ kind }) => kind !== 'invalid');
      return found === undefined ? events : [found];
    }),
  },
  'long-datagram-dropped': {
    breaks: 'TTT-02',
    text: 'A datagram of more than one byte is ignored.',
    bindings: UDP,
    change: onRead((_player, bytes, events) => (bytes.length > 1 ? [] : events)),
  },
  'long-join-dropped': {
    breaks: 'TTT-02',
    text: 'J joins only where it is the only byte.',
    bindings: UDP,
    change: onRead((_player, bytes, events) => (bytes.length > 1 && bytes[0] === BYTE.join ? [] : events)),
  },
  'long-leave-dropped': {
    breaks: 'TTT-02',
    text: 'Q leaves only where it is the only byte.',
    bindings: UDP,
    change: onRead((_player, bytes, events) => (bytes.length > 1 && bytes[0] === BYTE.leave ? [] : events)),
  },
  'blanks-passed-over': {
    breaks: 'TTT-02',
    text: 'White space at the beginning of a datagram is skipped.',
    bindings: UDP,
    change: onRead((player, bytes, events) => {
      const text = Buffer.from(bytes).toString('latin1').trimStart();
      const [first] = Buffer.from(text, 'latin1');
      return first === undefined ? events : eventsOf('udp', player, Uint8Array.of(first));
    }),
  },
  'bytes-behind-join-count': {
    breaks: 'TTT-02',
    text: 'The bytes after J in a datagram count too.',
    bindings: UDP,
    change: onRead((player, bytes, events) =>
      bytes[0] === BYTE.join ? eventsOf('serial', player, bytes) : events,
    ),
  },
  'empty-datagram-repeats': {
    breaks: 'TTT-03',
    text: 'At an empty datagram the byte that the buffer still holds is read again, whoever sent it.',
    bindings: UDP,
    change: (sound) => {
      let held = new Uint8Array(0);
      return {
        read: (player, bytes) => {
          if (bytes.length > 0) held = bytes.slice(0, 1);
          return sound.read(player, held);
        },
      };
    },
  },
  'empty-datagram-leaves': {
    breaks: 'TTT-03',
    text: 'An empty datagram is taken for the end of its player’s connection.',
    bindings: UDP,
    change: onEmpty((player) => [{ kind: 'leave', player }]),
  },
  'empty-datagram-joins': {
    breaks: 'TTT-03',
    text: 'An empty datagram of someone not seated is taken for a new connection.',
    bindings: UDP,
    change: onEmpty((player) => [{ kind: 'join', player }]),
  },
  'empty-datagram-passes-turn': {
    breaks: 'TTT-03',
    text: 'An empty datagram of the player in turn passes the turn.',
    bindings: UDP,
    parameters: PVP,
    change: (sound, context) =>
      onEmptyInGame((reply, state, player) => (inTurn(state, player) ? passTurn(state, context) : reply))(
        sound,
        context,
      ),
  },
  'opponents-empty-datagram-clears': {
    breaks: 'TTT-03',
    text: 'An empty datagram of the opponent empties the board.',
    bindings: UDP,
    parameters: PVP,
    change: onEmptyInGame((reply, state, player) =>
      state.seats.includes(player) && !inTurn(state, player) ? noReply({ ...state, board: EMPTY }) : reply,
    ),
  },
  'strangers-empty-datagram-stops': {
    breaks: 'TTT-03',
    text: 'An empty datagram of someone not seated ends the server’s loop.',
    bindings: UDP,
    change: (sound, context) => {
      const stopped = stopAfter(
        (event, { seats }) => event.kind === 'invalid' && event.byte < 0 && !seats.includes(event.player),
      )(sound, context);
      return { ...stopped, ...onEmpty((player) => [{ kind: 'invalid', player, byte: -1 }])(sound, context) };
    },
  },
};
