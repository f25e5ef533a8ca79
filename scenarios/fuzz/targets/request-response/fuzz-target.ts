/** The fuzz target of any described protocol: one line, messages and near-misses of its wire, and the monitor. */
import { random } from '../../../../devices/random';
import { decodeAll } from '../../../../protocols/frame';
import { silenceOf } from '../../../../protocols/wire/framing';
import type {
  AnyRequestResponse,
  AnySession,
  Message,
} from '../../../../protocols/request-response/definition';
import type { AnySessionScenario } from '../../../../protocols/request-response/session-scenario';
import { micros, type Micros } from '../../../../protocols/time';
import { frameContent } from '../../../../protocols/wire/frame-content';
import { nearMisses } from '../../../../protocols/wire/near-misses';
import { STATE_LABELS } from '../../../../protocols/request-response/classes';
import { NOISE } from '../../../../judge/request-response/exchange-coverage';
import { dice } from '../../campaign/dice';
import { send, type FuzzStep } from '../../../player/step';
import { GARBAGE, repeated, type Resync } from '../../resync/garbage';
import type { FuzzSession, FuzzTarget, Generator, TimeBounds } from '../../target';
import { describeEvents, generator } from '../case-building';
import { fieldNames } from '../wire-cases';
import { generators } from './generators';
import { RequestResponseModel, type RequestResponseView } from './model';
import { RequestSource } from './request-source';
import { codec } from '../../../../protocols/wire/codec';
import { smallerMessages } from '../../../../protocols/wire/shrink';
import { reduceBytes } from '../../reduce/byte-reduction';

/** Requests whose near-misses show which rejects are possible. */
const SAMPLES = 24;
const SILENCE = 'silence';

/** `own`: sessions of the protocol's author. */
export function fuzzTarget(
  protocol: AnyRequestResponse,
  own: readonly AnySessionScenario[] = [],
): FuzzTarget<RequestResponseView> {
  const { id, requirements, parameters, link } = protocol;
  const standard = protocol.at(Object.fromEntries(parameters.map((one) => [one.name, one.default])));
  let made: RequestSource | undefined;
  let triggers: readonly string[] | undefined;
  const source = (): RequestSource => (made ??= new RequestSource(standard));
  return {
    suite: id,
    requirements,
    get states() {
      return standard.classes.all.states ?? STATE_LABELS.slice(0, source().changesState ? 2 : 1);
    },
    get triggers() {
      return (triggers ??= triggersOf(standard, source()));
    },
    responses: [
      ...standard.classes.all.answers,
      ...(standard.clauses.answered === undefined ? [SILENCE] : []),
    ],
    fields: fieldNames(standard.requests),
    session: (values) => fuzzSession(protocol.at(values), link.name, own),
  };
}

function triggersOf(session: AnySession, source: RequestSource): readonly string[] {
  const { wire, codec, framing } = session.requests;
  const choices = dice(1);
  const codes = new Set<string>();
  for (let n = 0; n < SAMPLES; n++)
    for (const { bytes } of nearMisses(wire, source.any(choices, { seen: [] }))) {
      const [event] = decodeAll(codec.decoder(), frameContent(framing, bytes));
      if (event?.kind === 'reject' && event.error.code !== 'discarded') codes.add(event.error.code);
    }
  return [...wire.layout.forms.map(({ name }) => name), ...codes, NOISE];
}

function fuzzSession(
  session: AnySession,
  link: string,
  own: readonly AnySessionScenario[],
): FuzzSession<RequestResponseView> {
  const { requests, answers, clauses, baseline, probe, idle } = session;
  const { framing } = requests;
  const tx = (request: Message): FuzzStep => send(link, requests.codec.encode(request));
  const resync = resyncOf(session, link);
  const source = new RequestSource(session);
  const read = (bytes: Uint8Array) => decodeAll(requests.codec.decoder(), bytes);
  return {
    model: (fresh) => new RequestResponseModel(session, fresh),
    generators: [
      ...generators(session, link, source),
      ...own.map((one) => sessionGenerator(session, one, link)),
    ],
    probe: [tx(probe)],
    baseline: baseline.map(tx),
    stateProbes: (view) => [[tx(probe)], ...latestOfEachForm(view).map((request) => [tx(request)])],
    seedCases: seedCases(session, source).map((requests) => requests.map(tx)),
    quiet: idle,
    clauses: {
      ...(clauses.pipelined === undefined ? {} : { pipelined: clauses.pipelined }),
      ...(clauses.pieces === undefined ? {} : { pause: clauses.pieces }),
      ...(framing.kind === 'silence' ? { longestPause: framing.silence } : {}),
    },
    commonResponses: [SILENCE],
    ...(resync === undefined ? {} : { resync }),
    times: ({ kind, trigger }) => timeBounds(session, kind, trigger),
    frames: (_link, bytes) => read(bytes).map(({ raw }) => raw),
    smaller: (_link, bytes) => smallerInputs(session, bytes),
    describe: (_link, bytes) => describeEvents(read(bytes), (request) => requests.wire.describe(request)),
    fields: (_link, direction, bytes) => (direction === 'tx' ? requests : answers).codec.fields(bytes),
  };
}

const OWN_WEIGHT = 4;

/** From the state of the board, where that is known, else from the initial one. */
function sessionGenerator(
  { initial, parameters, baseline, requests }: AnySession,
  own: AnySessionScenario,
  link: string,
): Generator<RequestResponseView> {
  const { id, weight = OWN_WEIGHT } = own;
  return generator(id, 'session', weight, [], (dice, { state }) => {
    const steps = own.session(random(dice.int(0, 0x7fffffff)), state ?? initial, parameters);
    return [...(state === undefined ? baseline : []), ...steps].map((step) => {
      const content = step instanceof Uint8Array ? step : requests.wire.encode(step);
      return send(link, frameContent(requests.framing, content));
    });
  });
}

function latestOfEachForm({ seen }: RequestResponseView): readonly Message[] {
  return [...new Map(seen.map((request) => [request.type, request])).values()].reverse();
}

/** One request of each form, alone and with the probe after it. */
function seedCases({ probe }: AnySession, source: RequestSource): readonly (readonly Message[])[] {
  const choices = dice(1);
  const found = new Map<string, Message>();
  for (let n = 0; n < SAMPLES * 4; n++) {
    const request = source.any(choices, { seen: [] });
    if (!found.has(request.type)) found.set(request.type, request);
  }
  return [...found.values()].flatMap((request) => [[request], [request, probe]]);
}

/** Undefined unless the first request of the baseline has one answer in any state. */
function resyncOf(session: AnySession, link: string): Resync | undefined {
  const { requests, answers, clauses, baseline, initial, time } = session;
  const silence = silenceOf(requests.framing);
  const [first] = baseline;
  if (clauses.recovery === undefined || silence === undefined || first === undefined) return undefined;
  const { answer, time: limits = time } = session.rule(first, initial);
  if (answer === undefined) return undefined;
  const quiet = micros(silence + limits.max);
  const ask = requests.codec.encode(first);
  return {
    link,
    kinds: [...GARBAGE, repeated('requests without an end', ask.subarray(0, -1))],
    ask,
    answer: answers.codec.encode(answer),
    silence: quiet,
    limit: micros(2 * quiet + limits.max),
    requirement: clauses.recovery,
  };
}

function timeBounds({ requests, time }: AnySession, kind: string, trigger: string): TimeBounds {
  const isForm = requests.wire.layout.forms.some(({ name }) => name === trigger);
  const silence = requests.framing.kind === 'silence' || !isForm ? (silenceOf(requests.framing) ?? 0) : 0;
  const plus = (span: Micros): Micros => micros(span + silence);
  if (kind === 'late') return { most: plus(time.max) };
  return kind === 'early' && time.min !== undefined ? { least: plus(time.min) } : {};
}

function* smallerInputs(session: AnySession, bytes: Uint8Array): Iterable<Uint8Array> {
  const { wire, framing } = session.requests;
  const [content, ...more] = contentsOf(session, bytes);
  if (content !== undefined && more.length === 0) {
    for (const request of [session.probe, ...session.baseline]) {
      const shorter = wire.encode(request);
      const isSpoilt = wire.decode(content).kind === 'reject';
      if (shorter.length < content.length)
        yield frameContent(framing, isSpoilt ? wire.spoil(shorter) : shorter);
    }
    for (const smaller of smallerMessages(wire, content)) yield frameContent(framing, smaller);
  }
  yield* reduceBytes(bytes);
}

/** The contents of frames, right or wrong. */
function contentsOf({ requests }: AnySession, bytes: Uint8Array): readonly Uint8Array[] {
  const { wire, framing } = requests;
  const reader = codec<Uint8Array>(
    {
      longest: wire.longest,
      decode: (content) => ({ kind: 'frame', value: content }),
      measure: (buffer, from, to) => wire.measure(buffer, from, to),
      encode: (content) => content,
      fields: () => [],
      startError: (raw) => wire.startError(raw),
      layout: wire.layout,
    },
    framing,
  );
  return decodeAll(reader.decoder(), bytes).map(({ value = bytes }) => value);
}
