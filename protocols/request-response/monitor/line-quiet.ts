/** When a line is quiet: nothing that was sent can be answered any more, if nothing passes until then. */
import { silenceOf } from '../../wire/framing';
import type { AnySession } from '../definition';
import { micros, type Micros } from '../../time';
import { explore } from './exploration';
import { SURELY_LONG } from './line-decoder';

/** Talk that goes on this long after the last byte sent is talk that nobody asked for. */
const LONGEST_CHATTER_US = 5e6;
/** What is like a message may be an answer for so many times the longest one. */
const MOST_ANSWERS = 3;

export class LineQuiet {
  private lastTx = micros(-Infinity);
  private lastRx = micros(-Infinity);
  private lastMessage = micros(-Infinity);

  constructor(private readonly session: AnySession) {}

  /** Bytes were sent, or the board was reset, by then. */
  tx(at: Micros): void {
    this.lastTx = micros(Math.max(this.lastTx, at));
  }

  /** The last byte of a frame. `isMessage`: it is like one that the board sends by itself. */
  rx(at: Micros, isMessage: boolean): void {
    if (isMessage) this.lastMessage = at;
    else this.lastRx = at;
  }

  /** What comes then is talk that nobody asked for. */
  isChatter(at: Micros): boolean {
    return at >= this.lastTx + LONGEST_CHATTER_US && this.session.unsolicited.length === 0;
  }

  /**
   * `pending`: when the last byte came that is part of no frame yet. `longest`: the longest time of an answer. `grace`: by so much may it be late.
   */
  at(pending: Micros | undefined, longest: Micros, grace: Micros): Micros {
    const { idle, requests } = this.session;
    const span = Math.max(idle, SURELY_LONG * (silenceOf(requests.framing) ?? 0) + longest) + grace;
    const last = Math.max(this.lastTx, this.lastRx, pending ?? -Infinity);
    // Messages go on and on, but for some time they may be answers.
    const mayAnswer = this.lastMessage > last && explore(this.session).hasSimilarMessages;
    return micros((mayAnswer ? Math.min(this.lastMessage, last + MOST_ANSWERS * span) : last) + span);
  }
}
