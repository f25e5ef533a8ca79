/** Defects of a server on udp: bytes after the first of a datagram, and empty datagrams. */
import { micros, type FrameEvent } from '../../../api/index';
import { EMPTY } from '../board';
import { passTurn } from '../firmware';
import { BYTE, type PlayerMessage } from '../message';
import { playerMessages } from '../wire';
import { asTurn, inTurn, onChunk, onTurn, PVP, stopAfter, type TttDefects } from './hooks';

const UDP = ['udp'] as const;

/** The messages in a datagram, as in a stream. */
function streamOf(bytes: Uint8Array): readonly FrameEvent<PlayerMessage>[] {
  return playerMessages('serial').decoder().push(bytes, micros(0));
}

export const DATAGRAM_DEFECTS: TttDefects = {
  'rest-of-datagram-counts': {
    breaks: 'TTT-02',
    text: 'Every byte of a datagram is a message.',
    carriers: UDP,
    change: onChunk((_events, bytes) => streamOf(bytes)),
  },
  'first-valid-byte-counts': {
    breaks: 'TTT-02',
    text: 'The first byte of a datagram that is a message counts.',
    carriers: UDP,
    change: onChunk((events, bytes) => {
      const found = streamOf(bytes).find(({ kind }) => kind === 'frame');
      return found === undefined ? events : [found];
    }),
  },
  'long-datagram-dropped': {
    breaks: 'TTT-02',
    text: 'A datagram of more than one byte is ignored.',
    carriers: UDP,
    change: onChunk((events, bytes) => (bytes.length > 1 ? [] : events)),
  },
  'long-join-dropped': {
    breaks: 'TTT-02',
    text: 'J joins only where it is the only byte.',
    carriers: UDP,
    change: onChunk((events, bytes) => (bytes.length > 1 && bytes[0] === BYTE.join ? [] : events)),
  },
  'long-leave-dropped': {
    breaks: 'TTT-02',
    text: 'Q leaves only where it is the only byte.',
    carriers: UDP,
    change: onChunk((events, bytes) => (bytes.length > 1 && bytes[0] === BYTE.leave ? [] : events)),
  },
  'blanks-passed-over': {
    breaks: 'TTT-02',
    text: 'White space at the beginning of a datagram is skipped.',
    carriers: UDP,
    change: onChunk((events, bytes) => {
      const text = Buffer.from(bytes).toString('latin1').trimStart();
      return text === '' ? events : streamOf(Buffer.from(text.slice(0, 1), 'latin1'));
    }),
  },
  'bytes-behind-join-count': {
    breaks: 'TTT-02',
    text: 'The bytes after J in a datagram count too.',
    carriers: UDP,
    change: onChunk((events, bytes) => (bytes[0] === BYTE.join ? streamOf(bytes) : events)),
  },
  'empty-datagram-repeats': {
    breaks: 'TTT-03',
    text: 'At an empty datagram the byte that the buffer still holds is read again, whoever sent it.',
    carriers: UDP,
    change: (sound) => {
      let held: FrameEvent<PlayerMessage> | undefined;
      return {
        receives: (event, state) => {
          const isEmpty = event.raw.length === 0;
          if (!isEmpty) held = event;
          return sound.receives(isEmpty ? (held ?? event) : event, state);
        },
      };
    },
  },
  'empty-datagram-leaves': {
    breaks: 'TTT-03',
    text: 'An empty datagram is taken for the end of its player’s connection.',
    carriers: UDP,
    change: asTurn((turn) => (turn.kind === 'empty' ? { kind: 'leave', player: turn.player } : undefined)),
  },
  'empty-datagram-joins': {
    breaks: 'TTT-03',
    text: 'An empty datagram of someone not seated is taken for a new connection.',
    carriers: UDP,
    change: asTurn((turn) => (turn.kind === 'empty' ? { kind: 'join', player: turn.player } : undefined)),
  },
  'empty-datagram-passes-turn': {
    breaks: 'TTT-03',
    text: 'An empty datagram of the player in turn passes the turn.',
    carriers: UDP,
    parameters: PVP,
    change: onTurn('empty', (reply, game, { player }) =>
      inTurn(game, player) ? passTurn(game, reply) : reply,
    ),
  },
  'opponents-empty-datagram-clears': {
    breaks: 'TTT-03',
    text: 'An empty datagram of the opponent empties the board.',
    carriers: UDP,
    parameters: PVP,
    change: onTurn('empty', (reply, game, { player }) =>
      game.seats.includes(player) && !inTurn(game, player)
        ? { ...reply, game: { ...game, board: EMPTY } }
        : reply,
    ),
  },
  'strangers-empty-datagram-stops': {
    breaks: 'TTT-03',
    text: 'An empty datagram of someone not seated ends the server’s loop.',
    carriers: UDP,
    change: stopAfter((turn, { seats }) => turn.kind === 'empty' && !seats.includes(turn.player)),
  },
};
