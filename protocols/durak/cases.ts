/**
 * What the host tries, one kind each: the fuzzer draws them, and the suite plays them in a game or at an idle board. The rules judge what
 * follows. In the suite the first choice goes round, so that all of it is tried.
 */
import { generator, listen, micros, millis } from '../../api/index';
import type { ConversationGenerator, ConversationView, Dice, FuzzStep } from '../../api/index';
import {
  anyDeal,
  ACK,
  ackDue,
  concat,
  garbage,
  HELLO,
  LONGEST_PLACE,
  longLine,
  NO_GAP,
  recipe,
  sendAck,
  strangeDeck,
  tx,
} from './steps';
import { waitingOf, type DurakState } from './state';
import { MALFORMATIONS } from './wire/malformations';
import { LINE_MAX } from './wire/packet';

/** Longer than the time between two hellos of a board. */
export const HELLO_WAIT = millis(10_600);
export const MOVE_CLAUSES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `DRK-PL-0${number}`);
const MOVES = ['move', 'throw', 'throw', 'pass'] as const;
const STYLES = ['weak', 'weak', 'weak', 'long', 'heap', 'move', 'throw', 'pass'] as const;
const LONG_GAME = 40;
const PIECE_GAP = micros(5500);
type Parts = readonly [parts: number, spanMs: number];
/** A packet in so many parts, with so many milliseconds from the first to the last: it is one up to 2450, and none from 3550 on. */
const PARTS: readonly [Parts, ...Parts[]] = [
  [2, 2200],
  [2, 3600],
  [3, 3600],
];
const GARBAGE = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300] as const;
/** Bytes with a meaning, and some without. */
const ALPHABET = [
  0x16, 0x31, 0x32, 0x1d, 0x1e, 0x1f, 0x03, 0x0a, 0x04, 0x2d, 0x30, 0x39, 0x0d, 0x00, 0xff,
] as const;
const LINE_END = Uint8Array.of(0x0a);
const EVERY_FIELD = ['type', 'GS', 'card', 'suit', 'color', 'property', 'field', 'ETX', 'records'];
export const BROKEN_HELLOS = 10;
const LONG_LINES = [513, 600, LINE_MAX - 1, LINE_MAX, LINE_MAX + 1, 3000] as const;
const LONGEST_LINES = [65_537, 65_600] as const;

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
function malformed(dice: Dice, state: DurakState): FuzzStep {
  const number = dice.int(0, MALFORMATIONS.length - 1);
  if (isHostsTurn(state)) return recipe(`malformed ${number} ${dice.int(0, 9999)}`);
  const deal = anyDeal(dice);
  const cards = deal.type === 'deck' ? deal.cards : [];
  return tx(MALFORMATIONS[number]?.make(cards, (below) => dice.int(0, below - 1)) ?? HELLO);
}

function brokenHello(dice: Dice): Uint8Array {
  const without = (at: number) => HELLO.filter((_, i) => i !== at);
  const withByte = (at: number, byte: number) =>
    concat(HELLO.subarray(0, at), Uint8Array.of(byte), HELLO.subarray(at));
  const kind = dice.int(0, BROKEN_HELLOS - 1);
  const at = dice.int(1, HELLO.length - 2);
  return (
    [
      without(2),
      without(3),
      withByte(3, 0x31),
      withByte(4, 0x0d),
      ...[0x33, 0x36, 0xb2, 0x30 + dice.int(3, 9)].map((type) => HELLO.with(1, type)),
      HELLO.with(at, dice.pick(ALPHABET)),
      withByte(at, dice.pick(ALPHABET)),
    ][kind] ?? HELLO
  );
}

function inParts(dice: Dice, { state }: View): readonly FuzzStep[] {
  const [parts, span] = dice.pick(PARTS);
  const gap = millis(span / (parts - 1));
  if (parts === 3)
    return [tx(HELLO.subarray(0, 2)), tx(HELLO.subarray(2, 3), gap), tx(HELLO.subarray(3), gap)];
  if (isHostsTurn(state) && dice.once(2)) {
    const at = dice.int(1, 360);
    return [recipe(`part 0 ${at}`), recipe(`part ${at} 999`, gap), ackDue()];
  }
  const packet = dice.once(2) ? HELLO : tx(strangeDeck(dice)).bytes;
  const at = dice.int(1, packet.length - 1);
  return [tx(packet.subarray(0, at)), tx(packet.subarray(at), gap), ackDue()];
}

/** The first bytes one at a time: they fill a queue of single bytes. */
function byteByByte(dice: Dice): readonly FuzzStep[] {
  const alone = dice.pick([HELLO.length, 70, 200]);
  const bytes = alone === HELLO.length ? HELLO : tx(dice.once(2) ? strangeDeck(dice) : anyDeal(dice)).bytes;
  const ends = new Set([...Array.from({ length: alone }, (_, i) => i + 1), bytes.length]);
  const pieces = [...ends].map((end, i) => tx(bytes.subarray(i, end), i === 0 ? undefined : PIECE_GAP));
  return [...pieces, ackDue()];
}

function afterLine(dice: Dice, state: DurakState, length: number): readonly FuzzStep[] {
  const line = dice.once(3) ? longLine(length) : concat(longLine(length), LINE_END);
  return [tx(line), word(dice, state), ackDue()];
}

/** A move that comes again, when its acknowledgement, or the board's move, may have been lost. */
function moveAgain(dice: Dice): readonly FuzzStep[] {
  const move = recipe(anyMove(dice));
  return dice.pick([
    [move, recipe('again', millis(dice.pick([0, dice.int(5, 45)]))), ackDue(), ackDue()],
    [move, ackDue(), recipe('again'), ackDue(2500), ackDue()],
    [move, recipe('again'), ackDue(6600)],
    [move, ackDue(), recipe('again'), ackDue(), recipe(anyMove(dice)), ackDue()],
  ]);
}

/** A line that must change nothing, of another move than the one that follows: malformed, or cut. */
function badLine(dice: Dice): readonly FuzzStep[] {
  const number = dice.int(0, MALFORMATIONS.length - 1);
  const long = maybe(dice, 2, tx(longLine(2200).fill(0x39), NO_GAP));
  const bad = dice.once(4)
    ? [recipe(`part 0 ${dice.int(1, 380)}`), ...long]
    : [recipe(`malformed ${number} ${dice.int(0, 9999)}`), listen(millis(400))];
  return [...bad, recipe(`move ${number + 1}`, NO_GAP), ackDue()];
}

/** Illegal moves that the board refuses, and sometimes one again; then a move. */
function illegalMoves(dice: Dice): readonly FuzzStep[] {
  const against = MOVE_CLAUSES.filter(() => dice.once(3)).map((id) => `against ${id} ${dice.int(0, 9999)}`);
  const wrongs = [...['stock', 'dead-rank'].filter(() => dice.once(2)), ...against];
  return [
    ...wrongs.flatMap((wrong) => [recipe(wrong), ackDue(), ...maybe(dice, 8, recipe(wrong), ackDue())]),
    recipe(anyMove(dice)),
    recipe('early', NO_GAP),
    ackDue(),
  ];
}

type View = ConversationView<DurakState>;

const trial = generator<View>;

/** From the host's turn on, to which other steps may have to lead. */
function onTurn(...[name, group, weight, fields, make]: Parameters<typeof trial>): ReturnType<typeof trial> {
  return trial(name, group, weight, fields, (dice, view) => {
    const steps = make(dice, view);
    return [...opening(dice, view.state), ...steps];
  });
}

const GAMES: readonly ConversationGenerator<DurakState>[] = [
  onTurn('moves', 'session', 30, [], (dice) =>
    moves(dice, dice.int(1, 12), dice.once(2) ? undefined : dice.pick(MOVES)),
  ),
  onTurn('a game', 'session', 3, [], (dice) => [
    ...moves(dice, LONG_GAME, dice.pick(STYLES), dice.once(2)),
    tx(strangeDeck(dice)),
    listen(millis(1500)),
  ]),
  trial('hello', 'valid', 4, [], (dice, { state }) => [
    tx(HELLO),
    listen(millis(600)),
    ...(waitingOf(state) === undefined ? maybe(dice, 3, sendAck()) : []),
  ]),
  trial('handshake begun by the board', 'session', 4, [], (dice, { state: { role } }) => [
    ...(role === undefined ? [listen(HELLO_WAIT)] : []),
    ...dice.pick([[sendAck()], [sendAck()], [tx(HELLO), sendAck()], [tx(HELLO)]]),
    ...maybe(dice, 2, pause(dice, 4000, 12_200)),
  ]),
  trial('acknowledgement', 'valid', 4, [], () => [sendAck(), listen(millis(1100))]),
  trial('deal', 'valid', 3, [], (dice) => [
    tx(dice.pick([() => anyDeal(dice), () => strangeDeck(dice), () => strangeDeck(dice, LONGEST_PLACE)])()),
    ...maybe(dice, 2, tx(anyDeal(dice))),
    ackDue(),
  ]),
  onTurn('move not acknowledged', 'timing', 4, [], (dice) => [
    recipe(anyMove(dice)),
    pause(dice, 3600, 3600, 7200, 17_000),
    sendAck(),
    ...maybe(dice, 2, listen(millis(7100))),
  ]),
  trial('acknowledgement before a packet', 'timing', 3, [], (dice, { state: { role } }) =>
    role === undefined
      ? [sendAck(), listen(millis(14_500))]
      : [recipe(anyMove(dice)), sendAck(millis(dice.int(4, 45))), listen(millis(4200)), sendAck()],
  ),
  onTurn('move after a move not acknowledged', 'session', 3, [], (dice) => [
    recipe(anyMove(dice)),
    recipe(anyMove(dice)),
    ...maybe(dice, 2, listen(millis(4200))),
    sendAck(),
  ]),
  onTurn('move again', 'session', 5, [], moveAgain),
  trial('silence', 'timing', 1.5, [], (dice) => [pause(dice, 700, 4000, 7100, 12_200)]),
];

const NEAR_MISSES: readonly ConversationGenerator<DurakState>[] = [
  trial('packet wrong in one way', 'near-miss', 12, EVERY_FIELD, (dice, { state }) => [
    malformed(dice, state),
    ...maybe(dice, 2, malformed(dice, state)),
    ...maybe(dice, 3, recipe(anyMove(dice)), ackDue()),
  ]),
  trial('hello wrong in one byte', 'near-miss', 4, ['type', 'GS', 'ETX'], (dice) => [tx(brokenHello(dice))]),
  onTurn('bad line before a move', 'near-miss', 3, EVERY_FIELD, badLine),
  onTurn('illegal move', 'near-miss', 12, ['property', 'field'], (dice) => {
    const wrong = recipe(`illegal ${dice.int(0, 9999)}`);
    return [
      wrong,
      ...(dice.once(3) ? [] : [sendAck()]),
      ...maybe(dice, 3, wrong, sendAck()),
      ...maybe(dice, 2, recipe(anyMove(dice)), sendAck()),
    ];
  }),
  onTurn('illegal moves by clause', 'near-miss', 3, ['property', 'field'], illegalMoves),
  trial('garbage before a packet', 'near-miss', 7, ['length'], (dice, { state }) => {
    const length = dice.pick(GARBAGE);
    const one = dice.pick([0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff]);
    const bytes = dice.once(3) ? new Uint8Array(length).fill(one) : garbage(dice, length);
    return [tx(bytes), waitingOf(state) === undefined ? word(dice, state) : sendAck(NO_GAP), ackDue()];
  }),
  trial('packet cut by a SYN', 'near-miss', 4, ['length'], (dice, { state }) => [
    // The time of a line runs from its own SYN: two gaps are too long, one is not.
    ...dice.pick([
      [tx(dice.pick([HELLO.subarray(0, dice.int(1, 4)), longLine(dice.int(1, 400))])), word(dice, state)],
      [tx(HELLO.subarray(0, 2)), tx(HELLO.subarray(0, 2), millis(2200)), tx(HELLO.subarray(2), millis(2200))],
    ]),
    ackDue(),
  ]),
  trial('long line cut by a SYN', 'near-miss', 2, ['length'], (dice, { state }) => [
    tx(longLine(3000)),
    word(dice, state),
    ackDue(),
  ]),
  trial('packet in parts', 'timing', 6, ['length'], inParts),
  trial('packet a byte at a time', 'timing', 0.6, ['length'], byteByByte),
  trial('long line', 'near-miss', 2.5, ['length'], (dice, { state }) =>
    afterLine(dice, state, dice.pick(LONG_LINES)),
  ),
  trial('line of more than 64 KiB', 'near-miss', 0.06, ['length'], (dice, { state }) =>
    afterLine(dice, state, dice.pick(LONGEST_LINES)),
  ),
  trial('EOT and more', 'near-miss', 2, ['EOT'], (dice) => [
    tx(Uint8Array.of(0x04, dice.pick(ALPHABET), 0x0a)),
  ]),
  trial('packets at once', 'timing', 4, [], (dice, { state }) => [
    tx(concat(...Array.from({ length: dice.int(2, 3) }, () => dice.pick([HELLO, HELLO, ACK])))),
    ...maybe(dice, 2, word(dice, state)),
    sendAck(),
  ]),
  trial('noise', 'noise', 3, [], (dice, { state }) => {
    const length = dice.once(8) ? dice.int(100, 1500) : dice.int(1, 40);
    const raw = dice.once(2) ? dice.bytes(length) : Uint8Array.from({ length }, () => dice.pick(ALPHABET));
    return [tx(raw), ...maybe(dice, 2, word(dice, state), sendAck())];
  }),
];

export const CASES = [...GAMES, ...NEAR_MISSES];
