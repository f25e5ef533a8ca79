/** What exchanges reached: the state of the scanner, what came to it, and what it sent. */
import type { Reply } from '../message';
import { isSameState, mainClause, type Exchange } from './exchange';
import type { Findings } from './findings';
import { replyLabel, stateLabel } from './labels';
import type { ScannerEstimate } from './scanner-estimate';

export class ExchangeCoverage {
  constructor(
    private readonly log: Findings,
    private readonly estimate: ScannerEstimate,
  ) {}

  /** It has come. A point if it must draw no reply, or is dropped. */
  arrived(exchange: Exchange): void {
    const { code, command, most, hasOpenCode, trigger } = exchange;
    const isDropped = code !== undefined && code !== 'checksum';
    if (most > 0 && !isDropped) return;
    // An ACK or NAK may belong to a code that waits for it.
    const isNoOp = code !== undefined || (command?.type !== 'wake' && !hasOpenCode);
    this.add(exchange, isDropped ? `${trigger} dropped` : 'silence', isNoOp);
  }

  replied(exchange: Exchange, reply: Reply): void {
    const { estimate } = this;
    const { command, before, trigger, isOptional } = exchange;
    const isLearnt =
      command?.type === 'defaults' ||
      (reply.type === 'value' && estimate.value(reply.number) !== reply.value);
    const isNoOp =
      command === undefined || (estimate.isKnown && !isLearnt && isSameState(before, estimate.state));
    const response = command === undefined && isOptional ? `${trigger} dropped` : replyLabel(reply);
    this.add(exchange, response, isNoOp);
  }

  silent({ before, trigger }: Exchange, clause: string): void {
    this.log.addPoint(stateLabel(before), trigger, 'silence', clause);
  }

  private add(exchange: Exchange, response: string, isNoOp: boolean): void {
    const state = stateLabel(this.estimate.isKnown ? exchange.before : undefined);
    this.log.addPoint(state, exchange.trigger, response, mainClause(exchange), isNoOp);
  }
}
