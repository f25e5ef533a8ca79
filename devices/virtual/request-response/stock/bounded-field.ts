/** Fields whose bytes can hold values out of bounds: numbers, numbers in ASCII, and enums. */
import type { Message } from '../../../../protocols/request-response/definition';
import type { DigitsSpec, FieldSpec, NumberSpec } from '../../../../protocols/wire/layout/field-spec';
import type { Wire } from '../../../../protocols/wire/wire';
import { digitsText, numberBytes } from '../../../../protocols/wire/bytes/numbers';
import { withBytes } from './content-changes';

export interface BoundedField {
  readonly form: string;
  readonly name: string;
  /** Both included. For an enum: a listed number. */
  readonly min: number;
  readonly max: number;
  /** A value just out of bounds that the bytes can hold. */
  readonly beyond: number;
  toBytes(value: number): Uint8Array;
}

/** Undefined: all values of its bytes are within bounds. */
export function boundedField(form: string, name: string, spec: FieldSpec): BoundedField | undefined {
  switch (spec.kind) {
    case 'number': {
      const beyond = beyondNumber(spec);
      const { min, max } = spec;
      return beyond === undefined
        ? undefined
        : { form, name, min, max, beyond, toBytes: (value) => numberBytes(spec, value) };
    }
    case 'digits': {
      const beyond = beyondDigits(spec);
      const { min, max } = spec;
      return beyond === undefined
        ? undefined
        : { form, name, min, max, beyond, toBytes: (value) => Buffer.from(digitsText(spec, value)) };
    }
    case 'enum': {
      const listed = Object.values(spec.values);
      const first = Math.min(...listed);
      let beyond = first + 1;
      while (listed.includes(beyond)) beyond++;
      if (beyond > highest(spec.of)) return undefined;
      return { form, name, min: first, max: first, beyond, toBytes: (value) => numberBytes(spec.of, value) };
    }
    default:
      return undefined;
  }
}

/** The content with another value of the field. Undefined: the field is absent, or the value does not fit. */
export function patched(
  wire: Wire<Message>,
  content: Uint8Array,
  { name, toBytes }: Pick<BoundedField, 'name'> & { readonly toBytes: (value: number) => Uint8Array },
  value: number,
): Uint8Array | undefined {
  const span = wire.fields(content).find((one) => one.name === name);
  return span === undefined ? undefined : withBytes(wire, content, span, toBytes(value));
}

function highest({ bytes, signed }: NumberSpec): number {
  return 2 ** (8 * bytes - (signed ? 1 : 0)) - 1;
}

function beyondNumber(spec: NumberSpec): number | undefined {
  const { bytes, signed, min, max } = spec;
  if (max < highest(spec)) return max + 1;
  return min > (signed ? -(2 ** (8 * bytes - 1)) : 0) ? min - 1 : undefined;
}

/** The next larger number, if it has no more digits than the field allows. */
function beyondDigits({ radix, most, fraction, max }: DigitsSpec): number | undefined {
  const next = max + 10 ** -fraction;
  return next < radix ** most ? Number(next.toFixed(fraction)) : undefined;
}
