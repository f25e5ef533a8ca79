/** Stock scenarios: what every described protocol can be asked, from its description alone. */
import { LINE_SCENARIOS } from './line-trials';
import type { PreparedSession, StockContext } from './prepared-session';
import { NEAR_MISS_SCENARIOS, REQUEST_SCENARIOS } from './request-trials';
import { clausesOf, runTrials, type TrialScenario } from './trial-run';
import * as fc from 'fast-check';
import type { Message } from '../../../protocols/request-response/definition';
import { micros, millis } from '../../../protocols/time';

export interface StockScenario {
  readonly name: string;
  readonly title: string;
  /** The clauses that it judges; none: the description gives it nothing to do. */
  covers(prepared: PreparedSession): readonly string[];
  run(context: StockContext): Promise<void>;
}

function trialScenario({ name, title, general = [], trials }: TrialScenario): StockScenario {
  return {
    name,
    title,
    covers: (prepared) => {
      const { session } = prepared;
      const found = [...trials(prepared)];
      if (found.length === 0) return [];
      return [
        ...found.flatMap((trial) => clausesOf(session, trial)),
        ...general.flatMap((key) => session.clauses[key] ?? []),
      ];
    },
    run: (context) => runTrials(context, [...trials(context)]),
  };
}

export const STOCK_SCENARIOS: readonly StockScenario[] = [
  {
    name: 'quiet',
    title: 'the board sends nothing unasked',
    covers: ({ session: { clauses } }) => (clauses.unasked === undefined ? [] : [clauses.unasked]),
    run: watchSilence,
  },
  {
    name: 'unsolicited',
    title: 'what the board sends by itself comes in its time',
    covers: ({ session }) => session.unsolicited.map(({ clause }) => clause),
    run: watchUnsolicited,
  },
  ...[...REQUEST_SCENARIOS, ...NEAR_MISS_SCENARIOS, ...LINE_SCENARIOS].map(trialScenario),
  {
    name: 'sessions',
    title: 'random sessions of requests',
    covers: ({ samples }) => samples.all.map(({ clause }) => clause),
    run: playSessions,
  },
];

const LONGEST = 12;
const RUNS = { virtual: 60, real: 8 } as const;

/** The smallest session that is answered wrongly is reported. */
async function playSessions({ host, samples, queries }: StockContext): Promise<void> {
  const kinds = samples.representatives.map(({ request }) => request);
  const changing = samples.all.filter(({ changesState }) => changesState).map(({ request }) => request);
  const all = samples.all.map(({ request }) => request);
  const pools = [kinds, queries.informativeRequests, changing, all].filter((pool) => pool.length > 0);
  const request = fc.oneof(...pools.map((pool): fc.Arbitrary<Message> => fc.constantFrom(...pool)));
  const session = fc.array(request, { minLength: 1, maxLength: LONGEST });
  await host.sessions('a session of requests', RUNS, session);
}

const SHORTEST_WATCH = millis(2000);
/** Of the silence after which nothing is under way. */
const IDLES_WATCHED = 3;
const PERIODS = 4;
const KINDS_WATCHED = { virtual: 40, real: 6 } as const;

/** Listens after each kind of exchange. */
async function watchSilence({ host, session, samples }: StockContext): Promise<void> {
  const { exhaustive } = host.bench;
  const watch = micros(Math.max(SHORTEST_WATCH, IDLES_WATCHED * session.idle));
  await host.quiet(watch, 'after the line was opened');
  if (await host.reset()) await host.quiet(watch, 'after a reset');
  await host.begin();
  const kinds = samples.representatives.slice(0, exhaustive ? KINDS_WATCHED.virtual : KINDS_WATCHED.real);
  for (const { request } of kinds) {
    await host.play(request);
    await host.quiet(
      exhaustive ? watch : micros(2 * session.idle),
      `after ${session.requests.wire.describe(request)}`,
    );
  }
  await host.bytes([0]);
  await host.quiet(watch, 'after a frame of a single byte');
}

/** Listens for several periods of what the board sends by itself, in the initial state and after each kind of request. */
async function watchUnsolicited({ host, session, samples }: StockContext): Promise<void> {
  const longest = Math.max(...session.unsolicited.map(({ period }) => period?.max ?? 0));
  const span = micros(PERIODS * longest);
  await host.quiet(span, 'what comes by itself');
  for (const { request } of samples.representatives.filter(({ changesState }) => changesState)) {
    await host.play(request);
    await host.quiet(span, `what comes by itself after ${session.requests.wire.describe(request)}`);
  }
}
