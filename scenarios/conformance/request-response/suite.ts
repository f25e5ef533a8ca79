/** The suite of a described protocol: stock scenarios, which follow from the description, and those of its author. */
import { silenceOf } from '../../../protocols/wire/framing';
import { frameContent } from '../../../protocols/wire/frame-content';
import { EncodeError } from '../../../protocols/frame';
import {
  type Message,
  type AnyRequestResponse,
  RuleError,
  type AnySession,
} from '../../../protocols/request-response/definition';
import { thrownBy } from '../../../protocols/request-response/ruling-check';
import { micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario, Suite } from '../../suite';
import { LINK } from './execution/line-driver';
import { RequestResponseHost } from './host';
import type { OwnScenario } from '../host-scenario';
import { sessionPreparer, type PreparedSession, type StockContext } from './prepared-session';
import { QUICK, sampleRequests, type SampleRequest, type SampleRequests } from './sample-requests';
import { StateQueries } from './state-query';
import { STOCK_SCENARIOS, type StockScenario } from './stock-scenarios';
import { inspect } from 'node:util';

const PROBES = 6;
/** Share of the silence that ends a frame for which a board may stand still, and no sound one reads anything else. */
const STALL_SHARE = 0.4;

/**
 * Throws an Error of one line for a clause that no scenario judges, and for a scenario that names a clause which does not exist. Throws
 * {@link RuleError} where the author's rules throw for a request that was tried.
 */
export function suiteOf(protocol: AnyRequestResponse, own: readonly OwnScenario<Message, unknown>[]): Suite {
  const { id, title, link, requirements, parameters } = protocol;
  const prepare = sessionPreparer(protocol);
  const clauses = requirements.map((one) => one.id);
  const open = (bench: Bench) => {
    const { session, samples: all } = prepare(bench.parameters);
    const samples = samplesToSend(bench, session, all);
    const host = new RequestResponseHost<Message, unknown>(bench, session, bench.parameters, { clauses });
    return {
      session,
      samples,
      host,
      queries: new StateQueries(session, samples),
      blocked: new Set<string>(),
    };
  };
  const defaults = Object.fromEntries(parameters.map((one) => [one.name, one.default]));
  const session = protocol.at(defaults);
  checkIds(protocol, own);
  const clausesOf = (prepared: PreparedSession): ReadonlyMap<StockScenario, readonly string[]> =>
    new Map(STOCK_SCENARIOS.map((one) => [one, [...new Set(one.covers(prepared))]]));
  const openClauses = (covers: ReadonlyMap<unknown, readonly string[]>): readonly string[] => {
    const covered = new Set([...[...covers.values()].flat(), ...own.flatMap((one) => one.covers)]);
    return requirements.map((one) => one.id).filter((one) => !covered.has(one));
  };
  // Every command loads the protocol: the whole search is for descriptions of which a quick one leaves clauses open.
  const checkState = stateGuard(session, id);
  const samples = sampleRequests(session, QUICK);
  checkState();
  checkRepeatability(session, samples, id);
  const quick = clausesOf({ session, samples });
  checkState();
  const covers = openClauses(quick).length === 0 ? quick : clausesOf(prepare(defaults));
  const unjudged = openClauses(covers);
  if (unjudged.length > 0)
    throw new Error(
      `page: no check judges ${unjudged.join(', ')}: no rule names it for any request that was tried, nor does \`always\`; name it there, or in \`covers\` of a scenario`,
    );
  const stock = [...covers].map(([one, clauses]): Scenario => ({
    id: `${id}/${one.name}`,
    title: one.title,
    covers: clauses,
    run: async (bench) => {
      const context = open(bench);
      await context.host.begin();
      await one.run(context);
      const unjudged = bench.countUnjudged();
      for (const clause of clauses.filter((one) => !bench.wasJudged(one)))
        if (context.blocked.has(clause))
          bench.inconclusive(clause, `what goes before each case of ${id}/${one.name} went wrong`);
        else if (bench.withheld !== undefined) bench.skip(clause, bench.withheld);
        else if (unjudged === 0)
          bench.skip(clause, `no case of ${id}/${one.name} came to it under these parameters`);
        else bench.inconclusive(clause, `${unjudged} exchanges of ${id}/${one.name} could not be judged`);
    },
  }));
  const scenarios = [
    ...stock.filter((one) => one.covers.length > 0),
    ...own.map((one): Scenario => ({
      ...one,
      id: `${id}/${one.id}`,
      run: async (bench) => {
        const { host } = open(bench);
        await host.begin();
        try {
          await one.run(host);
        } catch (error) {
          throw isMistake(error) ? thrownBy(`${id}: scenario '${one.id}'`, error) : error;
        }
      },
    })),
  ];
  const silence = silenceOf(session.requests.framing);
  return {
    id,
    title,
    links: [link],
    requirements,
    parameters,
    scenarios,
    withholds: (given) => protocol.withholds(given),
    probe: async (bench) => probe(open(bench)),
    ...(silence === undefined
      ? {}
      : {
          stallLimit: (given) => {
            const { framing } = protocol.at(given).requests;
            return micros(STALL_SHARE * (silenceOf(framing) ?? silence));
          },
        }),
  };
}

/** Without what this board must not get: what is made from it is not sent either. */
function samplesToSend(
  { board: { guard } }: Bench,
  { requests: { framing } }: AnySession,
  samples: SampleRequests,
): SampleRequests {
  if (guard === undefined) return samples;
  const mayGo = ({ bytes }: SampleRequest): boolean =>
    !guard.withholdsBytes(LINK, frameContent(framing, bytes));
  return { representatives: samples.representatives.filter(mayGo), all: samples.all.filter(mayGo) };
}

/** A program's mistake; what a board does, and what is missing for a scenario, is thrown otherwise. */
function isMistake(error: unknown): boolean {
  return [TypeError, ReferenceError, RangeError, EncodeError].some((kind) => error instanceof kind);
}

/** A board that answers any request at all is there. */
async function probe({ host, session, samples }: StockContext): Promise<string | undefined> {
  const others = samples.representatives.filter(({ isAnswered }) => isAnswered).map(({ request }) => request);
  const asked = [session.probe, session.probe, ...session.baseline, ...others].slice(0, PROBES);
  if (await host.isAlive(asked)) return undefined;
  return `the board answered none of ${asked.length} requests: is it powered, is RX wired to TX, is the baud rate right?`;
}

function checkIds(
  { requirements }: Pick<Suite, 'requirements'>,
  own: readonly Pick<Scenario, 'id' | 'covers'>[],
): void {
  const known = requirements.map(({ id }) => id);
  for (const { id, covers } of own) {
    if (STOCK_SCENARIOS.some(({ name }) => name === id))
      throw new Error(`scenarios.${id}: a stock scenario has this id`);
    if (own.filter((one) => one.id === id).length > 1)
      throw new Error(`scenarios.${id}: two scenarios have this id`);
    if (covers.length === 0) throw new Error(`scenarios.${id}.covers: name the clauses that it judges`);
    for (const clause of covers)
      if (!known.includes(clause))
        throw new Error(`scenarios.${id}.covers: the page has no clause ${clause}`);
  }
}

/** Chance shows in one of so many answers, most likely. */
const ASKED = 8;

const SNAPSHOT = { depth: null, maxArrayLength: null, maxStringLength: null, showHidden: false } as const;

function snapshot(value: unknown): string {
  return inspect(value, SNAPSHOT);
}

/** To be called before and after the rules were asked: the second call throws {@link RuleError} where the initial state is another one then. */
function stateGuard({ initial }: AnySession, id: string): () => void {
  const before = snapshot(initial);
  return () => {
    if (snapshot(initial) !== before)
      throw new RuleError(
        `${id}: rules or refuse changed the state that they got: leave it as it is, and give the new one: { clause, state: { ...state, … } }`,
      );
  };
}

/** Throws {@link RuleError} where the same request in the same state is ruled in two ways. */
function checkRepeatability(session: AnySession, { representatives }: SampleRequests, id: string): void {
  for (const { request } of representatives) {
    const first = snapshot(session.rule(request, session.initial));
    for (let n = 0; n < ASKED; n++)
      if (snapshot(session.rule(request, session.initial)) !== first)
        throw new RuleError(
          `${id}: rules of '${request.type}' gave two rulings for the same request and state: they depend on their arguments alone, and not on chance, time or what was asked before`,
        );
  }
}
