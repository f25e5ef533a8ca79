/**
 * Bugs at the bounds of a request's fields in the wire.
 *
 *     level: u8({ max: 100 })    101 is accepted, clamped to 100, or wraps to 0
 */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { chooseOutcome } from '../../../../protocols/request-response/outcomes';
import type { Wire } from '../../../../protocols/wire/wire';
import type { AnyRuling } from '../firmware';
import { contentStep } from '../session-step';
import { changeReading, type Reading, withBytes } from './content-changes';
import { fieldsOf, oneOf, slug, withField, type StockBug, type StockSource } from './stock-bug';
import type { DigitsSpec } from '../../../../protocols/wire/kinds/digits';
import type { FieldSpec, NumberSpec } from '../../../../protocols/wire/layout/field-spec';
import { numberBytes } from '../../../../protocols/wire/bytes/numbers';
import { digitsText } from '../../../../protocols/wire/kinds/digits';

/** Bugs of each field whose bytes can hold values out of bounds. */
export function wireBoundBugs(source: StockSource): readonly StockBug[] {
  const { wire } = source.session.requests;
  return wire.layout.forms.flatMap(({ name: form }) =>
    fieldsOf(wire, form).flatMap(({ name, spec }) => {
      const field = boundedField(form, name, spec);
      return field === undefined ? [] : fieldBugs(source, field, spec.kind === 'enum');
    }),
  );
}

function fieldBugs(
  { session, pool }: StockSource,
  field: BoundedField,
  isEnum: boolean,
): readonly StockBug[] {
  const { wire } = session.requests;
  const { form, name, beyond } = field;
  const trigger = oneOf(
    pool.all().filter(({ request }) => request.type === form),
    (request) => {
      const content = patched(wire, wire.encode(request), field, beyond);
      return content && contentStep(session, content);
    },
  );
  const base = `${slug(form)}-${slug(name)}`;
  const clamped: StockBug = {
    name: `${base}-clamped`,
    text: `A ${name} out of bounds in '${form}' is taken for the nearest in bounds.`,
    change: correcting(field, clamp),
    trigger,
  };
  if (isEnum) return [{ ...clamped, text: `An unlisted ${name} in '${form}' is taken for a listed one.` }];
  return [
    {
      name: `${base}-unchecked`,
      text: `A ${name} out of bounds in '${form}' is taken as it is.`,
      change: unchecked(field),
      trigger,
    },
    clamped,
    {
      name: `${base}-wraps`,
      text: `A ${name} out of bounds in '${form}' starts again from the other bound.`,
      change: correcting(field, ({ min, max }, seen) => {
        const count = max - min + 1;
        return min + ((((seen - min) % count) + count) % count);
      }),
      trigger,
    },
  ];
}

type Correct = (field: BoundedField, seen: number) => number;

const clamp: Correct = ({ min, max }, seen) => Math.min(max, Math.max(min, seen));

/** The value out of bounds, and the request with a corrected one. Undefined: something else is wrong too. */
function correctedRequest(
  wire: Wire<Message>,
  content: Uint8Array,
  field: BoundedField,
  correct: Correct,
): { readonly seen: number; readonly request: Message } | undefined {
  const seen = Number(wire.fields(content).find(({ name }) => name === field.name)?.value);
  if (Number.isNaN(seen)) return undefined;
  const other = patched(wire, content, field, correct(field, seen));
  const read = other === undefined ? undefined : wire.decode(other);
  if (read?.kind !== 'frame' || read.value.type !== field.form) return undefined;
  return { seen, request: read.value };
}

/** Reads a value out of bounds as another value. */
function correcting(field: BoundedField, correct: Correct): StockBug['change'] {
  return changeReading((content, read, wire): Reading => {
    if (read.kind === 'frame' || read.error.code !== 'range') return read;
    const corrected = correctedRequest(wire, content, field, correct);
    return corrected === undefined ? read : { kind: 'frame', value: corrected.request };
  });
}

/** Accepts a value out of bounds. If the rules or an answer cannot hold it, it is clamped. */
function unchecked(field: BoundedField): StockBug['change'] {
  return (sound, { session }) => {
    const { wire } = sound;
    const clamped = new WeakMap<Message, Message>();
    return {
      wire: {
        ...wire,
        decode: (content) => {
          const read = wire.decode(content);
          if (read.kind === 'frame' || read.error.code !== 'range') return read;
          const corrected = correctedRequest(wire, content, field, clamp);
          if (corrected === undefined) return read;
          const value = withField(corrected.request, field.name, corrected.seen);
          clamped.set(value, corrected.request);
          return { kind: 'frame', value };
        },
      },
      rule: (request, state) => {
        const nearest = clamped.get(request) ?? request;
        const rulings = [
          () => sound.rule(request, state),
          () => sound.rule(nearest, state),
          // An accepted value has spoilt the state: the board restarts.
          () => ({ state: session.initial, ...sound.rule(nearest, session.initial) }),
        ];
        return firstPossible(session, rulings, state);
      },
    };
  };
}

/** The first possible ruling whose answers can be sent. */
function firstPossible(
  session: AnySession,
  rulings: readonly (() => AnyRuling)[],
  state: unknown,
): AnyRuling {
  const [make, ...others] = rulings;
  if (make === undefined) throw new Error('no ruling is possible');
  try {
    const ruling = make();
    for (const answer of chooseOutcome(ruling, state).answers) session.answers.wire.encode(answer);
    return ruling;
  } catch (error) {
    if (others.length === 0) throw error;
    return firstPossible(session, others, state);
  }
}

interface BoundedField {
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
function boundedField(form: string, name: string, spec: FieldSpec): BoundedField | undefined {
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
function patched(
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
