/**
 * A field of a request as a line of whole numbers: a number in steps of its last digit, or how many items, bytes or characters
 * a list, bytes or a text have.
 */
import type { FieldSpec } from '../wire/layout/field-spec';
import type { AnySession, Message } from './definition';

export interface FieldAxis {
  /** Where the request is. */
  readonly at: bigint;
  /** Both included. The wire may carry less. */
  readonly low: bigint;
  readonly high: bigint;
  /** The field there. */
  valueAt(to: bigint): unknown;
}

/** The last position from `from` on, towards `far`, that is like it. At `far` it is not. */
export function lastSame(from: bigint, far: bigint, isSame: (at: bigint) => boolean): bigint {
  let [good, bad] = [from, far];
  for (;;) {
    const middle = (good + bad) / 2n;
    if (middle === good || middle === bad) return good;
    if (isSame(middle)) good = middle;
    else bad = middle;
  }
}

/** Undefined: the values of the field have no order. */
export function fieldAxis(session: AnySession, request: Message, name: string): FieldAxis | undefined {
  const { head, tag, forms, longest } = session.requests.wire.layout;
  const own = forms.find((form) => form.name === request.type)?.fields ?? [];
  const field = [...head, ...(tag === undefined ? [] : [tag]), ...own].find((one) => one.name === name);
  return field && axisOf(field.spec, valueOf(request, name), longest);
}

export function valueOf(request: Message, name: string): unknown {
  return Object.entries(request).find(([key]) => key === name)?.[1];
}

function axisOf(spec: FieldSpec, value: unknown, longest: number): FieldAxis | undefined {
  if (spec.kind === 'optional') return axisOf(spec.of, value, longest);
  if (spec.kind === 'bignumber' && typeof value === 'bigint')
    return { at: value, low: spec.min, high: spec.max, valueAt: (to) => to };
  if ((spec.kind === 'number' || spec.kind === 'digits') && typeof value === 'number') {
    const fraction = spec.kind === 'digits' ? spec.fraction : 0;
    const position = (number: number): bigint => BigInt(Math.round(number * 10 ** fraction));
    return {
      at: position(value),
      low: position(spec.min),
      high: position(spec.max),
      valueAt: (to) => Number((Number(to) / 10 ** fraction).toFixed(fraction)),
    };
  }
  const sized = (size: number, resized: (size: number) => unknown): FieldAxis | undefined =>
    size === 0
      ? undefined
      : { at: BigInt(size), low: 0n, high: BigInt(longest), valueAt: (to) => resized(Number(to)) };
  if (typeof value === 'string')
    return sized(value.length, (size) => value.repeat(Math.ceil(size / value.length)).slice(0, size));
  if (value instanceof Uint8Array)
    return sized(value.length, (size) =>
      Uint8Array.from({ length: size }, (_, i) => value[i % value.length]!),
    );
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  return sized(items.length, (size) => Array.from({ length: size }, (_, i) => items[i % items.length]));
}
