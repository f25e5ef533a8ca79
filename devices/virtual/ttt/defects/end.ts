/** Bugs of a TTT server in shutdown, long runs, reading its stream, and time. */
import { BYTE, playerMessageOf } from '../../../../protocols/ttt/message';
import { micros, millis } from '../../../../protocols/time';
import type { TttDefects } from '../firmware';
import { CONNECTIONLESS, onEvent, onRead, PVE, PVP, stopAfter } from '../hooks';

const SHUT_DOWN = 'a reset shuts down, and a reset is no input';

/** Within the 200 ms in which nothing may follow S. */
const LATER = millis(120);

const SHUTDOWN: TttDefects = {
  'shutdown-to-first-only': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Only the first player gets S.',
    parameters: PVP,
    change: onEvent('shutdown', (reply) => ({ ...reply, sent: reply.sent.slice(0, 1) })),
  },
  'shutdown-unsaid': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Nobody gets S.',
    change: onEvent('shutdown', (reply) => ({ ...reply, sent: [] })),
  },
  'shutdown-twice': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'S is sent twice.',
    change: onEvent('shutdown', (reply) => ({ ...reply, sent: [...reply.sent, ...reply.sent] })),
  },
  'wait-behind-shutdown': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'A while after S every player gets W for the next game.',
    bindings: CONNECTIONLESS,
    parameters: PVP,
    change: onEvent('shutdown', (reply) => ({
      ...reply,
      sent: [...reply.sent, ...reply.sent.map(({ to }) => ({ to, byte: BYTE.wait, delay: LATER }))],
    })),
  },
  'shutdown-to-strangers': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'Everyone who ever joined gets S.',
    bindings: CONNECTIONLESS,
    change: (sound) => {
      const known = new Set<string>();
      return {
        applyEvent: (state, event) => {
          const reply = sound.applyEvent(state, event);
          if (event.kind !== 'shutdown') known.add(event.player);
          else return { ...reply, sent: [...known].map((to) => ({ to, byte: BYTE.shutdown })) };
          return reply;
        },
      };
    },
  },
  'shutdown-keeps-seats': {
    breaks: 'TTT-40',
    beyondInput: SHUT_DOWN,
    text: 'The game goes on after S: its players stay seated.',
    bindings: CONNECTIONLESS,
    change: onEvent('shutdown', (reply, state) => ({ ...reply, state })),
  },
};

const MOST_BYTES = 65_535;
const MOST_JOINS = 150;
const LONGEST_NOISE = 20;

const ENDURANCE: TttDefects = {
  'stops-at-64-kib': {
    breaks: 'TTT-41',
    text: 'After 65 535 bytes the server ignores all input.',
    change: (sound) => {
      let bytes = 0;
      return {
        read: (player, chunk) => {
          bytes += chunk.length;
          return bytes > MOST_BYTES ? [] : sound.read(player, chunk);
        },
      };
    },
  },
  'stops-at-150-joins': {
    breaks: 'TTT-41',
    text: 'Places of players who left are not used again: the 151st join ends the server.',
    change: (sound, context) => {
      let joins = 0;
      return stopAfter((event) => event.kind === 'join' && ++joins > MOST_JOINS)(sound, context);
    },
  },
  'noise-stops': {
    breaks: 'TTT-41',
    text: 'More than 20 invalid characters in a row end the server.',
    change: (sound, context) => {
      let noise = 0;
      return stopAfter((event) => {
        noise = event.kind === 'invalid' ? noise + 1 : 0;
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
    bindings: STREAMS,
    change: onRead((_player, _bytes, events) => events.slice(0, 1)),
  },
  'last-of-chunk-counts': {
    breaks: 'TTT-42',
    text: 'Of bytes that come together only the last counts.',
    bindings: STREAMS,
    change: onRead((_player, _bytes, events) => events.slice(-1)),
  },
  'chunk-of-four': {
    breaks: 'TTT-42',
    text: 'Of bytes that come together only the first four count.',
    bindings: STREAMS,
    change: onRead((_player, _bytes, events) => events.slice(0, 4)),
  },
  'rest-behind-invalid-dropped': {
    breaks: 'TTT-42',
    text: 'After an invalid character the rest of the chunk is dropped.',
    bindings: STREAMS,
    change: onRead((_player, _bytes, events) => {
      const at = events.findIndex(({ kind }) => kind === 'invalid');
      return at < 0 ? events : events.slice(0, at);
    }),
  },
  'rest-behind-join-dropped': {
    breaks: 'TTT-42',
    text: 'After J the rest of the chunk is dropped.',
    bindings: ['serial'],
    change: onRead((_player, bytes, events) => {
      const at = bytes.findIndex((byte) => playerMessageOf('serial', byte)?.kind === 'join');
      return at < 0 ? events : events.slice(0, at + 1);
    }),
  },
};

const TIMING: TttDefects = {
  'answers-late': {
    breaks: 'TTT-TM-01',
    text: 'Answers take 60 to 90 ms.',
    change: (_sound, { random }) => ({ delay: () => micros(random.int(60_000, 90_000)) }),
  },
  'machine-thinks-long': {
    breaks: 'TTT-TM-01',
    text: 'The machine takes 80 to 120 ms for its move.',
    parameters: PVE,
    change: (sound, { random }) => ({
      delay: (event) => (event.kind === 'move' ? micros(random.int(80_000, 120_000)) : sound.delay(event)),
    }),
  },
};

export const END_DEFECTS: TttDefects = { ...SHUTDOWN, ...ENDURANCE, ...CHUNKS, ...TIMING };
