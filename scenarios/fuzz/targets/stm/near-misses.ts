/** STM requests with one error, by name. */
import { concat } from '../../../../protocols/bytes';
import { CMD, crc, DESCRIPTOR, LIMIT, type Request } from '../../../../protocols/stm/stm';
import type { Dice } from '../../campaign/dice';
import type { FuzzStep } from '../../../player/step';
import type { Generator } from '../../target';
import type { StmView } from './case-parts';
import {
  anyRequest,
  anyTile,
  bytes,
  edgeTile,
  resealed,
  tx,
  scattered,
  sealed,
  shuffleFrame,
  someTiles,
  withByte,
} from './case-parts';

type Make = (dice: Dice, view: StmView) => readonly FuzzStep[];

function nearMiss(name: string, fields: readonly string[], weight: number, make: Make): Generator<StmView> {
  return { name, group: 'near-miss', weight, fields, make };
}

/** Before a game, near-misses have little effect: usually any request, often one with tiles. */
function good(dice: Dice, view: StmView): Request {
  if (dice.once(2)) return anyRequest(dice, view);
  const type = dice.pick(['select', 'match'] as const);
  const selected = view.state?.game.selected;
  return { type, tile: selected ?? anyTile(dice), open: true };
}

/** One byte of a tile above its limit, by one or by more. */
function past(dice: Dice, limit: number): number {
  return dice.pick([limit + 1, limit + 2, 0x80, 0xff, dice.int(limit + 1, 255)]);
}

const TILE_FIELDS = [
  ['x', LIMIT.x],
  ['y', LIMIT.y],
  ['z', LIMIT.z],
  ['kind', LIMIT.kind],
] as const;

function outOfRange(dice: Dice): Uint8Array {
  const shuffle = dice.once(3);
  const long = dice.once(6);
  const tiles = shuffle ? scattered(dice, long ? dice.int(30, 60) : dice.int(1, 4)) : [];
  const frame = shuffle
    ? sealed(shuffleFrame(tiles))
    : bytes({ type: dice.pick(['select', 'match']), tile: edgeTile(dice), open: true });
  const part = dice.int(0, shuffle ? 3 : 4);
  const [, limit] = TILE_FIELDS[part] ?? ['condition', 1];
  const first = shuffle ? 3 + 4 * (long ? tiles.length - 1 : dice.int(0, tiles.length - 1)) : 2;
  return resealed(withByte(frame, first + part, past(dice, limit)));
}

function positionTwice(dice: Dice): Uint8Array {
  const tiles = scattered(dice, dice.int(2, 5));
  const again = dice.any(tiles) ?? anyTile(dice);
  return sealed(shuffleFrame([...tiles, { ...again, kind: dice.int(0, LIMIT.kind) }]));
}

function wrongCrc(frame: Uint8Array, wrong: number): Uint8Array {
  const last = frame.length - 1;
  return withByte(frame, last, (crc(frame, last) ^ wrong) & 0xff);
}

function lyingCount(dice: Dice): Uint8Array {
  const tiles = scattered(dice, dice.int(1, 4));
  const frame = sealed(shuffleFrame(tiles));
  const count = dice.pick([
    0,
    tiles.length - 1,
    tiles.length + 1,
    144,
    145,
    146,
    0x80,
    0xff,
    dice.int(0, 255),
  ]);
  return resealed(withByte(frame, 2, Math.max(0, count)));
}

const UNKNOWN = [0x00, 0x07, 0x0a, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xee, 0xff] as const;

function unknownCommand(dice: Dice, view: StmView): Uint8Array {
  const first = dice.once(2) ? dice.pick(UNKNOWN) : dice.pick([0x00, dice.int(7, 255)]);
  const rest = dice.pick([
    () => new Uint8Array(),
    () => Uint8Array.of(0xff, first ^ 0xff),
    () => bytes(anyRequest(dice, view)),
    () => bytes(good(dice, view)).subarray(1),
    () => dice.bytes(dice.int(1, 24)),
    () => new Uint8Array(dice.int(1, 40)).fill(first),
  ])();
  return concat(Uint8Array.of(first), rest);
}

export const NEAR_MISSES: readonly Generator<StmView>[] = [
  nearMiss('checksum wrong in one bit', ['CRC'], 5, (dice, view) => [
    tx(wrongCrc(bytes(good(dice, view)), 1 << dice.int(0, 7))),
  ]),
  nearMiss('checksum wrong', ['CRC'], 3, (dice, view) => [
    tx(wrongCrc(bytes(good(dice, view)), dice.int(1, 255))),
  ]),
  nearMiss('checksum wrong, then a good frame at once', ['CRC'], 2, (dice, view) => [
    tx(concat(wrongCrc(bytes(good(dice, view)), dice.int(1, 255)), bytes(anyRequest(dice, view)))),
  ]),
  nearMiss('field past its bound', ['x', 'y', 'z', 'kind', 'condition'], 8, (dice) => [tx(outOfRange(dice))]),
  nearMiss('field past its bound, checksum wrong too', ['x', 'y', 'z', 'kind', 'CRC'], 1, (dice) => [
    tx(wrongCrc(outOfRange(dice), dice.int(1, 255))),
  ]),
  nearMiss('position twice', ['x', 'y', 'z'], 3, (dice) => [tx(positionTwice(dice))]),
  nearMiss('count lies', ['count'], 4, (dice) => [tx(lyingCount(dice))]),
  nearMiss('descriptor wrong', ['descriptor'], 4, (dice, view) => {
    const frame = bytes(good(dice, view));
    const byte = dice.pick([0x00, 0x01, 0x0a, 0xff, dice.int(0, 255)]);
    const bad = resealed(withByte(frame, 1, byte));
    return [tx(dice.once(4) ? bad.subarray(0, 2) : bad)];
  }),
  nearMiss('command unknown', ['CMD'], 4, (dice, view) => [tx(unknownCommand(dice, view))]),
  nearMiss('truncated', ['length'], 4, (dice, view) => {
    const frame = bytes(good(dice, view));
    return [tx(frame.slice(0, dice.int(1, frame.length - 1)))];
  }),
  nearMiss('a byte too many', ['length'], 1, (dice, view) => [
    tx(concat(bytes(anyRequest(dice, view)), Uint8Array.of(dice.pick([0x00, 0x01, 0xee, dice.int(0, 255)])))),
  ]),
  nearMiss('a byte too few inside', ['length'], 1, (dice, view) => {
    const frame = bytes(good(dice, view));
    const at = dice.int(0, frame.length - 1);
    return [tx(concat(frame.subarray(0, at), frame.subarray(at + 1)))];
  }),
  nearMiss('head of one, tail of another', ['length'], 1, (dice, view) => {
    const [one, other] = [bytes(good(dice, view)), bytes(good(dice, view))];
    return [tx(concat(one.slice(0, dice.int(1, one.length)), other.slice(dice.int(0, other.length - 1))))];
  }),
  nearMiss('frames merged', ['length'], 2, (dice, view) => [
    tx(concat(bytes(anyRequest(dice, view)), bytes(anyRequest(dice, view)))),
  ]),
  nearMiss('frame twice', ['length'], 1, (dice, view) => {
    const frame = bytes(anyRequest(dice, view));
    return [tx(concat(frame, frame))];
  }),
  nearMiss('commands inside data', ['x', 'y', 'z', 'kind'], 2, (dice) => {
    const low = (): number =>
      dice.pick([CMD.start, CMD.reset, CMD.shuffle, CMD.select, CMD.match, CMD.setState]);
    const tile = { x: low(), y: DESCRIPTOR.payload, z: low(), kind: low() };
    return dice.once(2)
      ? [tx({ type: dice.pick(['select', 'match']), tile, open: true })]
      : [tx(sealed(shuffleFrame([tile, ...someTiles(dice).filter(({ y }) => y !== tile.y)].slice(0, 144))))];
  }),
];
