/** One run of an audit: a suite on a board with one defect or none, and what came of it. */
import type { Parameters } from '../protocols/requirement';
import { worse } from '../scenarios/judge';
import type { JournalEvent, Verdict } from '../scenarios/record';
import { run } from '../scenarios/runner';
import { Selection } from '../scenarios/selection';
import type { Suite } from '../scenarios/suite';
import { parameterValues } from './options';
import { suiteNamed } from './run-plan';
import { imageStation, runBoard, virtualStation, type RunBoard } from './stations';
import { wirejigVersion } from './version';

export interface AuditCase {
  /** `virtual:stm+crc-ignored`, `qemu:stm+crc-ignored` */
  readonly board: string;
  readonly seed: number;
  /** Of these clauses only; none: all. */
  readonly only?: readonly string[];
  /** Its failure is all that is asked for: the run ends with it. */
  readonly until?: string;
  /** Runs at most, of which all but the first ask everything: until that clause fails, or has a verdict then (in real time a host that stalls can spoil one). Default 1. */
  readonly tries?: number;
}

export interface AuditFinding {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly outcome: string;
  readonly reason?: string;
}

export async function auditCase(asked: AuditCase): Promise<AuditFinding> {
  const { until, tries = 1 } = asked;
  const finding = await tried(asked);
  if (until === undefined || finding.verdicts[until] === 'fail') return finding;
  return tries > 1 ? askedAll({ ...asked, only: [] }, until, tries - 1) : finding;
}

/** Other scenarios than a clause's own may come by what breaks it. */
async function askedAll(asked: AuditCase, clause: string, tries: number): Promise<AuditFinding> {
  let finding = await tried(asked);
  for (let others = tries - 1; others > 0 && undecided(finding, clause); others--)
    finding = await tried(asked);
  return finding;
}

function undecided({ verdicts }: AuditFinding, clause: string): boolean {
  const verdict = verdicts[clause];
  return verdict !== 'pass' && verdict !== 'fail';
}

/** The sound virtual board is asked under the parameters of all its defects: it must pass wherever one of them has to show. */
async function tried(wanted: AuditCase): Promise<AuditFinding> {
  const board = runBoard(wanted.board);
  const suite = suiteNamed(board.kind.suite);
  const findings: AuditFinding[] = [];
  for (const parameters of settings(board, suite))
    findings.push(await asked(wanted, board, suite, parameters));
  return findings.reduce(together);
}

/** The parameters to run under, each once. An image has those that it was built with. */
function settings({ kind, defects, emulated }: RunBoard, suite: Suite): readonly Parameters[] {
  const given = new Map(defects.flatMap(({ parameters = {} }) => Object.entries(parameters)));
  const others =
    defects.length > 0 || emulated
      ? []
      : kind.defects.map(({ parameters = {} }) => Object.entries(parameters));
  const values = [given, ...others.map((entries) => new Map(entries))].map(
    (some) => parameterValues([suite], some).get(suite.id) ?? {},
  );
  return [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];
}

async function asked(
  { seed, only = [], until }: AuditCase,
  board: RunBoard,
  suite: Suite,
  parameters: Parameters,
): Promise<AuditFinding> {
  const station = board.emulated
    ? imageStation(suite, board, parameters)
    : virtualStation(suite, board, seed, parameters);
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

/** What two runs come to: of each requirement the worse verdict, of the outcomes the first that is not done. */
function together(a: AuditFinding, b: AuditFinding): AuditFinding {
  const verdicts = Object.keys(a.verdicts).map(
    (id) => [id, worse(a.verdicts[id] ?? 'skip', b.verdicts[id] ?? 'skip')] as const,
  );
  return { ...(a.outcome === 'done' ? b : a), verdicts: Object.fromEntries(verdicts) };
}

function broke(event: JournalEvent, requirement: string): boolean {
  return event.type === 'check' && event.requirement === requirement && event.verdict === 'fail';
}
