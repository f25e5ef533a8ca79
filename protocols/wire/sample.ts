/** Random valid messages of a wire, for dice and seeds. */
import { EncodeError } from '../frame';
import type {
  DigitsSpec,
  FieldSpec,
  ListSpec,
  NamedSpec,
  TextSpec,
  VaryingSpec,
  BytesSpec,
} from './layout/field-spec';
import type { FormLayout, WireLayout } from './layout/layout-data';
import { enumValues } from './layout/enum-values';
import { keyOfValue } from './layout/repeats';
import { sizeOf } from './layout/sizes';
import { unframeable } from './frame-content';
import type { Framing } from './framing';
import { plainWires } from './parts/plain-wires';
import type { Wire } from './wire';

/** Dice: whole numbers from `min` to `max`, both included, up to 2 ** 32 apart. */
export interface Draw {
  int(min: number, max: number): number;
}

const MOST_TRIES = 1000;

/**
 * A random valid message: any form, any field; bounds come more often than by chance. With `framing`, its frames can
 * carry the message: for lines, a text without a line end. `only`: the name of its form. Throws Error where 1000 tries
 * gave none, as for a tag predicate that accepts hardly anything.
 */
export function sample<M>(wire: Wire<M>, draw: Draw, framing?: Framing, only?: string): M {
  const wires = plainWires(wire).filter(
    (one) => only === undefined || formsOf(one.wire.layout, only).length > 0,
  );
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { layout } = wires.length === 1 ? wires[0]!.wire : pick(draw, wires).wire;
    // The layout made it, so it is a message of the wire: `encode` refuses anything else.
    const message = sampleMessage(layout, draw, only) as M;
    try {
      const bytes = wire.encode(message);
      if (framing === undefined || unframeable(framing, bytes) === undefined) return message;
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  throw new Error(`no valid message in ${MOST_TRIES} tries`);
}

function pick<T>(draw: Draw, items: readonly T[]): T {
  return items[draw.int(0, items.length - 1)]!;
}

function formsOf({ forms }: WireLayout, only: string | undefined): readonly FormLayout[] {
  return only === undefined ? forms : forms.filter(({ name }) => name === only);
}

function sampleMessage(layout: WireLayout, draw: Draw, only: string | undefined): unknown {
  const form = pick(draw, formsOf(layout, only));
  const dice: Dice = { draw, room: layout.longest - form.size.min };
  return {
    type: form.name,
    ...sampleFields(layout.head, dice),
    ...sampleTag(layout, form, draw),
    ...sampleFields(form.fields, dice),
  };
}

function sampleTag({ tag, forms }: WireLayout, form: FormLayout, draw: Draw): object {
  if (tag === undefined || typeof form.tag !== 'object') return {};
  const predicate = form.tag.tag;
  const taken = forms.flatMap((one) => (typeof one.tag === 'number' ? [one.tag] : []));
  for (let tries = 0; ; tries++) {
    const value = drawNumber(draw, tag.spec.min, tag.spec.max);
    if (tries > MOST_TRIES || (predicate(value) && !taken.includes(value))) return { [tag.name]: value };
  }
}

/** `room`: bytes that the frame may have beyond its shortest form. */
interface Dice {
  readonly draw: Draw;
  room: number;
}

function sampleFields(fields: readonly NamedSpec[], dice: Dice): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let mayFollow = true;
  for (const { name, spec } of fields) {
    if (spec.kind === 'constant' || spec.kind === 'length') continue;
    if (spec.kind === 'optional' && !mayFollow) continue;
    const value = sampleField(spec, dice);
    if (value !== undefined) values[name] = value;
    else if (spec.kind === 'optional') mayFollow = false;
  }
  return values;
}

/** A bound in one of four draws, else any number. */
function drawNumber(draw: Draw, min: number, max: number): number {
  const how = draw.int(0, 7);
  if (how === 0) return min;
  if (how === 1) return max;
  const span = max - min;
  if (span <= 0xffffffff) return draw.int(min, max);
  return min + Math.floor((draw.int(0, 0xffffffff) / 2 ** 32) * span);
}

function drawVarying({ prefixes, min, max }: VaryingSpec, draw: Draw): number {
  if (prefixes.length === 0) return drawNumber(draw, min, max);
  const value = draw.int(0, 3) === 0 ? pick(draw, prefixes) : draw.int(0, 0xff);
  return prefixes.includes(value) ? value * 0x100 + draw.int(0, 0xff) : value;
}

function drawBig(draw: Draw, min: bigint, max: bigint): bigint {
  const how = draw.int(0, 7);
  if (how === 0) return min;
  if (how === 1) return max;
  const any = (BigInt(draw.int(0, 0xffffffff)) << 32n) | BigInt(draw.int(0, 0xffffffff));
  return min + (any % (max - min + 1n));
}

/** A size from `least` to `most` within the room; small sizes come more often. */
function drawSize(dice: Dice, least: number, most: number, each: number): number {
  const extra = Math.max(0, Math.min(most - least, Math.floor(dice.room / each)));
  const { draw } = dice;
  const size = draw.int(0, 3) === 0 ? draw.int(0, extra) : draw.int(0, Math.min(extra, 8));
  dice.room -= size * each;
  return least + size;
}

function sampleField(spec: FieldSpec, dice: Dice): unknown {
  const { draw } = dice;
  switch (spec.kind) {
    case 'number':
      return drawNumber(draw, spec.min, spec.max);
    case 'bignumber':
      return drawBig(draw, spec.min, spec.max);
    case 'varying':
      return drawVarying(spec, draw);
    case 'enum':
      return pick(draw, enumValues(spec)).value;
    case 'words':
      return pick(draw, spec.words).name;
    case 'flags':
      return Object.fromEntries(Object.keys(spec.flags).map((name) => [name, draw.int(0, 1) === 1]));
    case 'bits':
      return Object.fromEntries(
        spec.parts.map(({ name, width }) => [name, drawNumber(draw, 0, 2 ** width - 1)]),
      );
    case 'digits':
      return sampleDigits(spec, dice);
    case 'text':
      return String.fromCharCode(...sampleBytes(spec, dice, () => textByte(spec, draw)));
    case 'bytes':
      return Uint8Array.from(sampleBytes(spec, dice, () => draw.int(0, 0xff)));
    case 'list':
      return sampleList(spec, dice);
    case 'struct':
      return sampleFields(spec.fields, dice);
    case 'optional': {
      const { min } = sizeOf(spec.of, '');
      if (draw.int(0, 1) === 0 || min > dice.room) return undefined;
      dice.room -= min;
      return sampleField(spec.of, dice);
    }
    case 'choice': {
      const { name, fields } = pick(draw, spec.cases);
      return { type: name, ...sampleFields(fields, dice) };
    }
    case 'constant':
    case 'length':
      return undefined;
  }
}

function sampleDigits({ min, max, fraction }: DigitsSpec, dice: Dice): number {
  const scale = 10 ** fraction;
  const value = drawNumber(dice.draw, Math.ceil(min * scale), Math.floor(max * scale)) / scale;
  return Number(value.toFixed(fraction));
}

function textByte({ extent, pad }: TextSpec, draw: Draw): number {
  const byte = draw.int(0x20, 0x7e);
  return (extent.by === 'until' && byte === extent.end) || byte === pad ? 0x41 : byte;
}

function sampleBytes({ extent, least }: TextSpec | BytesSpec, dice: Dice, byte: () => number): number[] {
  const length = (): number => {
    if (extent.by === 'length') return extent.length;
    if (extent.by === 'counted')
      return drawSize(dice, Math.max(least, extent.count.min), extent.count.max, 1);
    return drawSize(dice, least, extent.most, 1);
  };
  return Array.from({ length: length() }, byte);
}

function sampleList(spec: ListSpec, dice: Dice): unknown[] {
  const { of, count, bytes, least, most, unique } = spec;
  const item = sizeOf(of, '');
  const counted = typeof count === 'object' ? count : undefined;
  const fewest = Math.max(least, counted?.min ?? 0);
  const highest = Math.min(most, counted?.max ?? Infinity, Math.floor((bytes?.max ?? Infinity) / item.min));
  const length = drawSize(dice, fewest, highest, item.min);
  const items = Array.from({ length }, () => sampleField(of, dice));
  if (unique === undefined) return items;
  // If too few are left, `encode` refuses them, and another message is drawn.
  return [...new Map(items.map((item) => [keyOfValue(spec, item), item])).values()];
}
