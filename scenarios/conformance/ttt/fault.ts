/** What goes wrong in a sitting. */
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Asked } from '../../../protocols/ttt/monitor/turn';
import type { GameState } from '../../../protocols/ttt/rules';
import type { CheckDetail } from '../../runner/verdict-ledger';

export interface Fault {
  /** undefined: the game cannot be followed any more, and what explains it was judged. */
  readonly judgement: Judgement<Asked> | undefined;
  /** The game after what was done last, by the rules. */
  readonly state: GameState;
  /** What was done before that must not change the game. */
  readonly disturbance: string | undefined;
  readonly detail: CheckDetail;
}

/** The game is not as the rules have it. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;

  constructor(fault: Omit<Fault, 'detail'>, evidence: CheckDetail['evidence'] = []) {
    const { judgement, disturbance } = fault;
    const { title: last = '', expected = '', seen = '' } = judgement ?? {};
    const title = disturbance === undefined ? last : `${disturbance}; then ${last}`;
    super(title);
    this.fault = { ...fault, detail: { title, expected, seen, evidence } };
  }
}
