/**
 * What the host tries, one kind each: the fuzzer draws them, and the suite plays them in a game or at an idle board. The rules judge what
 * follows.
 */
import {
  generator,
  listen,
  micros,
  millis,
  type ConversationGenerator,
  type Dice,
  type FuzzStep,
} from '../../api/index';
import { anyDeal } from './hands';
import { waitingOf, type DurakState } from './state';
import {
  ACK,
  ackDue,
  concat,
  garbage,
  HELLO,
  longLine,
  NO_GAP,
  recipe,
  sendAck,
  strangeDeck,
  tx,
} from './steps';
import { MALFORMATIONS } from './wire/malformations';
import { LINE_MAX } from './wire/packet';

/** Longer than the time between two hellos of a board. */
export const HELLO_WAIT = millis(10_600);
const MOVES = ['move', 'throw', 'throw', 'pass'] as const;
const STYLES = ['weak', 'weak', 'weak', 'long', 'heap', 'move', 'throw', 'pass'] as const;
/** Moves of a whole game. */
const LONG_GAME = 40;
/** Between bytes that come one at a time. */
const PIECE_GAP = micros(5500);
/** Milliseconds between two parts: a packet, and none. */
const PART_GAPS = [2200, 3600] as const;
/** Bytes with a meaning, and some without. */
const ALPHABET = [
  0x16, 0x31, 0x32, 0x1d, 0x1e, 0x1f, 0x03, 0x0a, 0x04, 0x2d, 0x30, 0x39, 0x0d, 0x00, 0xff,
] as const;
const LINE_END = Uint8Array.of(0x0a);
const EVERY_FIELD = ['type', 'GS', 'card', 'suit', 'color', 'property', 'field', 'ETX', 'records'];
export const LONG_LINES = [513, LINE_MAX - 1, LINE_MAX, LINE_MAX + 1, 3000, 65_537, 65_600] as const;

/** These steps once in `times`. */
function maybe(dice: Dice, times: number, ...steps: readonly FuzzStep[]): readonly FuzzStep[] {
  return dice.once(times) ? steps : [];
}

function pause(dice: Dice, ...ms: readonly [number, ...number[]]): FuzzStep {
  return listen(millis(dice.pick(ms)));
}

export function anyMove(dice: Dice, style: string = dice.pick(MOVES)): string {
  return `${style} ${dice.int(0, 30)}`;
}

function isHostsTurn({ game, role }: DurakState): boolean {
  return game !== undefined && game.turn !== role;
}

/** Steps that lead to the host's turn. */
function opening(dice: Dice, state: DurakState): readonly FuzzStep[] {
  const { role, game } = state;
  const waiting = waitingOf(state)?.kind;
  const dealing = (): readonly FuzzStep[] => [tx(HELLO), tx(anyDeal(dice))];
  if (waiting === 'deck') return [sendAck()];
  if (waiting === 'hello') return dice.once(3) ? dealing() : [sendAck(), sendAck()];
  if (role === undefined) return dice.once(3) ? [listen(HELLO_WAIT), sendAck(), sendAck()] : dealing();
  return game === undefined && role === 2 ? [tx(anyDeal(dice))] : [];
}

/** Moves in one style; `terse`: a move acknowledges the packet before it. */
function moves(dice: Dice, count: number, style?: string, terse = false): readonly FuzzStep[] {
  return Array.from({ length: count }, () => {
    const move = recipe(anyMove(dice, style));
    return terse ? [move] : [move, sendAck()];
  }).flat();
}

/** A move, or another good packet if no move is due. */
function word(dice: Dice, state: DurakState): FuzzStep {
  if (isHostsTurn(state) && !dice.once(3)) return recipe(anyMove(dice), NO_GAP);
  return tx(dice.once(3) ? strangeDeck(dice) : HELLO, NO_GAP);
}

/** A packet that is wrong in one way: of a legal move, if there is one. */
export function malformed(
  dice: Dice,
  state: DurakState,
  number = dice.int(0, MALFORMATIONS.length - 1),
): FuzzStep {
  if (isHostsTurn(state)) return recipe(`malformed ${number} ${dice.int(0, 9999)}`);
  const deal = anyDeal(dice);
  const cards = deal.type === 'deck' ? deal.cards : [];
  return tx(MALFORMATIONS[number]?.make(cards, (below) => dice.int(0, below - 1)) ?? HELLO);
}

export function brokenHello(dice: Dice): Uint8Array {
  const at = dice.int(1, HELLO.length - 2);
  const byte = dice.pick(ALPHABET);
  return dice.pick([
    HELLO.filter((_, i) => i !== at),
    HELLO.with(at, byte),
    concat(HELLO.subarray(0, at), Uint8Array.of(byte), HELLO.subarray(at)),
    HELLO.with(1, dice.int(0x30, 0x39)),
  ]);
}

export function afterGarbage(
  dice: Dice,
  state: DurakState,
  length = dice.pick([1, 2, 3, dice.int(1, 40), dice.int(200, 300)]),
): readonly FuzzStep[] {
  const what = waitingOf(state) === undefined ? word(dice, state) : sendAck(NO_GAP);
  return [tx(garbage(dice, length)), what, ackDue()];
}

/** The beginning of a packet or of an over-long line, and then a packet. */
export function cutBySyn(dice: Dice, state: DurakState): readonly FuzzStep[] {
  const begun = dice.pick([HELLO.subarray(0, dice.int(1, 4)), longLine(dice.int(1, 400)), longLine(3000)]);
  return [tx(begun), word(dice, state), ackDue()];
}

/** A packet in two halves, or in three parts. */
export function inParts(
  dice: Dice,
  state: DurakState,
  gap: number = dice.pick(PART_GAPS),
  isInThirds: boolean = dice.once(4),
): readonly FuzzStep[] {
  if (isInThirds) {
    const third = millis(gap / 2 + 200);
    return [tx(HELLO.subarray(0, 2)), tx(HELLO.subarray(2, 3), third), tx(HELLO.subarray(3), third)];
  }
  if (isHostsTurn(state) && dice.once(2)) {
    const at = dice.int(1, 360);
    return [recipe(`part 0 ${at}`), recipe(`part ${at} 999`, millis(gap)), ackDue()];
  }
  const packet = dice.once(2) ? HELLO : tx(strangeDeck(dice)).bytes;
  const at = dice.int(1, packet.length - 1);
  return [tx(packet.subarray(0, at)), tx(packet.subarray(at), millis(gap)), ackDue()];
}

/** The first bytes one at a time: they fill a queue of single bytes. */
export function byteByByte(dice: Dice, long: boolean = dice.once(2)): readonly FuzzStep[] {
  const bytes = long ? tx(dice.once(2) ? strangeDeck(dice) : anyDeal(dice)).bytes : HELLO;
  const alone = long ? dice.pick([70, 70, 200]) : HELLO.length;
  const ends = new Set([...Array.from({ length: alone }, (_, i) => i + 1), bytes.length]);
  return [
    ...[...ends].map((end, i) => tx(bytes.subarray(i, end), i === 0 ? undefined : PIECE_GAP)),
    ackDue(),
  ];
}

export function afterLongLine(dice: Dice, state: DurakState, length: number): readonly FuzzStep[] {
  const line = dice.once(3) ? longLine(length) : concat(longLine(length), LINE_END);
  return [tx(line), word(dice, state), ackDue()];
}

/** On the host's turn: a move that comes again, when its acknowledgement, or the board's move, may have been lost. */
export function moveAgain(dice: Dice): readonly FuzzStep[] {
  const move = [ackDue(), recipe(anyMove(dice))];
  return dice.pick([
    [...move, recipe('again', millis(dice.pick([0, dice.int(5, 45)]))), ackDue(), ackDue()],
    [...move, ackDue(), recipe('again'), ackDue(2500), ackDue()],
    [...move, recipe('again'), ackDue(6600)],
    [...move, ackDue(), recipe('again'), ackDue(), recipe(anyMove(dice)), ackDue()],
  ]);
}

/** On the host's turn: illegal moves that the board refuses, and sometimes one again; then a move. */
export function illegalMoves(dice: Dice, ...wrongs: readonly string[]): readonly FuzzStep[] {
  return [
    ...wrongs.flatMap((wrong) => {
      const one = [ackDue(), recipe(wrong)];
      return [...one, ...maybe(dice, 8, ...one)];
    }),
    ackDue(),
    recipe(anyMove(dice)),
  ];
}

/** On the host's turn: a line that must change nothing, of another move than the one that follows: malformed, by its number, or cut. */
export function moveAfterBadLine(dice: Dice, state: DurakState, number: number): readonly FuzzStep[] {
  const long = maybe(dice, 2, tx(longLine(2200).fill(0x39), NO_GAP));
  const bad = dice.once(4)
    ? [recipe(`part 0 ${dice.int(1, 380)}`), ...long]
    : [malformed(dice, state, number % MALFORMATIONS.length), listen(millis(400))];
  return [ackDue(), ...bad, recipe(`move ${number + 1}`, NO_GAP), ackDue()];
}

type Generator = ConversationGenerator<DurakState>;

const GAMES: readonly Generator[] = [
  generator('moves', 'session', 30, [], (dice, { state }) => [
    ...opening(dice, state),
    ...moves(dice, dice.int(1, 12), dice.once(2) ? undefined : dice.pick(MOVES)),
  ]),
  generator('a game', 'session', 3, [], (dice, { state }) => [
    ...opening(dice, state),
    ...moves(dice, LONG_GAME, dice.pick(STYLES), dice.once(2)),
    tx(strangeDeck(dice)),
    listen(millis(1500)),
  ]),
  generator('hello', 'valid', 4, [], (dice, { state }) => [
    tx(HELLO),
    ...(waitingOf(state) === undefined ? maybe(dice, 3, sendAck()) : []),
    ...maybe(dice, 4, listen(millis(12_200))),
  ]),
  generator('handshake begun by the board', 'session', 3, [], (dice, { state: { role } }) => [
    ...(role === undefined ? [listen(HELLO_WAIT)] : []),
    ...dice.pick([[sendAck()], [sendAck()], [tx(HELLO), sendAck()], [tx(HELLO)]]),
    ...maybe(dice, 2, pause(dice, 4000, 12_200)),
  ]),
  generator('acknowledgement', 'valid', 4, [], () => [sendAck()]),
  generator('deal', 'valid', 3, [], (dice) => [
    tx(dice.once(3) ? strangeDeck(dice) : anyDeal(dice)),
    ...maybe(dice, 2, tx(anyDeal(dice))),
  ]),
  generator('move not acknowledged', 'timing', 4, [], (dice, { state }) => [
    ...opening(dice, state),
    recipe(anyMove(dice)),
    pause(dice, 3600, 3600, 7200, 17_000),
    sendAck(),
    ...maybe(dice, 2, listen(millis(7100))),
  ]),
  generator('acknowledgement before a packet', 'timing', 3, [], (dice, { state: { role } }) =>
    role === undefined
      ? [sendAck(), listen(millis(14_500))]
      : [recipe(anyMove(dice)), sendAck(millis(dice.int(4, 45))), listen(millis(4200)), sendAck()],
  ),
  generator('move after a move not acknowledged', 'session', 3, [], (dice, { state }) => [
    ...opening(dice, state),
    recipe(anyMove(dice)),
    recipe(anyMove(dice)),
    ...maybe(dice, 2, listen(millis(4200))),
    sendAck(),
  ]),
  generator('deck again', 'session', 5, [], (dice, { state }) => [
    ...opening(dice, state),
    ...moveAgain(dice),
  ]),
  generator('silence', 'timing', 1.5, [], (dice) => [pause(dice, 700, 4000, 7100, 12_200)]),
];

const NEAR_MISSES: readonly Generator[] = [
  generator('packet wrong in one way', 'near-miss', 12, EVERY_FIELD, (dice, { state }) => [
    malformed(dice, state),
    ...maybe(dice, 2, malformed(dice, state)),
    ...maybe(dice, 3, recipe(anyMove(dice)), sendAck()),
  ]),
  generator('hello wrong in one byte', 'near-miss', 4, ['type', 'GS', 'ETX'], (dice) => [
    tx(brokenHello(dice)),
  ]),
  generator('illegal move', 'near-miss', 12, ['property', 'field'], (dice, { state }) => {
    const wrong = recipe(`illegal ${dice.int(0, 9999)}`);
    return [
      ...opening(dice, state),
      wrong,
      ...(dice.once(3) ? [] : [sendAck()]),
      ...maybe(dice, 3, wrong, sendAck()),
      ...maybe(dice, 2, recipe(anyMove(dice)), sendAck()),
    ];
  }),
  generator('garbage before a packet', 'near-miss', 6, ['length'], (dice, { state }) =>
    afterGarbage(dice, state),
  ),
  generator('packet cut by a SYN', 'near-miss', 5, ['length'], (dice, { state }) => cutBySyn(dice, state)),
  generator('packet cut short', 'near-miss', 2, ['length'], (dice) => [
    dice.once(2) ? tx(HELLO.subarray(0, dice.int(1, 4))) : recipe(`part 0 ${dice.int(1, 380)}`),
    tx(HELLO),
  ]),
  generator('packet in parts', 'timing', 6, ['length'], (dice, { state }) => inParts(dice, state)),
  generator('packet a byte at a time', 'timing', 0.6, ['length'], (dice) => byteByByte(dice)),
  generator('over-long line', 'near-miss', 2.5, ['length'], (dice, { state }) =>
    afterLongLine(dice, state, dice.once(40) ? 65_600 : dice.pick([513, 600, 2046, 2047, 2048, 2049, 3000])),
  ),
  generator('EOT and more', 'near-miss', 2, ['EOT'], (dice) => [
    tx(Uint8Array.of(0x04, dice.pick(ALPHABET), 0x0a)),
  ]),
  generator('packets at once', 'timing', 4, [], (dice, { state }) => [
    tx(concat(...Array.from({ length: dice.int(2, 3) }, () => dice.pick([HELLO, HELLO, ACK])))),
    ...maybe(dice, 2, word(dice, state)),
    sendAck(),
  ]),
  generator('noise', 'noise', 3, [], (dice, { state }) => {
    const length = dice.once(8) ? dice.int(100, 1500) : dice.int(1, 40);
    const raw = dice.once(2) ? dice.bytes(length) : Uint8Array.from({ length }, () => dice.pick(ALPHABET));
    return [tx(raw), ...maybe(dice, 2, word(dice, state), sendAck())];
  }),
];

export const GENERATORS = [...GAMES, ...NEAR_MISSES];
