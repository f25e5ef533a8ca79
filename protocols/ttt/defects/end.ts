/** Bugs of a server in shutdown, long runs, reading its stream, and time. */
import { micros, millis } from '../../../api/index';
import { tell } from '../firmware';
import {
  CONNECTIONLESS,
  onChunk,
  onSent,
  onTurn,
  PVE,
  PVP,
  stopAfter,
  twice,
  type TttChange,
  type TttDefects,
} from './hooks';

const SHUT_DOWN = 'a reset shuts down, and a reset is no input';
/** Before each W: within the 200 ms in which nothing may follow S. */
const LATER = millis(60);

/** A while after S every player gets W. */
const waitAfterShutDown: TttChange = (sound, context) => ({
  ...onSent((sent, { event }) => {
    const waits =
      event.kind === 'reset' ? sent.map(({ link }) => ({ link, message: { type: 'wait' } as const })) : [];
    return [...sent, ...waits];
  })(sound, context),
  delay: (turn, message, index) =>
    turn.event.kind === 'reset' && message.type === 'wait' ? LATER : sound.delay(turn, message, index),
});

const SHUTDOWN: TttDefects = {
  'shutdown-to-first-only': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Only the first player gets S.',
    parameters: PVP,
    change: onTurn('shutdown', (reply) => ({ ...reply, says: reply.says.slice(0, 1) })),
  },
  'shutdown-unsaid': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Nobody gets S.',
    change: onTurn('shutdown', (reply) => ({ ...reply, says: [] })),
  },
  'shutdown-twice': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'S is sent twice.',
    change: onTurn('shutdown', (reply) => ({ ...reply, says: twice(reply.says) })),
  },
  'wait-behind-shutdown': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'A while after S every player gets W for the next game.',
    carriers: CONNECTIONLESS,
    parameters: PVP,
    change: waitAfterShutDown,
  },
  'shutdown-to-strangers': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Everyone who ever joined gets S.',
    carriers: CONNECTIONLESS,
    change: (sound) => {
      const known = new Set<string>();
      return {
        play: (game, turn) => {
          const reply = sound.play(game, turn);
          if (turn.kind === 'shutdown') return { ...reply, says: [...known].map(tell({ type: 'shutdown' })) };
          known.add(turn.player);
          return reply;
        },
      };
    },
  },
  'shutdown-keeps-seats': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'The game goes on after S: its players stay seated.',
    carriers: CONNECTIONLESS,
    change: onTurn('shutdown', (reply, game) => ({ ...reply, game })),
  },
};

const MOST_BYTES = 65_535;
const MOST_JOINS = 150;
const LONGEST_NOISE = 20;

const ENDURANCE: TttDefects = {
  'stops-at-64-kib': {
    breaks: 'TTT-41',
    text: 'After 65 535 bytes the server ignores all input.',
    change: (sound, context) => {
      let count = 0;
      return onChunk((events, bytes) => ((count += bytes.length) > MOST_BYTES ? [] : events))(sound, context);
    },
  },
  'stops-at-150-joins': {
    breaks: 'TTT-41',
    text: 'Places of players who left are not used again: the 151st join ends the server.',
    change: (sound, context) => {
      let joins = 0;
      return stopAfter((turn) => turn.kind === 'join' && ++joins > MOST_JOINS)(sound, context);
    },
  },
  'noise-stops': {
    breaks: 'TTT-41',
    text: 'More than 20 invalid characters in a row end the server.',
    change: (sound, context) => {
      let noise = 0;
      return stopAfter((turn) => {
        noise = turn.kind === 'invalid' ? noise + 1 : 0;
        return noise > LONGEST_NOISE;
      })(sound, context);
    },
  },
};

const STREAMS = ['tcp', 'serial'] as const;

const CHUNKS: TttDefects = {
  'first-of-chunk-counts': {
    breaks: 'TTT-42',
    text: 'Of bytes that come together only the first counts.',
    carriers: STREAMS,
    change: onChunk((events) => events.slice(0, 1)),
  },
  'last-of-chunk-counts': {
    breaks: 'TTT-42',
    text: 'Of bytes that come together only the last counts.',
    carriers: STREAMS,
    change: onChunk((events) => events.slice(-1)),
  },
  'chunk-of-four': {
    breaks: 'TTT-42',
    text: 'Of bytes that come together only the first four count.',
    carriers: STREAMS,
    change: onChunk((events) => events.slice(0, 4)),
  },
  'rest-behind-invalid-dropped': {
    breaks: 'TTT-42',
    text: 'After an invalid character the rest of the chunk is dropped.',
    carriers: STREAMS,
    change: onChunk((events) => {
      const at = events.findIndex(({ kind }) => kind === 'reject');
      return at < 0 ? events : events.slice(0, at);
    }),
  },
  'rest-behind-join-dropped': {
    breaks: 'TTT-42',
    text: 'After J the rest of the chunk is dropped.',
    carriers: ['serial'],
    change: onChunk((events) => {
      const at = events.findIndex(({ value }) => value?.type === 'join');
      return at < 0 ? events : events.slice(0, at + 1);
    }),
  },
};

const TIMING: TttDefects = {
  'answers-late': {
    breaks: 'TTT-TM-01',
    text: 'Answers take 60 to 90 ms.',
    change: (_sound, { random }) => ({
      delay: (_turn, _message, index) => micros(index === 0 ? random.int(60_000, 90_000) : 0),
    }),
  },
  'machine-thinks-long': {
    breaks: 'TTT-TM-01',
    text: 'The machine takes 80 to 120 ms for its move.',
    parameters: PVE,
    change: (sound, { random }) => ({
      delay: (turn, message, index) =>
        message.type === 'move' && index === 0
          ? micros(random.int(80_000, 120_000))
          : sound.delay(turn, message, index),
    }),
  },
};

export const END_DEFECTS: TttDefects = { ...SHUTDOWN, ...ENDURANCE, ...CHUNKS, ...TIMING };
