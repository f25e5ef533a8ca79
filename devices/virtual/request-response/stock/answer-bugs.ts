/** Bugs of answers: missing, twice, or with a wrong field. */
import type { FieldSpec, NumberSpec } from '../../../../protocols/wire/layout/field-spec';
import { tryEncode } from '../../../../protocols/frame';
import { contentStep, requestStep } from '../session-step';
import { numberBytes } from '../../../../protocols/wire/bytes/numbers';
import { changeContent } from './content-changes';
import {
  answeredBy,
  isSilent,
  LEAST_EVERY,
  MOST_EVERY,
  oneOf,
  probes,
  slug,
  withField,
  withoutAnswers,
  type StockBug,
  type StockSource,
} from './stock-bug';

export function answerBugs(source: StockSource): readonly StockBug[] {
  return [...countBugs(source), ...silentBugs(source), ...fieldBugs(source), ...lengthBugs(source)];
}

function countBugs(source: StockSource): readonly StockBug[] {
  return [
    {
      name: 'answer-twice',
      text: 'Every answer is sent twice.',
      change: (sound) => ({
        transmit: (frames, request) => sound.transmit(frames, request).flatMap((frame) => [frame, frame]),
      }),
      trigger: probes(source),
    },
    {
      name: 'answer-missing-now-and-then',
      text: 'One answer of a few is not sent.',
      change: (sound, { random }) => {
        const every = random.int(LEAST_EVERY, MOST_EVERY);
        let count = 0;
        return {
          transmit: (frames, request) => {
            const sent = sound.transmit(frames, request);
            return sent.length > 0 && ++count % every === 0 ? sent.slice(1) : sent;
          },
        };
      },
      trigger: probes(source, MOST_EVERY),
    },
    {
      name: 'answer-trailing-byte',
      text: 'A zero byte follows every answer.',
      change: (sound) => ({
        transmit: (frames, request) =>
          sound.transmit(frames, request).map((frame) => Uint8Array.of(...frame, 0)),
      }),
      trigger: probes(source, 2),
    },
  ];
}

/** For each clause that requires an answer: the answer is missing. */
function silentBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { wire } = session.requests;
  const answered = pool.all().filter(({ isAnswered }) => isAnswered);
  const clauses = new Set(answered.map(({ ruling }) => ruling.clause));
  const requestBugs = [...clauses].map((clause): StockBug => ({
    name: `${slug(clause)}-unanswered`,
    text: `What ${clause} asks for is not answered.`,
    change: (sound) => ({
      rule: (request, state) => silenced(sound.rule(request, state), clause),
      refusal: (reject, state) => silenced(sound.refusal(reject, state), clause),
    }),
    trigger: oneOf(
      answered.filter(({ ruling }) => ruling.clause === clause),
      (request) => requestStep(session, request),
    ),
  }));
  const spoiled = wire.spoil(wire.encode(session.probe));
  const read = wire.decode(spoiled);
  if (read.kind === 'frame') return requestBugs;
  const at = session.time.max;
  const refusal = session.refusal({ ...read, raw: spoiled, first: at, last: at }, session.initial);
  if (isSilent(refusal) || clauses.has(refusal.clause)) return requestBugs;
  return [
    ...requestBugs,
    {
      name: `${slug(refusal.clause)}-unanswered`,
      text: `What ${refusal.clause} asks for is not answered.`,
      change: (sound) => ({
        refusal: (reject, state) => silenced(sound.refusal(reject, state), refusal.clause),
      }),
      trigger: () => [contentStep(session, spoiled)],
    },
  ];
}

function silenced(ruling: Parameters<typeof withoutAnswers>[0], clause: string): typeof ruling {
  return ruling.clause === clause ? withoutAnswers(ruling) : ruling;
}

/** For each value of an answer: swapped bytes, a stuck bit, a missing character. */
function fieldBugs(source: StockSource): readonly StockBug[] {
  const { layout } = source.session.answers.wire;
  return layout.forms.flatMap(({ name: form, fields }) =>
    fields.flatMap(({ name, spec }): StockBug[] => {
      const bug = (suffix: string, text: string, change: Change): StockBug => ({
        name: `${slug(form)}-${slug(name)}-${suffix}`,
        text,
        change: changeAnswer(form, name, change),
        ...answeredBy(source, form),
      });
      if (spec.kind === 'text')
        return [
          bug('cut', `The last character of ${name} in '${form}' is missing.`, {
            text: (one) => one.slice(0, -1),
          }),
        ];
      if (spec.kind === 'digits')
        return [bug('one-more', `The ${name} in '${form}' is one more.`, { number: (value) => value + 1 })];
      const number = numberOf(spec);
      if (number === undefined) return [];
      const isOdd = (value: number): boolean => value % 2 !== 0;
      const stuck = `The lowest bit of ${name} in '${form}' is always`;
      // If all known values have the same lowest bit, only one of the two shows.
      const bits = [
        bug('bit-stuck', `${stuck} 1.`, { number: (value) => (isOdd(value) ? value : value + 1) }),
        bug('bit-stuck', `${stuck} 0.`, { number: (value) => (isOdd(value) ? value - 1 : value) }),
      ];
      if (number.bytes === 1) return bits;
      const swap: Change = { number: (value) => swapped(value, number) };
      return [...bits, bug('swapped', `The bytes of ${name} in '${form}' are swapped.`, swap)];
    }),
  );
}

/** A change of a value, or of each value in a list. */
interface Change {
  readonly number?: (value: number) => number;
  readonly text?: (value: string) => string;
}

/** A number, or a list of them. */
function numberOf(spec: FieldSpec): NumberSpec | undefined {
  if (spec.kind === 'number') return spec;
  return spec.kind === 'list' && spec.of.kind === 'number' ? spec.of : undefined;
}

function swapped(value: number, { bytes, signed }: NumberSpec): number {
  const unsigned = numberBytes({ bytes, order: 'little' }, value).reduce((sum, byte) => sum * 256 + byte, 0);
  return signed && unsigned >= 2 ** (8 * bytes - 1) ? unsigned - 2 ** (8 * bytes) : unsigned;
}

/** An answer that cannot hold the changed value is sent unchanged. */
function changeAnswer(form: string, field: string, change: Change): StockBug['change'] {
  return (sound) => ({
    content: (answer) => {
      if (answer.type !== form) return sound.content(answer);
      const value = Object.entries<unknown>({ ...answer }).find(([name]) => name === field)?.[1];
      const changed = withField(answer, field, changedValue(value, change));
      return tryEncode(() => sound.content(changed)) ?? sound.content(answer);
    },
  });
}

function changedValue(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => changedValue(one, change));
  if (typeof value === 'number') return change.number?.(value) ?? value;
  return typeof value === 'string' ? (change.text?.(value) ?? value) : value;
}

/** Lengths and counts that are one too high in answers, with a right checksum. */
function lengthBugs(source: StockSource): readonly StockBug[] {
  const { layout } = source.session.answers.wire;
  return layout.forms.flatMap(({ name: form, fields }) =>
    [...layout.head, ...fields].flatMap(({ name, spec }): StockBug[] => {
      if (prefixOf(spec) === undefined) return [];
      return [
        {
          name: `${slug(form)}-${slug(name)}-${spec.kind === 'length' ? 'off-by-one' : 'miscounted'}`,
          text: `The number that tells how long ${name} in '${form}' is says one too many.`,
          change: changeContent((content, answer, wire) => {
            if (answer.type !== form) return content;
            const span = wire.fields(content).find((one) => one.name.startsWith(name));
            const prefix = prefixOf(spec);
            if (span === undefined || prefix === undefined || typeof span.value !== 'number') return content;
            const copy = Uint8Array.from(content);
            copy.set(numberBytes(prefix, span.value + 1), span.offset);
            return wire.resum(copy);
          }),
          ...answeredBy(source, form),
        },
      ];
    }),
  );
}

/** The number before a field that gives its length. */
function prefixOf(spec: FieldSpec): NumberSpec | undefined {
  if (spec.kind === 'length') return spec.of;
  if (spec.kind === 'list') return typeof spec.count === 'object' ? spec.count : spec.bytes;
  if (spec.kind === 'text' || spec.kind === 'bytes')
    return spec.extent.by === 'counted' ? spec.extent.count : undefined;
  return undefined;
}
