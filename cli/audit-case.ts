/** One run of an audit: a suite on its virtual board with one defect or none, and what came of it. */
import { resolveBoard } from '../devices/virtual/kinds';
import type { Verdict } from '../scenarios/record';
import { run } from '../scenarios/runner';
import { Selection } from '../scenarios/selection';
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

export async function auditCase({ board, seed }: AuditCase): Promise<AuditFinding> {
  const resolved = resolveBoard(board);
  const suite = suiteNamed(resolved.kind.suite);
  const asked = new Map(resolved.defects.flatMap(({ parameters = {} }) => Object.entries(parameters)));
  const parameters = parameterValues([suite], asked).get(suite.id) ?? {};
  const station = virtualStation(suite, resolved, seed, parameters);
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
