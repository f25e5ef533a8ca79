/** Makes a {@link DescribedConversation} from an author's options. */
import type { Carrier } from '../monitor/monitor';
import { FIRST, type Random } from '../random';
import type { Message } from '../request-response/definition';
import {
  parameterList,
  readValues,
  type ParameterOptions,
  type Values,
} from '../request-response/request-response';
import { isFunction } from '../request-response/outcomes';
import { readPage } from '../request-response/page';
import type { Parameters } from '../requirement';
import { micros } from '../time';
import { sourceOf } from '../wire/codec';
import { silenceOf } from '../wire/framing';
import { allowParameters, withholderOf } from '../withheld';
import type { BoardSteps } from './board-steps';
import type { LinkSide } from './definition';
import type { ConversationJudge, ConversationOptions, ConversationRules, Firmware, Given } from './options';
import type { JudgeOptions } from './own-judge';
import type { ConversationSession, DescribedConversation } from './session';

const GRACE = micros(250_000);
/** The first message takes 0.2 to 2 ms, the next ones up to 0.2 ms. */
const FIRST_US = [200, 2000] as const;
const NEXT_US = [0, 200] as const;
/** A timer ends within these shares of its limits. */
const SHARES = [20, 80] as const;

/** Joins both halves. Throws an Error of one line that names the wrong option. */
export function describeConversation<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>(
  options: ConversationOptions<Host, Board, State, Own, P>,
  rules: ConversationRules<Host, Board, State, Own, P> & Partial<ConversationJudge<State, P>>,
): DescribedConversation<Host, Board, State> {
  const { id, title, page, defects = {}, boards = {}, runs = [], never = {} } = rules;
  const { carriers = [] } = options;
  const requirements = readPage(page);
  const all = Object.assign(
    {},
    defects,
    ...Object.values(boards).map((one) => one.defects),
  ) as typeof defects;
  for (const [name, { breaks }] of Object.entries(all))
    if (!requirements.some((one) => one.id === breaks))
      throw new Error(`defects.${name}.breaks: the page has no clause ${breaks}`);
  // A board of this description has these steps: only its own `at` makes them.
  const described = {
    id,
    title,
    links: Object.entries(options.links).map(([name, { baud }]) =>
      name === options.screen ? { name, baud, screen: true } : { name, baud },
    ),
    carriers,
    runs,
    requirements,
    parameters: [...parameterList(options), ...allowParameters(never)],
    symbologies: options.symbologies ?? [],
    defects,
    boards,
    at: (values: Readonly<Record<string, number | string>>, carrier = carriers[0] ?? 'serial') =>
      sessionOf(options, rules, readValues(options.parameters, values), { values, carrier }),
    withholds: (values: Parameters) => {
      const { links } = described.at(values);
      return withholderOf(never, values, (name) => links.find((one) => one.name === name)?.host?.codec);
    },
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
  rules: ConversationRules<Host, Board, State, Own, P> & Partial<ConversationJudge<State, P>>,
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
    ...(host === undefined ? {} : { host: timed(of(host)) }),
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
  const sound = steps(FIRST);
  const judge = rules.judge?.bind(rules);
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
    ...(judge === undefined ? {} : { judge: (told: JudgeOptions) => judge(told, p) }),
    ...(options.screen === undefined ? {} : { screen: options.screen }),
  };
}

/** With the silence of its framing, if its author gave none. */
function timed<M extends Message>(side: LinkSide<M>): LinkSide<M> {
  const framing = sourceOf(side.codec)?.framing;
  const silence = framing && silenceOf(framing);
  return silence === undefined ? side : { silence, ...side };
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
