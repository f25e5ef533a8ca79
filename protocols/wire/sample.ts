/** Random valid messages of a wire, for dice and seeds. */
import { tryEncode } from '../frame';
import { drawNumber, drawSize, pick, type Dice, type Draw } from './kinds/dice';
import { kindOf } from './kinds/kinds';
import type { FieldSpec, ListSpec, NamedSpec } from './layout/field-spec';
import type { FormLayout, WireLayout } from './layout/layout-data';
import { keyOfValue } from './layout/repeats';
import { knownSize } from './layout/sizes';
import { envelopeOf } from './frame-content';
import type { Framing } from './framing';
import { plainWires } from './parts/plain-wires';
import type { Wire } from './wire';

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
    const bytes = tryEncode(() => wire.encode(message));
    if (bytes === undefined) continue;
    if (framing === undefined || envelopeOf(framing).refusal(bytes) === undefined) return message;
  }
  throw new Error(`no valid message in ${MOST_TRIES} tries`);
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

function sampleField(spec: FieldSpec, dice: Dice): unknown {
  const { draw } = dice;
  switch (spec.kind) {
    case 'list':
      return sampleList(spec, dice);
    case 'struct':
      return sampleFields(spec.fields, dice);
    case 'optional': {
      const { min } = knownSize(spec.of);
      if (draw.int(0, 1) === 0 || min > dice.room) return undefined;
      dice.room -= min;
      return sampleField(spec.of, dice);
    }
    case 'choice': {
      const { name, fields } = pick(draw, spec.cases);
      return { type: name, ...sampleFields(fields, dice) };
    }
    case 'length':
      return undefined;
    default:
      return kindOf(spec).sample(spec, dice);
  }
}

function sampleList(spec: ListSpec, dice: Dice): unknown[] {
  const { of, count, bytes, least, most, unique } = spec;
  const item = knownSize(of);
  const counted = typeof count === 'object' ? count : undefined;
  const fewest = Math.max(least, counted?.min ?? 0);
  const highest = Math.min(most, counted?.max ?? Infinity, Math.floor((bytes?.max ?? Infinity) / item.min));
  const length = drawSize(dice, fewest, highest, item.min);
  const items = Array.from({ length }, () => sampleField(of, dice));
  if (unique === undefined) return items;
  // If too few are left, `encode` refuses them, and another message is drawn.
  return [...new Map(items.map((item) => [keyOfValue(spec, item), item])).values()];
}
