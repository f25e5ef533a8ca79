/**
 * The fuzz target of Durak: the host is the other player. The board plays by itself and makes its own choices, so moves
 * are made when they are sent. Only a reset begins a new game.
 */
import { DurakDecoder, LINE_TIMEOUT } from '../../../../protocols/durak/decoder';
import { explain } from '../../../../protocols/durak/fields';
import { ETX, RS } from '../../../../protocols/durak/packet';
import { DURAK_REQUIREMENTS } from '../../../../protocols/durak/requirements';
import { millis } from '../../../../protocols/time';
import { reduceBytes } from '../../reduce/byte-reduction';
import type { FuzzTarget, TimeBounds } from '../../target';
import { decodeAll } from '../case-building';
import { GAMES } from './games';
import { RESPONSES, STATES, TRIGGERS, triggerLabel } from '../../../../protocols/durak/monitor/labels';
import { DurakModel } from './model';
import { NEAR_MISSES } from './near-misses';
import { isDeck, shorterDecks } from './shorter-decks';
import { SEED_CASES } from './seed-cases';
import { ACK, HELLO, tx, strangeDeck } from './case-parts';
import type { DurakView } from './recipes';
import { durakResync } from './resync';

/** The cases of one game. */
const BLOCK_CASES = 16;
const MINUS = 0x2d;
const NOWHERE = { role: undefined, game: undefined, waiting: undefined };

export const DURAK_TARGET: FuzzTarget<DurakView> = {
  suite: 'durak',
  requirements: DURAK_REQUIREMENTS,
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['type', 'GS', 'card', 'suit', 'color', 'property', 'field', 'records', 'ETX', 'EOT', 'length'],
  beyond: {
    'DRK-HS-02': 'told by several starts against each other, not by what is sent',
    'DRK-DL-02': 'told by several deals against each other, not by what is sent',
  },
  session: (parameters) => ({
    model: (fresh, now) => new DurakModel({ fresh, now: now === true, parameters }),
    generators: [...GAMES, ...NEAR_MISSES],
    // It is acknowledged in any state, and applied in none.
    probe: [tx(strangeDeck())],
    baseline: [tx(strangeDeck())],
    blocks: { fromReset: true, cases: BLOCK_CASES },
    stateProbes: () => [],
    seedCases: SEED_CASES,
    // Slightly more than the time between repetitions of a packet.
    quiet: millis(4200),
    scripts: { chatter: [HELLO], chooses: 'the cards that the board dealt and played' },
    times: (failure) =>
      timeBounds(failure, Number(parameters['ackMs'] ?? 3000), Number(parameters['moveMs'] ?? 2000)),
    resync: durakResync(Number(parameters['ackMs'] ?? 3000)),
    frames: (_link, bytes) => eventsOf(bytes).map(({ raw }) => raw),
    clauses: { pause: 'DRK-LK-11' },
    smaller,
    describe: (_link, bytes) => describe(bytes),
    fields: (_link, _direction, bytes) => explain(bytes),
  }),
};

function eventsOf(bytes: Uint8Array) {
  return decodeAll(new DurakDecoder(), bytes, LINE_TIMEOUT);
}

function describe(bytes: Uint8Array): string {
  return eventsOf(bytes)
    .map((event) => {
      if (event.kind === 'reject') return event.error.message;
      return event.value.type === 'deck' ? 'deck' : triggerLabel(event, NOWHERE, false);
    })
    .join('; ');
}

function* smaller(_link: string, bytes: Uint8Array): Iterable<Uint8Array> {
  for (const less of lessOf(bytes)) if (less.length < bytes.length) yield less;
  // A part of a deck has no meaning.
  if (!isDeck(bytes)) yield* reduceBytes(bytes);
}

/** The shortest packets. Then, for a good deck, fewer characters; else fewer records, whole ones. */
function* lessOf(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > HELLO.length) yield HELLO;
  if (bytes.length > ACK.length) yield ACK;
  const starts = [...bytes.keys()].filter((at) => bytes[at] === RS);
  const end = bytes.lastIndexOf(ETX) > (starts.at(-1) ?? 0) ? bytes.lastIndexOf(ETX) : bytes.length - 1;
  const [first] = starts;
  // A line with only its first byte.
  if (first === undefined && bytes.length > 1) yield bytes.subarray(0, 1);
  if (first === undefined) return;
  if (isDeck(bytes)) {
    yield* shorterDecks(bytes);
    return;
  }
  if (bytes.includes(MINUS)) yield bytes.filter((byte) => byte !== MINUS);
  yield Uint8Array.from([...bytes.subarray(0, first), ...bytes.subarray(end)]);
  for (let size = starts.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < starts.length; at += size)
      yield Uint8Array.from([...bytes.subarray(0, starts[at]), ...bytes.subarray(starts[at + size] ?? end)]);
}

function timeBounds(
  { kind, requirement }: { readonly kind: string; readonly requirement: string },
  ackMs: number,
  moveMs: number,
): TimeBounds {
  if (kind !== 'late') return {};
  switch (requirement) {
    case 'DRK-LK-02':
      return { most: millis(ackMs) };
    case 'DRK-LK-03':
      return { most: millis(250) };
    case 'DRK-PL-10':
    case 'DRK-PL-11':
      return { most: millis(moveMs) };
  }
  return {};
}
