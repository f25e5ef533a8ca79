/** Stock scenarios: what every described protocol can be asked, from its description alone. */
import { LINE_SCENARIOS } from './line-trials';
import { NEAR_MISS_SCENARIOS } from './near-miss-trials';
import type { PreparedSession, StockContext } from './prepared-session';
import { REQUEST_SCENARIOS } from './request-trials';
import { playSessions } from './sessions-scenario';
import { clausesOf, runTrials, type TrialScenario } from './trial-run';

import { watchSilence, watchUnsolicited } from './watch-scenarios';

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
