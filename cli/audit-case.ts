/** One run of an audit: a suite on its virtual board with one defect or none, and what came of it. */
import { resolveBoard, type ResolvedBoard } from '../devices/virtual/kinds';
import type { Parameters } from '../protocols/requirement';
import { worse } from '../scenarios/judge';
import type { Verdict } from '../scenarios/record';
import { run } from '../scenarios/runner';
import { Selection } from '../scenarios/selection';
import type { Suite } from '../scenarios/suite';
import { parameterValues } from './options';
import { suiteNamed } from './run-plan';
import { virtualStation } from './stations';
import { wirejigVersion } from './version';

export interface AuditCase {
  /** `virtual:stm+crc-ignored` */
  readonly board: string;
  readonly seed: number;
}

export interface AuditFinding {
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly outcome: string;
  readonly reason?: string;
}

/** The sound board is asked under the parameters of all its defects: it must pass wherever one of them has to show. */
export async function auditCase({ board, seed }: AuditCase): Promise<AuditFinding> {
  const resolved = resolveBoard(board);
  const suite = suiteNamed(resolved.kind.suite);
  const findings: AuditFinding[] = [];
  for (const parameters of settings(resolved, suite))
    findings.push(await asked(resolved, suite, parameters, seed));
  return findings.reduce(together);
}

/** The parameters to run under, each once. */
function settings({ kind, defects }: ResolvedBoard, suite: Suite): readonly Parameters[] {
  const given = new Map(defects.flatMap(({ parameters = {} }) => Object.entries(parameters)));
  const others =
    defects.length > 0 ? [] : kind.defects.map(({ parameters = {} }) => Object.entries(parameters));
  const values = [given, ...others.map((entries) => new Map(entries))].map(
    (some) => parameterValues([suite], some).get(suite.id) ?? {},
  );
  return [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];
}

async function asked(
  board: ResolvedBoard,
  suite: Suite,
  parameters: Parameters,
  seed: number,
): Promise<AuditFinding> {
  const station = virtualStation(suite, board, seed, parameters);
  const end = await run({
    board: station.board,
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed,
    version: wirejigVersion(),
    command: '',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: () => undefined,
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
