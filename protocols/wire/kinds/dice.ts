/** Random choices within the bounds of fields. */

/** Dice: whole numbers from `min` to `max`, both included, up to 2 ** 32 apart. */
export interface Draw {
  int(min: number, max: number): number;
}

/** `room`: bytes that the frame may have beyond its shortest form. */
export interface Dice {
  readonly draw: Draw;
  room: number;
}

export function pick<T>(draw: Draw, items: readonly T[]): T {
  return items[draw.int(0, items.length - 1)]!;
}

/** A bound in one of four draws, else any number. */
export function drawNumber(draw: Draw, min: number, max: number): number {
  const how = draw.int(0, 7);
  if (how === 0) return min;
  if (how === 1) return max;
  const span = max - min;
  if (span <= 0xffffffff) return draw.int(min, max);
  return min + Math.floor((draw.int(0, 0xffffffff) / 2 ** 32) * span);
}

/** A size from `least` to `most` within the room; small sizes come more often. */
export function drawSize(dice: Dice, least: number, most: number, each: number): number {
  const extra = Math.max(0, Math.min(most - least, Math.floor(dice.room / each)));
  const { draw } = dice;
  const size = draw.int(0, 3) === 0 ? draw.int(0, extra) : draw.int(0, Math.min(extra, 8));
  dice.room -= size * each;
  return least + size;
}
