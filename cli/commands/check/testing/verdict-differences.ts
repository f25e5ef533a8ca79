/** One suite on a board whose host is late, and `check` of the journal: in which clauses do their verdicts differ? */
import type { BoardKind } from '../../../../devices/virtual/engine/board';
import { checkRun } from '../../../../scenarios/monitor/trace/check-run';
import type { Protocol } from '../../../../scenarios/protocol';
import { disturbanceNamed } from '../../../../scenarios/testing/disturbed/disturbance';
import { disturbedBoard } from '../../../../scenarios/testing/disturbed/disturbed-board';
import { runSuite } from '../../../../scenarios/testing/suite-run';
import { journalTrace } from '../traces/journal-trace';

export interface VerdictRun {
  readonly protocol: Protocol;
  readonly kind: BoardKind;
  /** With its defects: `stm+crc-ignored`. */
  readonly board: string;
  readonly disturbance: string;
  /** Of board and host. */
  readonly seed: number;
}

/** `fail STM-FR-02 → pass`: the run failed it, and `check` passes it. */
export async function verdictDifferences(asked: VerdictRun): Promise<readonly string[]> {
  const { protocol, kind, board, disturbance, seed } = asked;
  const { suite } = protocol;
  const trace = await protocol.traceMonitor?.();
  if (trace === undefined) throw new Error(`${suite.id} has no trace monitor`);
  const { events, end } = await runSuite(suite, {
    board,
    kinds: [kind],
    seed,
    sampled: true,
    around: (exact) => disturbedBoard(exact, disturbanceNamed(disturbance), seed),
  });
  const source = journalTrace(events, { suite: suite.id, links: trace.links });
  const defaults = Object.fromEntries(trace.parameters.map((one) => [one.name, one.default]));
  const { verdicts } = checkRun({
    kind: trace,
    binding: 'serial',
    ...source,
    parameters: { ...defaults, ...source.parameters },
    name: 'journal',
    version: '0',
    command: '',
    platform: '',
    emit: () => undefined,
  });
  return Object.entries(end.verdicts).flatMap(([id, { verdict }]) => {
    const other = verdicts[id]?.verdict ?? 'none';
    return verdict === other ? [] : [`${verdict} ${id} → ${other}`];
  });
}
