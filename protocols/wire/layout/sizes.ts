/** The fewest and the most bytes of a field. Fields that could not be read back are refused here. */
import { sized } from '../kinds/kind';
import { kindOf } from '../kinds/kinds';
import type { FieldSpec, ListSpec, NamedSpec } from './field-spec';
import { LayoutError, type Size } from './layout-data';
import { cachedBySpec } from './spec-cache';

/** The size of a field of a valid layout. */
export const knownSize: (spec: FieldSpec) => Size = cachedBySpec((spec) => sizeOf(spec, ''));

/** The size of a field where it is constant. */
export function fixedSize(spec: FieldSpec): number | undefined {
  const { min, max, isOpen } = knownSize(spec);
  return min === max && !isOpen ? min : undefined;
}

export function addSizes(a: Size, b: Size): Size {
  return { min: a.min + b.min, max: a.max + b.max, isOpen: a.isOpen || b.isOpen };
}

/** The size of a sequence of fields. Throws {@link LayoutError} where a field after an open one has no fixed size. */
export function sizeOfSequence(fields: readonly NamedSpec[], path: string): Size {
  let total = sized(0);
  let hasRest = false;
  for (const { name, spec } of fields) {
    const own = `${path}.${name}`;
    const size = sizeOf(spec, own);
    if (total.isOpen) {
      const fits = spec.kind === 'optional' ? !hasRest : !size.isOpen && size.min === size.max;
      if (!fits)
        throw new LayoutError(own, 'after a field up to the end of the frame, fields have a fixed size');
    }
    hasRest ||= size.isOpen && spec.kind !== 'optional';
    total = addSizes(total, size);
  }
  return total;
}

/** The size of one field. Throws {@link LayoutError}. */
function sizeOf(spec: FieldSpec, path: string): Size {
  switch (spec.kind) {
    case 'length':
      return sized(spec.of.bytes);
    case 'list':
      return sizeOfList(spec, path);
    case 'struct':
      return sizeOfSequence(spec.fields, path);
    case 'optional': {
      const size = sizeOf(spec.of, path);
      if (spec.of.kind === 'optional') throw new LayoutError(path, 'it is optional twice');
      return { min: 0, max: size.max, isOpen: true };
    }
    case 'choice': {
      const sizes = spec.cases.map(({ name, fields }) => sizeOfSequence(fields, `${path}.${name}`));
      if (sizes.length === 0) throw new LayoutError(path, 'a choice has at least one case');
      return {
        min: spec.tag.bytes + Math.min(...sizes.map(({ min }) => min)),
        max: spec.tag.bytes + Math.max(...sizes.map(({ max }) => max)),
        isOpen: sizes.some(({ isOpen }) => isOpen),
      };
    }
    default:
      return kindOf(spec).size(spec, path);
  }
}

function sizeOfList({ of, count, bytes, least, most, unique }: ListSpec, path: string): Size {
  const item = sizeOf(of, `${path}[]`);
  if (item.isOpen) throw new LayoutError(`${path}[]`, 'an item of a list has an end of its own');
  if (item.min === 0) throw new LayoutError(`${path}[]`, 'an item of a list has bytes');
  if (unique !== undefined && item.min !== item.max)
    throw new LayoutError(`${path}[]`, 'an item of a list without repeats has a fixed size');
  for (const name of unique === undefined || unique === true ? [] : unique)
    if (of.kind !== 'struct' || !of.fields.some((field) => field.name === name))
      throw new LayoutError(`${path}[]`, `it has no field '${name}', which no two items may share`);
  if (typeof count === 'object' && least > count.max)
    throw new LayoutError(path, `least is ${least}, and its count goes up to ${count.max}`);
  const prefixes = (typeof count === 'object' ? count.bytes : 0) + (bytes?.bytes ?? 0);
  const { items, content } = listBounds({ of, count, bytes, least, most }, item);
  const fewest = typeof count === 'object' ? Math.max(least, count.min) : least;
  return {
    min: prefixes + fewest * item.min,
    max: prefixes + Math.min(items * item.max, content),
    isOpen: count === undefined && bytes === undefined,
  };
}

type ListBounds = Pick<ListSpec, 'of' | 'least' | 'most'> & {
  readonly count: ListSpec['count'] | undefined;
  readonly bytes: ListSpec['bytes'] | undefined;
};

/** The most items of a list, and the most bytes of them, by its prefixes and `most`. */
function listBounds(list: ListBounds, item: Size): { readonly items: number; readonly content: number } {
  const counted = typeof list.count === 'object' ? list.count.max : Infinity;
  const content = list.bytes?.max ?? Infinity;
  return { items: Math.min(list.most, counted, Math.floor(content / item.min)), content };
}
