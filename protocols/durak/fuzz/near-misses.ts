/** Packets with one error, moves that break one rule, lines that are cut, merged or late. */
import { micros, millis, type Dice, type FuzzStep } from '../../../api/index';
import { MALFORMATIONS } from '../wire/malformations';
import { waitingOf, type DurakState } from '../state';
import { anyMove, opening } from './games';
import {
  ACK,
  anyDeal,
  cases,
  concat,
  garbage,
  HELLO,
  LINE_END,
  longLine,
  NO_GAP,
  recipe,
  sendAck,
  strangeDeck,
  tx,
  type DurakGenerator,
} from './parts';

const PIECE_GAP = micros(5500);
const HELLO_GAPS = [2200, 2200, 3600, 3600] as const;
/** Bytes with a meaning, and some without. */
const ALPHABET = [
  0x16, 0x31, 0x32, 0x1d, 0x1e, 0x1f, 0x03, 0x0a, 0x04, 0x2d, 0x30, 0x39, 0x0d, 0x00, 0xff,
] as const;

/** A move, or another good packet if no move is due. */
function word(dice: Dice, { game, role }: DurakState): FuzzStep {
  if (game !== undefined && game.turn !== role && !dice.once(3)) return recipe(anyMove(dice), NO_GAP);
  return tx(dice.once(3) ? strangeDeck(dice) : HELLO, NO_GAP);
}

function malformed(dice: Dice, { game, role }: DurakState): FuzzStep {
  const number = dice.int(0, MALFORMATIONS.length - 1);
  if (game !== undefined && game.turn !== role) return recipe(`malformed ${number} ${dice.int(0, 9999)}`);
  const deal = anyDeal(dice);
  const cards = deal.type === 'deck' ? deal.cards : [];
  const one = MALFORMATIONS[number];
  return tx(one?.make(cards, (below) => dice.int(0, below - 1)) ?? HELLO);
}

function brokenHello(dice: Dice): Uint8Array {
  const at = dice.int(1, HELLO.length - 2);
  const byte = dice.pick(ALPHABET);
  return dice.pick([
    HELLO.filter((_, i) => i !== at),
    HELLO.with(at, byte),
    Uint8Array.from([...HELLO.subarray(0, at), byte, ...HELLO.subarray(at)]),
    HELLO.with(1, dice.int(0x30, 0x39)),
  ]);
}

/** The first bytes one at a time: they fill a queue of single bytes. */
function pieces(bytes: Uint8Array, alone: number): readonly FuzzStep[] {
  const single = [...bytes.subarray(0, alone)].map((byte, i) =>
    tx(Uint8Array.of(byte), i === 0 ? undefined : PIECE_GAP),
  );
  return bytes.length > alone ? [...single, tx(bytes.subarray(alone), PIECE_GAP)] : single;
}

function inHalves(dice: Dice, view: DurakState): readonly FuzzStep[] {
  const gap = millis(dice.pick(HELLO_GAPS));
  if (view.game !== undefined && view.game.turn !== view.role && dice.once(2)) {
    const at = dice.int(1, 360);
    return [recipe(`part 0 ${at}`), recipe(`part ${at} 999`, gap), sendAck()];
  }
  const at = dice.int(1, HELLO.length - 1);
  return [tx(HELLO.subarray(0, at)), tx(HELLO.subarray(at), gap)];
}

export const NEAR_MISSES: readonly DurakGenerator[] = [
  cases(
    'packet wrong in one way',
    'near-miss',
    12,
    ['type', 'GS', 'card', 'suit', 'color', 'property', 'field', 'ETX', 'records'],
    (dice, view) => [
      malformed(dice, view),
      ...(dice.once(2) ? [malformed(dice, view)] : []),
      ...(dice.once(3) ? [recipe(anyMove(dice)), sendAck()] : []),
    ],
  ),
  cases('hello wrong in one byte', 'near-miss', 4, ['type', 'GS', 'ETX'], (dice) => [tx(brokenHello(dice))]),
  cases('illegal move', 'near-miss', 12, ['property', 'field'], (dice, view) => {
    const wrong = recipe(`illegal ${dice.int(0, 60)}`);
    return [
      ...opening(dice, view),
      wrong,
      ...(dice.once(3) ? [] : [sendAck()]),
      ...(dice.once(3) ? [wrong, sendAck()] : []),
      ...(dice.once(2) ? [recipe(anyMove(dice)), sendAck()] : []),
    ];
  }),
  cases('garbage before a packet', 'near-miss', 6, ['length'], (dice, view) => {
    const length = dice.pick([1, 2, 3, dice.int(1, 40), dice.int(200, 300)]);
    const what = waitingOf(view) === undefined ? word(dice, view) : sendAck(NO_GAP);
    return [tx(garbage(dice, length)), what, sendAck()];
  }),
  cases('packet cut by a SYN', 'near-miss', 5, ['length'], (dice, view) => [
    dice.once(2) ? tx(HELLO.subarray(0, dice.int(1, 4))) : tx(longLine(dice.int(1, 400))),
    word(dice, view),
    sendAck(),
  ]),
  cases('packet cut short', 'near-miss', 2, ['length'], (dice) => [
    dice.once(2) ? tx(HELLO.subarray(0, dice.int(1, 4))) : recipe(`part 0 ${dice.int(1, 380)}`),
    tx(HELLO),
  ]),
  cases('packet in two halves', 'timing', 4, ['length'], inHalves),
  cases('packet in three parts', 'timing', 2, ['length'], () => [
    tx(HELLO.subarray(0, 2)),
    tx(HELLO.subarray(2, 3), millis(2000)),
    tx(HELLO.subarray(3), millis(2000)),
  ]),
  cases('packet a byte at a time', 'timing', 0.6, ['length'], (dice) => {
    const deck = tx(dice.once(2) ? strangeDeck(dice) : anyDeal(dice)).bytes;
    return [...(dice.once(2) ? pieces(HELLO, 5) : pieces(deck, dice.pick([70, 70, 200]))), sendAck()];
  }),
  cases('over-long line', 'near-miss', 2.5, ['length'], (dice, view) => {
    const length = dice.once(40) ? 65_600 : dice.pick([513, 600, 2046, 2047, 2048, 2049, 3000]);
    const cut = dice.once(3);
    return [tx(concat(longLine(length), cut ? new Uint8Array(0) : LINE_END)), word(dice, view), sendAck()];
  }),
  cases('EOT and more', 'near-miss', 2, ['EOT'], (dice) => [
    tx(Uint8Array.of(0x04, dice.pick(ALPHABET), 0x0a)),
  ]),
  cases('packets at once', 'timing', 4, [], (dice, view) => [
    tx(concat(...Array.from({ length: dice.int(2, 3) }, () => dice.pick([HELLO, HELLO, ACK])))),
    ...(dice.once(2) ? [word(dice, view)] : []),
    sendAck(),
  ]),
  cases('noise', 'noise', 3, [], (dice, view) => {
    const length = dice.once(8) ? dice.int(100, 1500) : dice.int(1, 40);
    const raw = dice.once(2) ? dice.bytes(length) : Uint8Array.from({ length }, () => dice.pick(ALPHABET));
    return [tx(raw), ...(dice.once(2) ? [word(dice, view), sendAck()] : [])];
  }),
];
