/** Makes a {@link DescribedConversation} from an author's options. */
import type { Carrier } from '../monitor/monitor';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import {
  parameterList,
  readValues,
  type ParameterOptions,
  type Values,
} from '../request-response/request-response';
import { readPage } from '../request-response/page';
import { micros, type Micros } from '../time';
import type { BoardSteps, ConversationDefect, StepChange } from './board-steps';
import type {
  Asked,
  Blame,
  BoardEvent,
  ConversationFault,
  LinkSide,
  Rulings,
  RxMessage,
  Wrong,
} from './definition';
import type { ConversationSession, DescribedConversation } from './session';

/** A value, or a function of the parameters, and of what carries the links. */
type Given<P, T> = T | ((parameters: Values<P>, carrier: Carrier) => T);

/** The first half: the links, and what a board knows. */
export interface ConversationOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> {
  /** By name. `baud`: bits per second, 8N1. */
  readonly links: Readonly<
    Record<
      string,
      {
        readonly baud: number;
        /** What the host sends on it. Absent: nothing. */
        readonly host?: Given<P, LinkSide<Host>>;
        /** What the board sends on it. Absent: nothing. */
        readonly board?: Given<P, LinkSide<Board>>;
      }
    >
  >;
  /**
   * What may carry the links, the default first; each has a virtual board. The links are alike, and are opened on demand: as many as there
   * are players. Absent: the links are permanent lines.
   */
  readonly carriers?: readonly Carrier[];
  readonly parameters?: P;
  /** The kinds of codes that can be shown to the board, as `datamatrix`. Default: none. */
  readonly symbologies?: readonly string[];
  /** The state of a board that was just switched on, and is ready. */
  readonly initial: Given<P, State>;
  /** It sends something by itself when it is switched on, as after a reset. Default: it waits. */
  readonly boots?: true;
  /** A silence after which nothing is under way. */
  readonly quiet: Given<P, Micros>;
  /** What is late is waited for so much longer, and then missing. Default 250 ms. */
  readonly grace?: Given<P, Micros>;
  /** By how much what is due to one event may delay each message of another. Default 0. */
  readonly turnTime?: Given<P, Micros>;
  /** What comes on two links so close to each other has no order, unless the board has answered in between. Default: order holds. */
  readonly settle?: Given<P, Micros>;
  /**
   * Functions that the rules call, and steps of the virtual board in place of the usual ones: a defect replaces some. Called at each
   * power-on with the dice of the board. `steps`: the finished ones, with all defects, for steps that call others.
   */
  firmware(
    parameters: Values<P>,
    random: Random,
    steps: NoInfer<Firmware<Host, Board, State, Own>>,
    carrier: Carrier,
  ): Own & Partial<BoardSteps<Host, Board, State>>;
}

/** All steps of a virtual board: those of the author, and the usual ones. */
export type Firmware<Host extends Message, Board extends Message, State, Own> = Own &
  BoardSteps<Host, Board, State>;

/** The second half: the rules. */
export interface ConversationRules<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> {
  /** The protocol's name on the command line. */
  readonly id: string;
  readonly title: string;
  /** The clauses, as Markdown: headings, and items `- ID MUST documented — text`. */
  readonly page: string;
  /** What an event leads to. Pure, but for the dice of `firmware`. */
  rules(
    event: BoardEvent<Host>,
    state: State,
    firmware: Firmware<Host, Board, State, Own>,
    parameters: Values<P>,
  ): Rulings<Board, State>;
  /** What the board may send of its own accord; undefined: it must not. Asked where nothing that is due accepts it. Pure. */
  begins?(rx: RxMessage<Board>, state: State, parameters: Values<P>): Rulings<Board, State> | undefined;
  /** A clause that each such message keeps, or breaks by itself. Default: none. */
  always?(rx: RxMessage<Board>): { readonly clause: string; readonly wrong?: Wrong } | undefined;
  /** The clause that is broken by what nothing was due for. */
  charge(fault: ConversationFault<Board>, state: State, parameters: Values<P>): Blame<Board, State>;
  /** What is known after a fault, or where nobody told what passed. */
  unknown(state: State): State;
  /**
   * Whether it is a prompt answer to this message, whatever the state. Where nothing is known, four such exchanges in turn show which
   * answer belongs to which message. Default: only a silence does. Pure.
   */
  answers?(asked: Asked<Host>, rx: RxMessage<Board>, parameters: Values<P>): boolean;
  /** false: the state is not known. Default: it is. */
  isKnown?(state: State): boolean;
  /** All of a state that makes a difference; the rest only says whom a fault is charged to. Default: all. */
  essence?(state: State): unknown;
  /** Queues of what comes by itself: nobody waits for it before the next message is sent. Default: none. */
  readonly background?: readonly string[];
  /** The class of a state, for coverage. Default: one. */
  stateClass?(state: State): string;
  /** Firmware bugs by name, for the audit of the suite. */
  readonly defects?: Readonly<
    Record<string, ConversationDefect<Firmware<Host, Board, State, Own>, Values<P>>>
  >;
  /** The parameters of its runs, where a run names no board: one run each. Default: one with the defaults. */
  readonly runs?: readonly Readonly<Record<string, string>>[];
  /** Further virtual boards by name: other firmwares. */
  readonly boards?: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly change: StepChange<Firmware<Host, Board, State, Own>, Values<P>>;
      }
    >
  >;
}

const GRACE = micros(250_000);
/** The first message takes 0.2 to 2 ms, the next ones up to 0.2 ms. */
const FIRST_US = [200, 2000] as const;
const NEXT_US = [0, 200] as const;
/** A timer ends within these shares of its limits. */
const SHARES = [20, 80] as const;
/** The judge's board has no choices. */
const NO_DICE: Random = { int: (min) => min, shuffle: (items) => [...items] };

/** Joins both halves. Throws an Error of one line that names the wrong option. */
export function describeConversation<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>(
  options: ConversationOptions<Host, Board, State, Own, P>,
  rules: ConversationRules<Host, Board, State, Own, P>,
): DescribedConversation<Host, Board, State> {
  const { id, title, page, defects = {}, boards = {}, runs = [] } = rules;
  const { carriers = [] } = options;
  const requirements = readPage(page);
  for (const [name, { breaks }] of Object.entries(defects))
    if (!requirements.some((one) => one.id === breaks))
      throw new Error(`defects.${name}.breaks: the page has no clause ${breaks}`);
  // A board of this description has these steps: only its own `at` makes them.
  const described = {
    id,
    title,
    links: Object.entries(options.links).map(([name, { baud }]) => ({ name, baud })),
    carriers,
    runs,
    requirements,
    parameters: parameterList(options),
    symbologies: options.symbologies ?? [],
    defects,
    boards,
    at: (values: Readonly<Record<string, number | string>>, carrier = carriers[0] ?? 'serial') =>
      sessionOf(options, rules, readValues(options.parameters, values), { values, carrier }),
  };
  described.at({});
  return described as unknown as DescribedConversation<Host, Board, State>;
}

function sessionOf<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>(
  options: ConversationOptions<Host, Board, State, Own, P>,
  rules: ConversationRules<Host, Board, State, Own, P>,
  p: Values<P>,
  {
    values,
    carrier,
  }: { readonly values: Readonly<Record<string, number | string>>; readonly carrier: Carrier },
): ConversationSession<Host, Board, State> {
  const of = <T>(value: Given<P, T>): T => (isFunction(value) ? value(p, carrier) : value);
  const links = Object.entries(options.links).map(([name, { baud, host, board }]) => ({
    name,
    baud: baudOf(options, baud, p),
    ...(host === undefined ? {} : { host: of(host) }),
    ...(board === undefined ? {} : { board: of(board) }),
  }));
  const steps = (random: Random): Firmware<Host, Board, State, Own> => {
    const usual: BoardSteps<Host, Board, State> = {
      receiver: (link) => sideOf(links, link, 'host').codec.decoder(),
      receives: (event) => [event],
      rules: (event, state) => rules.rules(event, state, all, p),
      transmit: (messages) => messages,
      delay: (_turn, _message, index) => {
        const [least, most] = index === 0 ? FIRST_US : NEXT_US;
        return micros(random.int(least, most));
      },
      encode: (message, link) => sideOf(links, link, 'board').codec.encode(message),
      switchedOn: (state) => state,
      expires: (_timer, { min, max }) => {
        const [least, most] = SHARES.map((share) => Math.floor(min + (share / 100) * (max - min)));
        return micros(random.int(least ?? min, most ?? max));
      },
    };
    // One object from the beginning on: it has all steps before any is called.
    const all = usual as Firmware<Host, Board, State, Own>;
    return Object.assign(all, options.firmware(p, random, all, carrier));
  };
  const sound = steps(NO_DICE);
  return {
    parameters: { ...values, ...p },
    carrier,
    symbologies: options.symbologies ?? [],
    links,
    initial: of(options.initial),
    boots: options.boots === true,
    rules: (event, state) => rules.rules(event, state, sound, p),
    begins: (rx, state) => rules.begins?.(rx, state, p),
    always: (rx) => rules.always?.(rx),
    charge: (fault, state) => rules.charge(fault, state, p),
    unknown: (state) => rules.unknown(state),
    answers: (asked, rx) => rules.answers?.(asked, rx, p) ?? false,
    isKnown: (state) => rules.isKnown?.(state) ?? true,
    essence: (state) => (rules.essence === undefined ? state : rules.essence(state)),
    background: rules.background ?? [],
    stateClass: (state) => rules.stateClass?.(state) ?? 'any state',
    quiet: of(options.quiet),
    grace: of(options.grace ?? GRACE),
    turnTime: of(options.turnTime ?? micros(0)),
    settle: of(options.settle ?? micros(0)),
    steps,
  };
}

/** A link with the default rate of the parameter `baud` has its value. */
function baudOf(
  options: { readonly parameters?: ParameterOptions },
  baud: number,
  { baud: given }: Readonly<Record<string, unknown>>,
): number {
  const preset = parameterList(options).find(({ name }) => name === 'baud')?.default;
  return preset === baud && typeof given === 'number' ? given : baud;
}

function sideOf<Host extends Message, Board extends Message, K extends 'host' | 'board'>(
  links: ConversationSession<Host, Board, unknown>['links'],
  name: string,
  side: K,
) {
  const found = links.find((one) => one.name === name)?.[side];
  if (found === undefined) throw new Error(`links.${name}: the ${side} sends nothing on it`);
  return found;
}

function isFunction<P, T>(value: Given<P, T>): value is (parameters: Values<P>, carrier: Carrier) => T {
  return typeof value === 'function';
}
