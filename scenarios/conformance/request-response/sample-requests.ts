/**
 * Requests worth sending, found from the description alone: drawn at random, with the numbers that the author used, and at every bound
 * of a field and of the rules.
 *
 *     count   0 │ 1 ──────── 32 │ 33 ──── 125 │ 126 ──▶      a bound: the rules name another clause, another answer, or no message
 */
import { random } from '../../../devices/random';
import { tryEncode } from '../../../protocols/frame';
import type { Message, AnySession } from '../../../protocols/request-response/definition';
import { envelopeOf } from '../../../protocols/wire/frame-content';
import { atFirst } from '../../../protocols/request-response/fitted-request';
import { outcomesOf } from '../../../protocols/request-response/outcomes';
import { ruleRequest } from '../../../protocols/request-response/ruled-request';
import { encodeRuled } from '../../../protocols/request-response/ruling-check';
import { sample } from '../../../protocols/wire/sample';
import { fieldAxis, lastSame, type FieldAxis } from '../../../protocols/request-response/field-axis';

/** A request with what the rules say of it in the initial state. */
export interface SampleRequest {
  readonly request: Message;
  /** Its content. */
  readonly bytes: Uint8Array;
  /** Requests with the same are of one kind: form, clause, form of the answer, whether the state changes. */
  readonly kind: string;
  readonly clause: string;
  readonly isAnswered: boolean;
  readonly changesState: boolean;
  /** One more or one less in a field is of another kind, or no message. */
  readonly isAtBound: boolean;
}

export interface SampleRequests {
  /** One of each kind, the shortest that was found. */
  readonly representatives: readonly SampleRequest[];
  /** All of them, representatives first. */
  readonly all: readonly SampleRequest[];
}

/** How hard to look. */
export interface SamplingEffort {
  readonly draws: number;
  /** Bounds are looked for so often. More than once: bounds of one kind are first requests of another. */
  readonly rounds: number;
}

const WHOLE: SamplingEffort = { draws: 400, rounds: 2 };
/** Most kinds, in a small part of the time. */
export const QUICK: SamplingEffort = { draws: 100, rounds: 0 };
/** Of each kind, of those that were drawn. */
const DRAWN_PER_KIND = 8;
/** Of each kind, with those at its bounds. */
const MOST_PER_KIND = 200;

/** The same for the same session. Throws RuleError where the author's rules throw. */
export function sampleRequests(session: AnySession, { draws, rounds } = WHOLE): SampleRequests {
  const found = new Collection(session);
  const numbers = knownNumbers(session);
  for (const request of [session.probe, ...session.baseline, ...drawRequests(session, numbers, draws)])
    for (const one of new Set([atFirst(session, request), request])) found.add(one, DRAWN_PER_KIND);
  const done = new Set<string>();
  for (let round = 0; round < rounds; round++)
    for (const { kind, request } of found.sorted().representatives) {
      if (done.has(kind)) continue;
      done.add(kind);
      for (const bound of requestBounds(session, request, numbers, (one) => found.classify(one)?.kind))
        found.add(bound.request, MOST_PER_KIND, bound.isAtBound);
    }
  return found.sorted();
}

/** Random requests, many of them with numbers that the author used, and with the head of a request that is answered. */
function* drawRequests(
  { requests: { wire }, probe }: AnySession,
  numbers: readonly number[],
  draws: number,
): Generator<Message> {
  const source = random(0);
  const draw = {
    int: (min: number, max: number): number => {
      const known = numbers.filter((n) => n >= min && n <= max);
      const way = source.int(0, 9);
      if (way < 4) return known[source.int(0, Math.max(0, known.length - 1))] ?? min;
      if (way < 8) return source.int(min, Math.min(max, min + 3));
      return source.int(min, max);
    },
  };
  const head = Object.fromEntries(
    Object.entries(probe).filter(([name]) => wire.layout.head.some((field) => field.name === name)),
  );
  for (let n = 0; n < draws; n++) {
    const request = sample(wire, draw);
    yield { ...request, ...head };
    yield request;
  }
}

/** Numbers of the parameters, the probe and the baseline, and their neighbours. */
function knownNumbers({ parameters, probe, baseline }: AnySession): readonly number[] {
  const values: unknown[] = [parameters, probe, ...baseline].flatMap((one): unknown[] => Object.values(one));
  const numbers = values.filter((value) => typeof value === 'number').filter(Number.isInteger);
  return [...new Set(numbers.flatMap((n) => [n, n - 1, n + 1]))];
}

class Collection {
  private readonly kinds = new Map<string, Omit<SampleRequest, 'isAtBound'>[]>();
  private readonly known = new Set<string>();
  private readonly atBound = new Set<string>();

  constructor(private readonly session: AnySession) {}

  /** What the rules say of a request as the board reads it; undefined where there is no such frame. */
  classify(asked: Message): Omit<SampleRequest, 'isAtBound'> | undefined {
    const read = this.read(asked);
    if (read === undefined) return undefined;
    const { request, bytes } = read;
    const { session } = this;
    const { ruling, answers, isAnswered, changesState } = ruleRequest(session, request, session.initial);
    const { clause } = ruling;
    for (const answer of outcomesOf(ruling, session.initial, session.time).flatMap(({ due }) => due))
      encodeRuled(session.answers.codec, answer, `rules of '${request.type}'`);
    const kind = [request.type, clause, ...answers.map(({ type }) => type), String(changesState)].join(' ');
    return { request, bytes, kind, clause, isAnswered, changesState };
  }

  add(asked: Message, most: number, isAtBound = false): void {
    const found = this.classify(asked);
    if (found === undefined) return;
    const alike = this.kinds.get(found.kind) ?? [];
    const name = found.bytes.toString();
    if (isAtBound) this.atBound.add(name);
    if (alike.length >= most || this.known.has(name)) return;
    this.known.add(name);
    this.kinds.set(found.kind, [...alike, found]);
  }

  sorted(): SampleRequests {
    const kinds = [...this.kinds.values()].map((alike) =>
      alike
        // Spread copies are read so slowly that a run takes a sixth longer.
        .map((one) => Object.assign(one, { isAtBound: this.atBound.has(one.bytes.toString()) }))
        .sort((a, b) => a.bytes.length - b.bytes.length),
    );
    const representatives = kinds.flatMap((alike) => alike.slice(0, 1));
    return { representatives, all: [...representatives, ...kinds.flatMap((alike) => alike.slice(1))] };
  }

  private read(asked: Message): { readonly request: Message; readonly bytes: Uint8Array } | undefined {
    const { wire, framing } = this.session.requests;
    const bytes = tryEncode(() => wire.encode(asked));
    if (bytes === undefined || envelopeOf(framing).refusal(bytes) !== undefined) return undefined;
    const read = wire.decode(bytes);
    return read.kind === 'frame' ? { request: read.value, bytes } : undefined;
  }
}

/** Of each form the request that shows most: it changes the state, or is answered at least. */
export function oneOfEachForm(samples: readonly SampleRequest[]): readonly SampleRequest[] {
  const weight = ({ changesState, isAnswered }: SampleRequest): number =>
    (changesState ? 2 : 0) + (isAnswered ? 1 : 0);
  const best = new Map<string, SampleRequest>();
  for (const one of samples) {
    const known = best.get(one.request.type);
    if (known === undefined || weight(one) > weight(known)) best.set(one.request.type, one);
  }
  return [...best.values()];
}

/** Where a change is looked for, beside the bounds of a field and the values next to it: powers of 16. */
const POWERS = Array.from({ length: 9 }, (_, at) => 1n << BigInt(4 * at));

/**
 * Requests on both sides of every change of `kindOf` (undefined: no message) that a grid over each field shows, and others on that
 * grid. `numbers` are worth a try in each field. `isAtBound`: what is next to it in the field is of another kind, or no value.
 */
export function* requestBounds(
  session: AnySession,
  request: Message,
  numbers: readonly number[],
  kindOf: (request: Message) => string | undefined,
): Generator<{ readonly request: Message; readonly isAtBound: boolean }> {
  for (const [name, value] of Object.entries<unknown>({ ...request })) {
    const axis = fieldAxis(session, { ...request, [name]: grown(value) }, name);
    if (axis === undefined) continue;
    const make = (at: bigint): Message => ({ ...request, [name]: axis.valueAt(at) });
    const kinds = new Map<bigint, string | undefined>();
    const kindAt = (at: bigint): string | undefined => {
      if (!kinds.has(at)) kinds.set(at, kindOf(make(at)));
      return kinds.get(at);
    };
    const grid = gridOf(axis, numbers);
    for (const [i, from] of grid.entries()) {
      if (kindAt(from) !== undefined)
        yield { request: make(from), isAtBound: from === axis.low || from === axis.high };
      for (const at of changes(from, grid[i + 1] ?? from, kindAt))
        if (kindAt(at) !== undefined) yield { request: make(at), isAtBound: true };
    }
  }
}

/** Where there is nothing, the least that can be more. */
function grown(value: unknown): unknown {
  if (value === '') return '0';
  if (value instanceof Uint8Array) return value.length === 0 ? Uint8Array.of(0) : value;
  return Array.isArray(value) && value.length === 0 ? [0] : value;
}

/** Both sides of each change that bisection comes to between `from` and `to`. */
function* changes(from: bigint, to: bigint, kindAt: (at: bigint) => string | undefined): Generator<bigint> {
  const last = kindAt(to);
  let low = from;
  while (kindAt(low) !== last) {
    const kind = kindAt(low);
    const same = lastSame(low, to, (at) => kindAt(at) === kind);
    low = same + 1n;
    yield* [same, low];
  }
}

function gridOf({ at, low, high }: FieldAxis, numbers: readonly number[]): readonly bigint[] {
  const known = [at, ...numbers.filter(Number.isInteger).map(BigInt)];
  const all = [
    low,
    high,
    0n,
    ...POWERS,
    ...POWERS.map((power) => -power),
    ...known.flatMap((n) => [n - 1n, n, n + 1n]),
  ];
  return [...new Set(all)].filter((n) => n >= low && n <= high).sort((a, b) => (a < b ? -1 : 1));
}

/** Of each form the longest, where it is longer than that of `others`. */
export function longerOfEachForm(
  samples: readonly SampleRequest[],
  others: readonly SampleRequest[],
): readonly SampleRequest[] {
  const longest = new Map(others.map((one) => [one.request.type, one]));
  for (const one of samples)
    if (one.bytes.length > (longest.get(one.request.type)?.bytes.length ?? 0))
      longest.set(one.request.type, one);
  return [...longest.values()].filter((one) => !others.includes(one));
}
