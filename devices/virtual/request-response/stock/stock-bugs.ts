/** The possible firmware bugs of any described protocol. */
import { answerBugs } from './answer-bugs';
import { checksumBugs } from './checksum-bugs';
import { formBugs } from './form-bugs';
import { framingBugs } from './framing-bugs';
import { requestBugs } from './request-bugs';
import { ruleBoundBugs } from './rule-bound-bugs';
import type { StockBug, StockSource } from './stock-bug';
import { timingBugs } from './timing-bugs';
import { wireBoundBugs } from './wire-bound-bugs';

const KINDS = [
  checksumBugs,
  framingBugs,
  timingBugs,
  formBugs,
  wireBoundBugs,
  ruleBoundBugs,
  requestBugs,
  answerBugs,
];

/** All possible bugs: some may not show in this protocol. */
export function stockBugs(source: StockSource): readonly StockBug[] {
  return KINDS.flatMap((bugs) => bugs(source));
}
