/** One run of an audit: a suite on a board with one defect or none, and what came of it. */
import type { JournalEvent, Verdict } from '../scenarios/record';
import { run } from '../scenarios/runner';
import { Selection } from '../scenarios/selection';
import { parameterValues } from './options';
import { suiteNamed } from './run-plan';
import { imageStation, runBoard, virtualStation } from './stations';
import { wirejigVersion } from './version';

export interface AuditCase {
  /** `virtual:stm+crc-ignored`, `qemu:stm+crc-ignored` */
  readonly board: string;
  readonly seed: number;
  /** Of these clauses only; none: all. */
  readonly only?: readonly string[];
  /** Its failure is all that is asked for: the run ends with it. */
  readonly until?: string;
  /** Runs until that clause has a verdict: in real time a host that stalls can spoil one. Default 1. */
  readonly tries?: number;
}

export interface AuditFinding {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly outcome: string;
  readonly reason?: string;
}

export async function auditCase(asked: AuditCase): Promise<AuditFinding> {
  const { until, tries = 1 } = asked;
  let finding = await tried(asked);
  for (let others = tries - 1; others > 0 && undecided(finding, until); others--)
    finding = await tried(asked);
  return finding;
}

function undecided({ verdicts }: AuditFinding, clause: string | undefined): boolean {
  const verdict = clause === undefined ? undefined : verdicts[clause];
  return clause !== undefined && verdict !== 'pass' && verdict !== 'fail';
}

async function tried({ board, seed, only = [], until }: AuditCase): Promise<AuditFinding> {
  const resolved = runBoard(board);
  const suite = suiteNamed(resolved.kind.suite);
  const needed = new Map(resolved.defects.flatMap(({ parameters = {} }) => Object.entries(parameters)));
  const parameters = parameterValues([suite], needed).get(suite.id) ?? {};
  const station = resolved.emulated
    ? imageStation(suite, resolved, parameters)
    : virtualStation(suite, resolved, seed, parameters);
  const enough = new AbortController();
  const end = await run({
    board: station.board,
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed,
    version: wirejigVersion(),
    command: '',
    selection: Selection.of([suite], only, []),
    signal: enough.signal,
    emit: (event) => {
      if (until !== undefined && broke(event, until)) enough.abort();
    },
  });
  const verdicts = Object.entries(end.verdicts).map(([id, { verdict }]) => [id, verdict] as const);
  return {
    verdicts: Object.fromEntries(verdicts),
    outcome: end.outcome,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
  };
}

function broke(event: JournalEvent, requirement: string): boolean {
  return event.type === 'check' && event.requirement === requirement && event.verdict === 'fail';
}
