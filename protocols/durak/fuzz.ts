/** What fuzzing tries: the host is the other player. The board makes its own choices, so moves are made when they are sent. Only a reset begins a new game. */
import {
  after,
  decodeAll,
  GARBAGE,
  millis,
  repeated,
  type FuzzOptions,
  type FuzzSession,
  type Resync,
} from '../../api/index';
import { DurakDecoder } from './wire/decoder';
import { GAMES } from './fuzz/games';
import { NEAR_MISSES } from './fuzz/near-misses';
import { ACK, HELLO, strangeDeck, tx } from './fuzz/parts';
import { bytesOfRecipe } from './fuzz/recipes';
import { SEED_CASES } from './fuzz/seed-cases';
import { smaller } from './fuzz/shrinking';
import { TRIGGERS } from './labels';
import type { Packet } from './wire/packet';
import type { DurakValues } from './parameters';
import { STATES, type DurakState } from './state';

type Times = NonNullable<FuzzSession<unknown>['times']>;

/** The cases of one game. */
const BLOCK_CASES = 16;
const LINE_TIME = millis(3000);

export const fuzz: FuzzOptions<DurakState, DurakValues> = {
  states: STATES,
  triggers: TRIGGERS,
  responses: ['silence', 'acknowledgement', 'hello', 'deal', 'move', 'answer'],
  fields: ['type', 'GS', 'card', 'suit', 'color', 'property', 'field', 'records', 'ETX', 'EOT', 'length'],
  beyond: {
    'DRK-HS-02': 'told by several starts against each other, not by what is sent',
    'DRK-DL-02': 'told by several deals against each other, not by what is sent',
  },
  session: ({ ackMs, moveMs }) => ({
    generators: [...GAMES, ...NEAR_MISSES],
    made: bytesOfRecipe,
    // It is acknowledged in any state, and applied in none.
    probe: [tx(strangeDeck())],
    baseline: [tx(strangeDeck())],
    blocks: { fromReset: true, cases: BLOCK_CASES },
    stateProbes: () => [],
    seedCases: SEED_CASES,
    scripts: { chatter: [HELLO], chooses: 'the cards that the board dealt and played' },
    times: timesOf(ackMs, moveMs),
    resync: resyncOf(ackMs),
    frames: (_link, bytes) => eventsOf(bytes).map(({ raw }) => raw),
    clauses: { pause: 'DRK-LK-11' },
    commonResponses: ['silence', 'acknowledgement'],
    smaller,
    describe: (_link, bytes) => describe(bytes),
  }),
};

function eventsOf(bytes: Uint8Array) {
  return decodeAll<Packet>(new DurakDecoder(), bytes, LINE_TIME);
}

function describe(bytes: Uint8Array): string {
  return eventsOf(bytes)
    .map((event) => {
      if (event.kind === 'reject') return event.error.message;
      return event.value.type === 'ack' ? 'acknowledgement' : event.value.type;
    })
    .join('; ');
}

function timesOf(ackMs: number, moveMs: number): Times {
  const most: Readonly<Record<string, number>> = {
    'DRK-LK-02': ackMs,
    'DRK-LK-03': 250,
    'DRK-PL-10': moveMs,
    'DRK-PL-11': moveMs,
  };
  return ({ kind, requirement }) => {
    const limit = kind === 'late' ? most[requirement] : undefined;
    return limit === undefined ? {} : { most: millis(limit) };
  };
}

/** The time of the packet's five bytes, and a line's delay. */
const PACKET = millis(5);

const DECK = [0x16, 0x31, 0x1d] as const;
const RECORD = [0x1e, 0x30, 0x1f, 0x30, 0x1f, 0x30, 0x1f, 0x30, 0x1f, 0x30] as const;

/** `ack`: the limit for an acknowledgement, milliseconds. */
function resyncOf(ack: number): Resync {
  const silence = millis(ack);
  return {
    link: 'main',
    kinds: [
      ...GARBAGE,
      repeated('bytes SYN', Uint8Array.of(0x16)),
      repeated('hellos without ETX', Uint8Array.of(0x16, 0x32, 0x1d, 0x0a)),
      repeated('EOT and more', Uint8Array.of(0x04, 0x41, 0x0a)),
      repeated('records of no packet', Uint8Array.of(0x1e, 0x30, 0x1f, 0x31, 0x1f)),
      {
        name: 'a deck, cut',
        make: (_dice, length) =>
          Uint8Array.from({ length }, (_, at) => DECK[at] ?? RECORD[at % RECORD.length] ?? 0),
      },
    ],
    ask: HELLO,
    answer: ACK,
    silence,
    limit: after(silence, PACKET),
    requirement: 'DRK-LK-05',
  };
}
