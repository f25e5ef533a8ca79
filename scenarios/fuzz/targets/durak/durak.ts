/**
 * Durak as fuzzing sees it: the host is the other player. The board plays by itself and chooses as it likes, so moves are
 * made when their time comes; nothing but a reset begins a new game.
 */
import { isDeepStrictEqual } from 'node:util';
import { DurakDecoder, LINE_TIMEOUT } from '../../../../protocols/durak/decoder';
import { explain } from '../../../../protocols/durak/fields';
import { ETX, RS, SYN } from '../../../../protocols/durak/packet';
import { DURAK_REQUIREMENTS } from '../../../../protocols/durak/requirements';
import { micros, millis } from '../../../../protocols/time';
import { dice } from '../../campaign/dice';
import { listen, type FuzzStep, type SendStep } from '../../execution/step';
import type { FuzzTarget, TimeBounds } from '../../target';
import { GAMES, HELLO_WAIT } from './games';
import { RESPONSES, STATES, TRIGGERS, triggerLabel } from './labels';
import { DurakModel } from './model';
import { NEAR_MISSES } from './near-misses';
import { isDeck, otherChoices, shorterDecks } from './others';
import { ACK, anyDeal, HELLO, recipe, say, SHORT_DECK, SHORTEST_DECK, strangeDeck } from './shrinking';
import type { DurakView } from './recipes';
import { gambles, longGames, OPENINGS, wrongMoves } from './short-games';
import { durakResync } from './resync';

/** Cases of one game. */
const BLOCK = 16;
/** The board says hello, deals and attacks; so it needs no deal of the host's, which is most of a short case's bytes. */
const WAYS = [2, 3].map((acks) => [listen(HELLO_WAIT), ...Array.from({ length: acks }, () => say(ACK))]);
/** To the end of the stock and on; what is open is acknowledged, so that a failure is told as what it is of. */
const LONG_GAME = 24;
const LONG_GAMES = WAYS.map((way) => [
  ...way,
  ...Array.from({ length: LONG_GAME }, () => [recipe('long 0'), recipe('ack')]).flat(),
]);
/** Two acknowledgements at once where one is due; a move said again; a packet behind the beginning of another. */
const SHORTCUTS = [
  [listen(HELLO_WAIT), say(ACK), say(Uint8Array.from([...ACK, ...ACK]))],
  [listen(HELLO_WAIT), say(ACK), say(ACK), recipe('pass 0'), recipe('again')],
  [listen(HELLO_WAIT), say(ACK), say(ACK), say(ACK), say(Uint8Array.from([SYN, ...SHORTEST_DECK]))],
  // Ten cards in hand, and the end.
  [...(WAYS[0] ?? []), ...Array.from({ length: 4 }, () => recipe('pass 0')), say(HELLO)],
  // Player 2 is told a deck that is none before the deal, and a deck that is no move behind it.
  [say(HELLO), say(SHORT_DECK), say(SHORTEST_DECK)],
  [say(HELLO), say(anyDeal(dice(0))), say(SHORTEST_DECK), say(ACK)],
  ...wrongMoves(WAYS[1] ?? []),
  ...OPENINGS,
  ...LONG_GAMES,
];
const GAMBLES = gambles(WAYS[0] ?? []);
const GAMES_TO_THE_END = longGames(WAYS[0] ?? []);
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
    // Acknowledged in whatever state, and applied in none.
    probe: [say(strangeDeck())],
    baseline: [say(strangeDeck())],
    fromReset: true,
    block: BLOCK,
    observations: () => [],
    // One more than the time in which a packet comes again.
    quiet: millis(4200),
    chatter: [HELLO],
    chooses: 'the cards that the board dealt and played',
    times: (failure) =>
      timeBounds(failure, Number(parameters['ackMs'] ?? 3000), Number(parameters['moveMs'] ?? 2000)),
    resync: durakResync(Number(parameters['ackMs'] ?? 3000)),
    frames: (_link, bytes) => eventsOf(bytes).map(({ raw }) => raw),
    paced: { pause: 'DRK-LK-11' },
    orderly,
    ways: WAYS,
    shortcuts: SHORTCUTS,
    gambles: GAMBLES,
    games: GAMES_TO_THE_END,
    smaller,
    isWhole: (_link, bytes) => isDeck(bytes),
    others: otherChoices,
    describe: (_link, bytes) => describe(bytes),
    fields: (_link, _direction, bytes) => explain(bytes),
  }),
};

function eventsOf(bytes: Uint8Array) {
  const decoder = new DurakDecoder();
  return [...decoder.push(bytes, micros(0)), ...decoder.tick(LINE_TIMEOUT)];
}

/** What the board said is acknowledged before it is told anything more. */
function orderly(steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const isOpen = (step: FuzzStep, before: FuzzStep | undefined): boolean =>
    step.kind === 'send' && step.gap === undefined && !isAck(step) && before !== undefined;
  return steps.flatMap((step, i) => (isOpen(step, steps[i - 1]) ? [recipe('ack'), step] : [step]));
}

function isAck(step: SendStep): boolean {
  return step.recipe === 'ack' || (step.recipe === undefined && isDeepStrictEqual(step.bytes, ACK));
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
}

/** The shortest packets; then a good deck of fewer characters, or fewer records of one that is not, whole ones. */
function* lessOf(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > HELLO.length) yield HELLO;
  if (bytes.length > ACK.length) yield ACK;
  const starts = [...bytes.keys()].filter((at) => bytes[at] === RS);
  const end = bytes.lastIndexOf(ETX) > (starts.at(-1) ?? 0) ? bytes.lastIndexOf(ETX) : bytes.length - 1;
  const [first] = starts;
  // A line that is only begun.
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
