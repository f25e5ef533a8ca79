/** Bugs of a server in shutdown, long runs, and time. */
import { micros, millis } from '../../../api/index';
import { SHUT, tell } from '../firmware';
import {
  adding,
  CONNECTIONLESS,
  on,
  onChunk,
  PVE,
  PVP,
  remembering,
  SHUT_DOWN,
  silent,
  stopAfter,
  twice,
  type Group,
} from './hooks';

/** Before each W: within the 200 ms in which nothing may follow S. */
const LATER = millis(60);

const SHUTDOWN: readonly Group[] = [
  [SHUT_DOWN, { 'shutdown-unsaid': on(SHUT, silent), 'shutdown-twice': on(SHUT, twice) }],
  [
    { ...SHUT_DOWN, ...PVP },
    { 'shutdown-to-first-only': on(SHUT, (reply) => ({ ...reply, says: reply.says.slice(0, 1) })) },
  ],
  [
    { ...SHUT_DOWN, ...PVP, ...CONNECTIONLESS },
    {
      'wait-behind-shutdown': (sound, context) => ({
        ...on(SHUT, (reply, { seats }) => adding(reply, 'wait', seats))(sound, context),
        delay: (turn, message, index) =>
          turn.event.kind === 'reset' && message.type === 'wait' ? LATER : sound.delay(turn, message, index),
      }),
    },
  ],
  [
    { ...SHUT_DOWN, ...CONNECTIONLESS },
    {
      'shutdown-to-strangers': remembering(() => {
        const known = new Set<string>();
        return (reply, _game, turn) => {
          if (turn.kind === 'shutdown') return { ...reply, says: [...known].map(tell({ type: 'shutdown' })) };
          known.add(turn.player);
          return reply;
        };
      }),
      'shutdown-keeps-seats': on(SHUT, (reply, game) => ({ ...reply, game })),
    },
  ],
];

const MOST_BYTES = 65_535;
const MOST_JOINS = 150;
const LONGEST_NOISE = 20;

const LONG_RUNS: Group = [
  {},
  {
    'stops-at-64-kib': (sound, context) => {
      let count = 0;
      return onChunk((events, { length }) => ((count += length) > MOST_BYTES ? [] : events))(sound, context);
    },
    'stops-at-150-joins': stopAfter(() => {
      let joins = 0;
      return ({ kind }) => kind === 'join' && ++joins > MOST_JOINS;
    }),
    'noise-stops': stopAfter(() => {
      let noise = 0;
      return ({ kind }) => (noise = kind === 'invalid' ? noise + 1 : 0) > LONGEST_NOISE;
    }),
    'answers-late': (_sound, { random }) => ({
      delay: (_turn, _message, index) => micros(index === 0 ? random.int(60_000, 90_000) : 0),
    }),
  },
];

const THINKING: Group = [
  PVE,
  {
    'machine-thinks-long': (sound, { random }) => ({
      delay: (turn, message, index) =>
        message.type === 'move' && index === 0
          ? micros(random.int(80_000, 120_000))
          : sound.delay(turn, message, index),
    }),
  },
];

export const END_DEFECTS: readonly Group[] = [...SHUTDOWN, LONG_RUNS, THINKING];
