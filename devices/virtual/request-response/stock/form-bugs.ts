/** Bugs in recognising a request: an unknown tag counts as a known one, or a request to another unit as one's own. */
import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../../protocols/request-response/definition';
import { chooseOutcome } from '../../../../protocols/request-response/outcomes';
import { ruleRequest, type RuledRequest } from '../../../../protocols/request-response/ruled-request';
import type { TagLayout } from '../../../../protocols/wire/layout/layout-data';
import type { Wire } from '../../../../protocols/wire/wire';
import { contentStep, requestStep } from '../session-step';
import { numberBytes } from '../../../../protocols/wire/bytes/numbers';
import { withBytes } from './content-changes';
import {
  changeRule,
  isSilent,
  numbersOf,
  oneOf,
  slug,
  withField,
  type StockBug,
  type StockSource,
} from './stock-bug';

export function formBugs(source: StockSource): readonly StockBug[] {
  return [...tagBugs(source), ...addressBugs(source)];
}

function tagBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { wire } = session.requests;
  const { tag, forms } = wire.layout;
  if (tag === undefined) return [];
  const known = new Set(forms.map((form) => form.tag));
  return forms.flatMap(({ name, tag: own }) => {
    if (typeof own !== 'number') return [];
    const neighbours = Array.from({ length: 8 * tag.spec.bytes }, (_, bit) => own ^ (1 << bit)).filter(
      (one) => !known.has(one) && one >= 0,
    );
    return neighbours.map((neighbour): StockBug => ({
      name: `${slug(name)}-tag-neighbour`,
      text: `The ${tag.name} ${neighbour} is obeyed as ${own}, '${name}': one bit is not compared.`,
      change: (sound) => ({ wire: takingTag(sound.wire, tag, neighbour, own) }),
      trigger: oneOf(
        pool.all().filter(({ request, isAnswered }) => request.type === name && isAnswered),
        (request) => {
          const content = withTag(wire, wire.encode(request), tag, own, neighbour);
          return content && contentStep(session, content);
        },
      ),
    }));
  });
}

/** Undefined: the content does not have the tag `from`. */
function withTag(
  wire: Wire<Message>,
  content: Uint8Array,
  { offset, spec }: TagLayout,
  from: number,
  to: number,
): Uint8Array | undefined {
  const isFrom = numberBytes(spec, from).every((byte, i) => content[offset + i] === byte);
  const span = { offset, length: spec.bytes };
  return isFrom ? withBytes(wire, content, span, numberBytes(spec, to)) : undefined;
}

function takingTag(wire: Wire<Message>, tag: TagLayout, from: number, to: number): Wire<Message> {
  return {
    ...wire,
    decode: (content) => wire.decode(withTag(wire, content, tag, from, to) ?? content),
    measure: (buffer, start, end) => {
      const copy = buffer.slice(start, end);
      const bytes = numberBytes(tag.spec, from);
      const isFrom =
        copy.length >= tag.offset + bytes.length && bytes.every((byte, i) => copy[tag.offset + i] === byte);
      if (isFrom) copy.set(numberBytes(tag.spec, to), tag.offset);
      return wire.measure(copy, 0, copy.length);
    },
  };
}

/** Other values of a head field: the rules stay silent for them and answer the board's own. */
function addressBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { layout } = session.requests.wire;
  return layout.head.flatMap(({ name, spec }) => {
    if (spec.kind !== 'number') return [];
    const own = numbersOf(session.probe).find(([field]) => field === name)?.[1];
    if (own === undefined) return [];
    const answered = pool.all().filter((one) => one.isAnswered && withOwn(one, name, own));
    const others = new Set([spec.min, spec.max, ...Array.from({ length: 8 }, (_, bit) => own ^ (1 << bit))]);
    const silent = [...others]
      .filter((value) => value >= spec.min && value <= spec.max && value !== own)
      .flatMap((value) =>
        answered.map(({ request, state, changesState }) => ({
          wouldChange: changesState,
          ruled: ruleRequest(session, withField(request, name, value), state),
        })),
      )
      .filter(({ ruled }) => isSilent(ruled.ruling));
    const clauses = [...new Set(silent.map(({ ruled }) => ruled.ruling.clause))];
    return clauses.flatMap((clause) => {
      const same = silent.filter(({ ruled }) => ruled.ruling.clause === clause);
      return clauseBugs(
        { session, pool },
        { name, own, clause, isObeyed: same.some(({ ruled }) => ruled.changesState) },
        same,
      );
    });
  });
}

interface Address {
  readonly name: string;
  readonly own: number;
  /** The clause that requires silence. */
  readonly clause: string;
  /** Such requests are executed. */
  readonly isObeyed: boolean;
}

function clauseBugs(
  { session }: StockSource,
  { name, own, clause, isObeyed }: Address,
  requests: readonly { readonly ruled: RuledRequest; readonly wouldChange: boolean }[],
): readonly StockBug[] {
  const sent = (some: typeof requests): NonNullable<StockBug['trigger']> =>
    oneOf(
      some.map(({ ruled }) => ruled),
      (request) => requestStep(session, request),
    );
  const base = `${slug(name)}-${slug(clause)}`;
  const answered: StockBug = {
    name: `${base}-answered`,
    text: `A request with another ${name}, to which ${clause} forbids an answer, is answered.`,
    change: changeRule((ruling, request, again, state) => {
      if (ruling.clause !== clause || !isSilent(ruling)) return ruling;
      const mine = again(withField(request, name, own));
      return ruling.state === undefined ? mine : { ...mine, state: chooseOutcome(ruling, state).state };
    }),
    trigger: sent(requests),
  };
  if (isObeyed) return [answered];
  return [
    answered,
    {
      name: `${base}-obeyed`,
      text: `A request with another ${name}, which is not this board's by ${clause}, is done without an answer.`,
      change: changeRule((ruling, request, again, state) => {
        if (ruling.clause !== clause || !isSilent(ruling)) return ruling;
        return { clause, state: chooseOutcome(again(withField(request, name, own)), state).state };
      }),
      trigger: sent(requests.filter(({ wouldChange }) => wouldChange)),
    },
  ];
}

function withOwn({ request }: RuledRequest, name: string, own: number): boolean {
  return numbersOf(request).some((entry) => isDeepStrictEqual(entry, [name, own]));
}
