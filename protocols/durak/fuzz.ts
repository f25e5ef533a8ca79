/** What fuzzing tries: the host is the other player. The board makes its own choices, so moves are made when they are sent. Only a reset begins a new game. */
import { after, dice, GARBAGE, listen, millis, repeated, reduceBytes } from '../../api/index';
import type { FuzzOptions, FuzzStep, Resync } from '../../api/index';
import { CASES, HELLO_WAIT } from './cases';
import {
  anyDeal,
  ACK,
  concat,
  HELLO,
  recipe,
  sendAck,
  SHORT_DECK,
  SHORTEST_DECK,
  strangeDeck,
  tx,
} from './steps';
import { STATES, TRIGGERS, type DurakState } from './state';
import type { DurakValues } from './parameters';
import { readLine } from './wire/line';
import { encode } from './wire/wire';
import { ETX, RS, type CardRecord, type Deck } from './wire/packet';

/** The cases of one game. */
const BLOCK_CASES = 16;
/** The time of the packet's five bytes, and a line's delay. */
const PACKET = millis(5);

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
    generators: CASES,
    // It is acknowledged in any state, and applied in none.
    probe: [tx(strangeDeck())],
    baseline: [tx(strangeDeck())],
    blocks: { fromReset: true, cases: BLOCK_CASES },
    stateProbes: () => [],
    seedCases: SEED_CASES,
    scripts: { chatter: [HELLO], chooses: 'the cards that the board dealt and played' },
    times: ({ kind, requirement }) => {
      const most = { 'DRK-LK-02': ackMs, 'DRK-LK-03': 250, 'DRK-PL-10': moveMs, 'DRK-PL-11': moveMs };
      const limit = new Map(Object.entries(most)).get(requirement);
      return kind !== 'late' || limit === undefined ? {} : { most: millis(limit) };
    },
    resync: resyncOf(ackMs),
    clauses: { pause: 'DRK-LK-11' },
    commonResponses: ['silence', 'acknowledgement'],
    smaller,
  }),
};

/** `ack`: the limit for an acknowledgement, milliseconds. */
function resyncOf(ack: number): Resync {
  const silence = millis(ack);
  const deck = SHORTEST_DECK.subarray(0, -2);
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
        make: (_dice, length) => Uint8Array.from({ length }, (_, at) => deck[at] ?? 0x30),
      },
    ],
    ask: HELLO,
    answer: ACK,
    silence,
    limit: after(silence, PACKET),
    requirement: 'DRK-LK-05',
  };
}

/** The board has attacked. The second acknowledgement is for its attack. */
const ATTACKED: readonly FuzzStep[] = [listen(HELLO_WAIT), sendAck(), sendAck()];
const ACKNOWLEDGED: readonly FuzzStep[] = [...ATTACKED, sendAck()];
/** Clauses that a defence can break. */
const IN_DEFENCE = ['02', '04', '05', '06', '07', '08'];
const LONG_GAME = 24;

function opened(deal: number, move: string): readonly FuzzStep[] {
  return [tx(HELLO), tx(anyDeal(dice(deal))), recipe(move)];
}

/**
 * Short cases that can show many bugs. The board sends hello, deals and attacks by itself. So the host needs no deal,
 * which would be most of the bytes.
 *
 *     (silence)  ack  ack  move     396 bytes: the board dealt and attacks, the host answers
 *     hello  deal  move             781 bytes: the host dealt and attacks
 */
const SEED_CASES: readonly (readonly FuzzStep[])[] = [
  ATTACKED,
  ACKNOWLEDGED,
  // Two acknowledgements at once where one is due.
  [listen(HELLO_WAIT), sendAck(), tx(concat(ACK, ACK))],
  // A move sent again.
  [...ATTACKED, recipe('pass 0'), recipe('again')],
  // A packet after the beginning of another.
  [...ACKNOWLEDGED, tx(concat(Uint8Array.of(0x16), SHORTEST_DECK))],
  // Ten cards in hand: the game ends.
  [...ATTACKED, ...Array.from({ length: 4 }, () => recipe('pass 0')), tx(HELLO)],
  // Player 2 gets a deck that is no deal, and a deck that is no move.
  [tx(HELLO), tx(SHORT_DECK), tx(SHORTEST_DECK)],
  [tx(HELLO), tx(anyDeal(dice(0))), tx(SHORTEST_DECK), sendAck()],
  ...IN_DEFENCE.map((clause) => [...ACKNOWLEDGED, recipe(`against DRK-PL-${clause} 0`)]),
  opened(0, 'weak'),
  opened(0, 'strong'),
  opened(1, 'weak'),
  [...ATTACKED, ...Array.from({ length: LONG_GAME }, () => [recipe('long 0'), recipe('ack')]).flat()],
];

const MINUS = 0x2d;

function* smaller(_link: string, bytes: Uint8Array): Iterable<Uint8Array> {
  const packet = readLine(bytes);
  const cards = 'cards' in packet ? packet.cards : undefined;
  const less = cards === undefined ? fewerRecords(bytes) : shorterDecks(cards);
  for (const one of [HELLO, ACK, ...less]) if (one.length < bytes.length) yield one;
  // A part of a deck has no meaning.
  if (cards === undefined) yield* reduceBytes(bytes);
}

/** Decks with one character for the owner and the place of cards: of half of the longer cards, … of one. */
function* shorterDecks(cards: Deck): Iterable<Uint8Array> {
  const isLong = ({ property, field }: CardRecord): boolean => `${property}${field}`.length > 2;
  const long = cards.filter(isLong);
  for (let size = long.length; size >= 1; size >>= 1) {
    const shorter = new Set(long.slice(0, size));
    const shortened = cards.map((card) => (shorter.has(card) ? { ...card, property: 1, field: 0 } : card));
    yield encode({ type: 'deck', cards: shortened });
  }
}

/** Lines with no minus, then with fewer records, whole ones; or only the first byte. */
function* fewerRecords(bytes: Uint8Array): Iterable<Uint8Array> {
  const starts = [...bytes.keys()].filter((at) => bytes[at] === RS);
  if (starts.length === 0) {
    yield bytes.subarray(0, 1);
    return;
  }
  const end = bytes.lastIndexOf(ETX) > (starts.at(-1) ?? 0) ? bytes.lastIndexOf(ETX) : bytes.length - 1;
  yield bytes.filter((byte) => byte !== MINUS);
  for (let size = starts.length; size >= 1; size >>= 1)
    for (let at = 0; at < starts.length; at += size)
      yield Uint8Array.of(...bytes.subarray(0, starts[at]), ...bytes.subarray(starts[at + size] ?? end));
}
