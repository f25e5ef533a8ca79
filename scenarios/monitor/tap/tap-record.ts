/** The options of a tap run, the beginning of its journal, and how the verdicts on two boards are merged. */
import type { Board } from '../../../devices/board/board';
import type { FaultKind } from '../../../devices/faults/faults';
import { systemText } from '../../../devices/platform/system';
import type { Side } from '../../../devices/tap/tap';
import type { Parameters, Requirement } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import { worseVerdict } from '../../bench/verdict';
import type { VerdictLedger, Standing } from '../../runner/verdict-ledger';
import type { JournalEvent, RunStart } from '../../record';
import type { GameMonitorKind } from './game-monitor';

export const SIDES = ['a', 'b'] as const;

export interface TapRunOptions {
  readonly kind: GameMonitorKind;
  /** Both on one clock. */
  readonly boards: Readonly<Record<Side, Board>>;
  readonly parameters: Parameters;
  /** Both boards are started with the clock. */
  readonly fresh: boolean;
  readonly faults?: { readonly kinds: readonly FaultKind[]; readonly every: number };
  readonly seed: number;
  readonly version: string;
  readonly command: string;
  readonly startedAt?: string;
  /** The run ends at this time, even during a game. */
  readonly longest?: Micros;
  readonly signal: AbortSignal;
  readonly emit: (event: JournalEvent) => void;
}

/** The beginning of its journal: the boards are the two scenarios. */
export function tapStart({
  kind,
  boards,
  parameters,
  seed,
  version,
  command,
  startedAt,
}: TapRunOptions): RunStart {
  const { id, title, requirements } = kind;
  const covers = requirements.map((requirement) => requirement.id);
  return {
    type: 'run',
    version,
    seed,
    board: {
      name: `${boards.a.name} and ${boards.b.name}`,
      kind: id,
      virtual: boards.a.clock.virtual,
      defects: SIDES.flatMap((side) => boards[side].defects.map((defect) => `${side}: ${defect}`)),
      links: SIDES.flatMap((side) => boards[side].linkUrls.map(({ url }) => ({ name: side, url }))),
    },
    suites: [
      {
        id,
        title,
        requirements,
        parameters,
        scenarios: SIDES.map((side) => ({
          id: scenarioId(kind, side),
          title: `board ${side}, as it played`,
          covers,
        })),
      },
    ],
    command,
    ...(startedAt === undefined ? {} : { startedAt }),
    platform: systemText(),
  };
}

/** The worse verdict of both boards. A clause that only one board could show has that board's verdict. */
export function tapVerdicts(
  requirements: readonly Requirement[],
  ledgers: Readonly<Record<Side, VerdictLedger>>,
): Record<string, Standing> {
  const [a, b] = [ledgers.a.runStandings(), ledgers.b.runStandings()];
  const none: Standing = { verdict: 'skip', checks: 0 };
  return Object.fromEntries(
    requirements.map(({ id }) => {
      const [one, other] = [a.get(id) ?? none, b.get(id) ?? none];
      const verdict = worseVerdict(one.verdict, other.verdict);
      const reasons = [one, other].filter((standing) => standing.verdict === verdict);
      const reason = [...new Set(reasons.flatMap((standing) => standing.reason ?? []))].join('; ');
      return [id, { verdict, checks: one.checks + other.checks, ...(reason === '' ? {} : { reason }) }];
    }),
  );
}

export function scenarioId({ id }: GameMonitorKind, side: Side): string {
  return `${id}/tap-${side}`;
}
