/** The row of an audit of firmware: the image on the chip beside the virtual board with the same defect. */
import { protocolOf } from '../../../scenarios/protocols';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import type { AuditFinding } from './audit-messages';
import { idsWith, type Subject } from './audit-row';

export interface ImageRow extends Subject {
  readonly image: Outcome;
  readonly model: Outcome;
}

export interface Outcome {
  /** With a defect: its clause failed. Conformant board: no clause failed, and the run came to its end. */
  readonly good: boolean;
  /** With a defect: the verdict on its clause. */
  readonly verdict: string | undefined;
  /** The clauses that failed, and those without a decision. */
  readonly failed: readonly string[];
  readonly open: readonly string[];
  readonly reason: string | undefined;
}

/** In real time a clause may be inconclusive: that is no failure. */
export function outcomeOf({ defect }: Subject, { verdicts, outcome, reason }: AuditFinding): Outcome {
  const failed = idsWith(verdicts, 'fail');
  const verdict = defect === undefined ? undefined : (verdicts[defect.breaks] ?? 'skip');
  const good = defect === undefined ? failed.length === 0 && outcome === 'done' : verdict === 'fail';
  return { good, verdict, failed, open: idsWith(verdicts, 'inconclusive', 'error'), reason };
}

/** How many defects only the virtual board has. */
export async function modelOnlyDefects(kind: BoardKind): Promise<number> {
  const protocol = await protocolOf(kind.suite);
  const model = protocol?.boards.find(({ name }) => name === kind.name);
  return (model?.defects.length ?? 0) - kind.defects.length;
}
