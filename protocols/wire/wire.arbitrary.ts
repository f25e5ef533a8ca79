/** Messages of a described wire for fast-check. They shrink inside their form: to fewer items, shorter texts, smaller numbers. */
import fc, { type Arbitrary } from 'fast-check';
import { EncodeError } from '../frame';
import type { BytesSpec, DigitsSpec, FieldSpec, ListSpec, NamedSpec, TextSpec } from './layout/field-spec';
import type { FormLayout, WireLayout } from './layout/layout-data';
import { enumValues } from './layout/enum-values';
import { keyOfValue } from './layout/repeats';
import { sizeOf } from './layout/sizes';
import { plainWires } from './parts/plain-wires';
import type { Wire } from './wire';

/** Valid messages of a wire, each form as often as the others; or of the named form alone. */
export function messages<M extends object>(wire: Wire<M>): Arbitrary<M>;
export function messages<M extends { readonly type: string }, N extends M['type']>(
  wire: Wire<M>,
  form: N,
): Arbitrary<Extract<M, { readonly type: N }>>;
export function messages<M>(wire: Wire<M>, only?: string): Arbitrary<M> {
  const forms = plainWires(wire).flatMap(({ wire: { layout } }) =>
    layout.forms
      .filter(({ name }) => only === undefined || name === only)
      .map((form) => messagesOf(layout, form)),
  );
  // The layout made it, so it is a message if `encode` accepts it.
  return fc.oneof(...forms).filter((message) => isEncodable(wire, message as M)) as Arbitrary<M>;
}

function isEncodable<M>(wire: Wire<M>, message: M): boolean {
  try {
    return wire.encode(message).length > 0;
  } catch (error) {
    if (error instanceof EncodeError) return false;
    throw error;
  }
}

function messagesOf(layout: WireLayout, form: FormLayout): Arbitrary<unknown> {
  const room = layout.longest - form.size.min;
  return fc
    .tuple(fieldsOf(layout.head, room), tagsOf(layout, form), fieldsOf(form.fields, room))
    .map(([head, tag, fields]) => ({ type: form.name, ...head, ...tag, ...fields }));
}

function tagsOf({ tag, forms }: WireLayout, form: FormLayout): Arbitrary<object> {
  if (tag === undefined || typeof form.tag !== 'object') return fc.constant({});
  const predicate = form.tag.tag;
  const taken = new Set(forms.map((one) => one.tag));
  const { min, max } = tag.spec;
  return fc
    .integer({ min, max })
    .filter((value) => predicate(value) && !taken.has(value))
    .map((value) => ({ [tag.name]: value }));
}

function fieldsOf(fields: readonly NamedSpec[], room: number): Arbitrary<Record<string, unknown>> {
  const named = fields.filter(({ spec }) => spec.kind !== 'constant' && spec.kind !== 'length');
  return fc.tuple(...named.map(({ spec }) => valuesOf(spec, room))).map((values) => {
    const entries = named.map(({ name }, i) => [name, values[i]] as const);
    // An optional field can be present only after all those before it.
    const gap = named.findIndex(({ spec }, i) => spec.kind === 'optional' && values[i] === undefined);
    return Object.fromEntries(
      entries.filter(
        ([, value], i) => value !== undefined && !(gap >= 0 && i > gap && named[i]?.spec.kind === 'optional'),
      ),
    );
  });
}

function valuesOf(spec: FieldSpec, room: number): Arbitrary<unknown> {
  switch (spec.kind) {
    case 'number':
      return fc.integer({ min: spec.min, max: spec.max });
    case 'bignumber':
      return fc.bigInt({ min: spec.min, max: spec.max });
    case 'varying': {
      const { prefixes, min, max } = spec;
      if (prefixes.length === 0) return fc.integer({ min, max });
      const long = fc
        .tuple(fc.constantFrom(...prefixes), fc.nat(0xff))
        .map(([prefix, byte]) => prefix * 0x100 + byte);
      return fc.oneof(
        fc.nat(0xff).filter((byte) => !prefixes.includes(byte)),
        long,
      );
    }
    case 'enum':
      return fc.constantFrom(...enumValues(spec).map(({ value }) => value));
    case 'words':
      return fc.constantFrom(...spec.words.map(({ name }) => name));
    case 'flags':
      return fc.record(Object.fromEntries(Object.keys(spec.flags).map((name) => [name, fc.boolean()])));
    case 'bits':
      return fc.record(
        Object.fromEntries(spec.parts.map(({ name, width }) => [name, fc.nat(2 ** Math.min(width, 31) - 1)])),
      );
    case 'digits':
      return digits(spec);
    case 'text':
      return bytesOf(spec, room, textByte(spec)).map((bytes) => String.fromCharCode(...bytes));
    case 'bytes':
      return bytesOf(spec, room, fc.nat(0xff)).map((bytes) => Uint8Array.from(bytes));
    case 'list':
      return itemsOf(spec, room);
    case 'struct':
      return fieldsOf(spec.fields, room);
    case 'optional':
      return fc.option(valuesOf(spec.of, room), { nil: undefined });
    case 'choice':
      return fc.oneof(
        ...spec.cases.map(({ name, fields }) =>
          fieldsOf(fields, room).map((values) => ({ type: name, ...values })),
        ),
      );
    case 'constant':
    case 'length':
      return fc.constant(undefined);
  }
}

function digits({ min, max, fraction }: DigitsSpec): Arbitrary<number> {
  const scale = 10 ** fraction;
  const [least, most] = [Math.ceil(min * scale), Math.floor(max * scale)];
  return fc.maxSafeInteger().map((any) => {
    const value = least + (Math.abs(any) % (most - least + 1));
    return value === 0 ? 0 : Number((value / scale).toFixed(fraction));
  });
}

function textByte({ extent, pad }: TextSpec): Arbitrary<number> {
  const end = extent.by === 'until' ? extent.end : undefined;
  return fc.integer({ min: 0x20, max: 0x7e }).filter((byte) => byte !== end && byte !== pad);
}

function bytesOf(
  { extent, least }: TextSpec | BytesSpec,
  room: number,
  byte: Arbitrary<number>,
): Arbitrary<number[]> {
  if (extent.by === 'length') return fc.array(byte, { minLength: extent.length, maxLength: extent.length });
  const [fewest, most] =
    extent.by === 'counted' ? [Math.max(least, extent.count.min), extent.count.max] : [least, extent.most];
  return fc.array(byte, { minLength: fewest, maxLength: Math.min(most, fewest + room) });
}

const MANY = 1000;

/** Usually few items, sometimes as many as a frame holds. */
function itemsOf(spec: ListSpec, room: number): Arbitrary<unknown[]> {
  const { of, count, bytes, least, most, unique } = spec;
  const item = sizeOf(of, '');
  const counted = typeof count === 'object' ? count : undefined;
  const fewest = Math.max(least, counted?.min ?? 0);
  const highest = Math.min(most, counted?.max ?? Infinity, Math.floor((bytes?.max ?? Infinity) / item.min));
  const roomFor = fewest + Math.floor(room / item.min);
  const maxLength = Math.max(fewest, Math.min(highest, roomFor));
  const sized = (size: 'small' | 'max', minLength: number, longest: number): Arbitrary<unknown[]> => {
    const bounds = { minLength, maxLength: longest, size };
    return unique === undefined
      ? fc.array(valuesOf(of, room), bounds)
      : fc.uniqueArray(valuesOf(of, room), { ...bounds, selector: (item) => keyOfValue(spec, item) });
  };
  return fc.oneof(
    { arbitrary: sized('small', fewest, maxLength), weight: 12 },
    { arbitrary: sized('max', fewest, Math.min(maxLength, fewest + MANY)), weight: 1 },
  );
}
