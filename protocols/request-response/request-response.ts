/** Makes a {@link RequestResponse} from an author's options, and checks them when the file is loaded. */
import type { RejectOf } from '../frame';
import { allowParameters, withholderOf, type NeverOptions } from '../withheld';
import type { Parameter, Parameters, Requirement } from '../requirement';
import { micros, type Micros } from '../time';
import { codec } from '../wire/codec';
import type { Framing } from '../wire/framing';
import { wireOfSide } from '../wire/parts/framed-wire';
import type { Wire } from '../wire/wire';
import type {
  DescribedDefect,
  DescribedLink,
  GeneralClauses,
  Message,
  RequestResponse,
  RequestResponseSession,
  Ruling,
  Side,
  TimeLimits,
  Unsolicited,
} from './definition';
import { exchangeClasses, type ClassOptions } from './classes';
import { isFunction } from './outcomes';
import { checkOptions, checkParameters, checkTime } from './option-check';
import { readPage } from './page';
import { guarded, ruleAsker } from './ruling-check';
import { refuseWithheld } from './withheld-requests';

/** A parameter as its author writes it: {@link param}. */
export interface ParameterOption<T extends number | string> {
  readonly default: T;
  readonly text: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly T[];
}

/**
 * A value that teams may choose differently: `param(100, 'Latest start of an answer.', { unit: 'ms', min: 1 })`. A text
 * lists its `choices`.
 */
export function param(
  value: number,
  text: string,
  bounds?: { readonly unit?: string; readonly min?: number; readonly max?: number },
): ParameterOption<number>;
export function param<const T extends string>(
  value: NoInfer<T>,
  text: string,
  bounds: { readonly choices: readonly T[] },
): ParameterOption<T>;
export function param<T extends number | string>(
  value: T,
  text: string,
  bounds: Partial<ParameterOption<T>> = {},
): ParameterOption<T> {
  return { ...bounds, default: value, text };
}

/** The parameters of a protocol, by name: `{ answerMs: param(100, …) }`. */
export type ParameterOptions = Readonly<Record<string, ParameterOption<number> | ParameterOption<string>>>;

/** The values of parameters, by name. */
export type Values<P> = { readonly [K in keyof P]: P[K] extends ParameterOption<infer T> ? T : never };

/** A value, or a function of the parameters. */
type Given<P, T> = T | ((parameters: Values<P>) => T);

/** The first half of a description: the line. All later types are inferred from it. */
export interface LineOptions<Request extends Message, Answer extends Message, State, P> {
  /** Bits per second. Default format: 8 data bits, no parity, 1 stop bit. */
  readonly baud: number;
  readonly dataBits?: DescribedLink['dataBits'];
  readonly parity?: DescribedLink['parity'];
  readonly stopBits?: DescribedLink['stopBits'];
  readonly parameters?: P;
  /** Host to board. */
  readonly requests: Given<P, Wire<Request>>;
  /** Board to host. */
  readonly answers: Given<P, Wire<Answer>>;
  /** How frames are separated. If the two directions differ, one framing for each. */
  readonly framing: Given<P, Framing | { readonly requests: Framing; readonly answers: Framing }>;
  /** The state of the board after a reset, and after the baseline. */
  readonly initial: Given<P, State>;
  /** The state after a reset, where the baseline leads to another one. */
  readonly afterReset?: Given<P, State>;
  /** The limits of an answer's beginning, from the last byte of its request. */
  readonly time: Given<P, TimeLimits>;
  /** Silence after which no request or answer is in flight. Default: 1.2 times the latest answer. */
  readonly idle?: Given<P, Micros>;
  /** The longest pause inside an answer. `always.pause` is its clause. */
  readonly pause?: Given<P, Micros>;
}

/** The second half: the rules. */
export interface RuleOptions<Request extends Message, Answer extends Message, State, P> {
  /** The protocol's name on the command line: `modbus`. */
  readonly id: string;
  readonly title: string;
  /** The clauses, as Markdown: headings, and items `- ID MUST documented — text`. */
  readonly page: string;
  /** The right answer to a request, its clause, and the next state. Pure. */
  rules(request: Request, state: State, parameters: Values<P>): Ruling<Answer, State>;
  /** The right reaction to bytes that are no request. */
  refuse(reject: RejectOf<Request>, state: State, parameters: Values<P>): Ruling<Answer, State>;
  /**
   * The request as a host must send it in this state: with its sequence number. For another state, only what depends on
   * it changes. Pure. Samples, baseline and probe are made for `initial` by it, and for the present state when they are
   * sent. Default: requests do not depend on the state.
   */
  prepare?(request: Request, state: State, parameters: Values<P>): Request;
  /** Clauses that hold for every answer. */
  readonly always?: GeneralClauses;
  /** Classes for findings and coverage of fuzzing, if the names of forms say too little. */
  readonly classes?: ClassOptions<Answer, State>;
  readonly unsolicited?: Given<P, readonly Unsolicited<Answer, State>[]>;
  /** Requests that bring a board from any state to the initial one. It answers each in any state. */
  readonly baseline?: Given<P, readonly Request[]>;
  /** A request that any live board answers. It changes nothing. */
  readonly probe: Given<P, Request>;
  /** Firmware bugs by name, for the audit of the suite. */
  readonly defects?: Readonly<Record<string, DescribedDefect<Request, Answer, State, Values<P>>>>;
  /** What suite and fuzzing send to no real board, by its name for `--allow`. Default: nothing. */
  readonly never?: NeverOptions<Request>;
}

const ID = /^[a-z][a-z0-9-]*$/;
const IDLE = 1.2;

/** Joins both halves. Throws an Error of one line that names the path of the wrong option. */
export function describeProtocol<
  Request extends Message,
  Answer extends Message,
  State,
  P extends ParameterOptions,
>(
  line: LineOptions<Request, Answer, State, P>,
  options: RuleOptions<Request, Answer, State, P>,
): RequestResponse<Request, Answer, State> {
  checkOptions(line, options);
  if (!ID.test(options.id)) throw new Error(`id: '${options.id}' is not of small letters, digits and dashes`);
  const requirements = readPage(options.page);
  const { never = {}, defects = {} } = options;
  const declared = parameterList(line);
  checkParameters(declared);
  const parameters = [...declared, ...allowParameters(never)];
  checkClauses(
    options.always ?? {},
    mapValues(defects, ({ breaks }) => breaks),
    requirements,
  );
  const { baud, dataBits, parity, stopBits } = line;
  const described: RequestResponse<Request, Answer, State> = {
    id: options.id,
    title: options.title,
    link: {
      name: 'main',
      baud,
      ...(dataBits === undefined ? {} : { dataBits }),
      ...(parity === undefined ? {} : { parity }),
      ...(stopBits === undefined ? {} : { stopBits }),
    },
    requirements,
    parameters,
    defects: mapValues(defects, (defect, name) => ({
      ...defect,
      change: (steps, values) =>
        guarded(`${options.id}: defect '${name}'`, () =>
          defect.change(steps, readValues(line.parameters, values)),
        ),
    })),
    at: (values) => session(line, options, requirements, readValues(line.parameters, values), values),
    withholds: (values) => withholderOf(never, values, () => described.at(values).requests.codec),
  };
  refuseWithheld(described);
  return described;
}

export function parameterList<P extends ParameterOptions>(line: {
  readonly parameters?: P;
}): readonly Parameter[] {
  return Object.entries<ParameterOption<number> | ParameterOption<string>>(line.parameters ?? {}).map(
    ([name, { choices, ...option }]) => ({
      name,
      ...option,
      ...(choices === undefined ? {} : { choices: choices.map(String) }),
    }),
  );
}

/** The values of the author's parameters, with their types. */
export function readValues<P extends ParameterOptions>(
  parameters: P | undefined,
  values: Parameters,
): Values<P> {
  const read = mapValues<ParameterOption<number> | ParameterOption<string>, number | string>(
    parameters ?? {},
    (option, name) => {
      const value = values[name] ?? option.default;
      if (typeof value !== typeof option.default)
        throw new Error(`parameters.${name}: ${value} is no ${typeof option.default}`);
      return value;
    },
  );
  return read as Values<P>;
}

/** Refuses clauses that are not on the page. */
function checkClauses(
  always: GeneralClauses,
  breaks: Readonly<Record<string, string>>,
  requirements: readonly Requirement[],
): void {
  const named = [
    ...Object.entries(always).map(([name, id]) => [`always.${name}`, id] as const),
    ...Object.entries(breaks).map(([name, id]) => [`defects.${name}.breaks`, id] as const),
  ];
  for (const [path, clause] of named)
    if (clause !== undefined && !requirements.some(({ id }) => id === clause))
      throw new Error(`${path}: the page has no clause ${clause}`);
}

function session<Request extends Message, Answer extends Message, State, P extends ParameterOptions>(
  line: LineOptions<Request, Answer, State, P>,
  options: RuleOptions<Request, Answer, State, P>,
  requirements: readonly Requirement[],
  values: Values<P>,
  parameters: Parameters,
): RequestResponseSession<Request, Answer, State> {
  const given = <T>(value: Given<P, T>): T => (isFunction(value) ? value(values) : value);
  const framing = given(line.framing);
  const [requestFraming, answerFraming] =
    'requests' in framing ? [framing.requests, framing.answers] : [framing, framing];
  const time = given(line.time);
  checkTime(time);
  const requests = side(given(line.requests), requestFraming);
  const answers = side(given(line.answers), answerFraming);
  const { id, always = {} } = options;
  const ask = ruleAsker<Answer, State>(new Set(requirements.map((one) => one.id)), always.answered);
  const prepare = (request: Request, state: State): Request =>
    options.prepare === undefined
      ? request
      : guarded(
          `${id}: prepare of '${request.type}'`,
          () => options.prepare?.(request, state, values) ?? request,
        );
  const initial = given(line.initial);
  const pause = line.pause === undefined ? undefined : given(line.pause);
  const baseline = given(options.baseline ?? []).map((request, at) =>
    asRead(`baseline.${at}`, prepare(request, initial), requests),
  );
  const probe = asRead('probe', prepare(given(options.probe), initial), requests);
  return {
    parameters,
    baud: line.baud,
    requests,
    answers,
    initial,
    ...(line.afterReset === undefined ? {} : { afterReset: given(line.afterReset) }),
    ...(options.prepare === undefined ? {} : { prepare }),
    rule: (request, state) =>
      ask(`${id}: rules of '${request.type}'`, () => options.rules(request, state, values)),
    refusal: (reject, state) =>
      ask(`${id}: refuse of '${reject.error.code}'`, () => options.refuse(reject, state, values)),
    clauses: always,
    ...(pause === undefined || always.pause === undefined
      ? {}
      : { pause: { clause: always.pause, max: pause } }),
    classes: exchangeClasses(id, options.classes, { initial, answers }),
    unsolicited: given(options.unsolicited ?? []),
    time,
    idle: given(line.idle ?? micros(IDLE * time.max)),
    baseline,
    probe,
  };
}

function side<M extends Message>(described: Wire<M>, framing: Framing): Side<M> {
  const wire = wireOfSide(described, framing);
  return { wire, framing, codec: codec(wire, framing) };
}

/** A request as a board reads it: without what no field holds. Throws an Error of one line where it cannot be sent. */
function asRead<M extends Message>(path: string, request: M, { codec, wire }: Side<M>): M {
  try {
    codec.encode(request);
    const read = wire.decode(wire.encode(request));
    return read.kind === 'frame' ? read.value : request;
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
