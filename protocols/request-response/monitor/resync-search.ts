/**
 * Finds the place in a line that is never quiet: which answer is for which request.
 *
 *     request   answer   request   answer   request   answer        one answer to each, before the next request is sent
 *        └───────┘          └───────┘          └───────┘            likely: each is for the request before it
 *           └─────────────────┘  └────────────────┘                 or the host is ahead: each is for an earlier one
 *
 * It is likely after a few exchanges. It is sure when an answer of a form that only one kind of request has can be for none but the last.
 */
import type { AnySession, Message } from '../definition';
import { explore } from './exploration';
import type { LineEvent } from './line-decoder';

/** Exchanges in a row after which their order is likely. */
const LIKELY = 4;
/** Requests that a host may be ahead: more than a board must keep. */
const MOST_AHEAD = 3;

export class ResyncSearch {
  /** The latest requests, the last one first. */
  private requests: Message[] = [];
  /** By how many requests the host may be ahead of what it is answered. */
  private ahead: readonly number[] = [];
  private exchanges = 0;
  /** The last request waits for its answer. */
  private isAsked = false;

  constructor(private readonly session: AnySession) {
    this.restart();
  }

  /** Something else has passed: nothing is known of the order any more. */
  restart(): void {
    this.requests = [];
    this.ahead = Array.from({ length: MOST_AHEAD }, (_, i) => i + 1);
    this.exchanges = 0;
    this.isAsked = false;
  }

  tx({ passed: { event }, doubtful }: LineEvent<Message>): void {
    if (this.isAsked || doubtful || event.kind === 'reject') this.restart();
    if (doubtful || event.kind === 'reject') return;
    this.isAsked = true;
    this.requests = [event.value, ...this.requests.slice(0, MOST_AHEAD)];
  }

  /** `isMessage`: it is like one that the board sends by itself. */
  rx({ passed: { event }, doubtful }: LineEvent<Message>, isMessage: boolean): void {
    const { owners, hasSimilarMessages } = explore(this.session);
    if (isMessage && !hasSimilarMessages) return;
    if (!this.isAsked || isMessage || doubtful || event.kind === 'reject') return this.restart();
    const owner = owners.get(event.value.type);
    const mayAnswer = (request: Message | undefined): boolean =>
      request === undefined || owner === undefined || owner === request.type;
    if (!mayAnswer(this.requests[0])) return this.restart();
    this.isAsked = false;
    this.ahead = this.ahead.filter((ahead) => mayAnswer(this.requests[ahead]));
    this.exchanges++;
  }

  /** Each answer seems to be for the request before it, and nothing is under way. */
  get isLikely(): boolean {
    return this.exchanges >= LIKELY && !this.isAsked;
  }

  /** It can be for no other. */
  get isSure(): boolean {
    return this.isLikely && this.ahead.length === 0;
  }
}
