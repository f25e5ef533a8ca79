/** Messages that a board sends by itself: that they come, and how long after each other. */
import type { AnySession, Message, Unsolicited } from '../definition';
import { after, micros, millis, type Micros } from '../../time';
import type { Bounds } from '../../monitor/timed-decoder';
import type { JudgementLog } from '../../monitor/judgement-log';
import { GRACE } from './pending-response';

/** A message that follows a frame so soon may have waited for the end of it. */
const SOON = millis(20);

interface Watched {
  readonly rule: Unsolicited<Message, unknown>;
  /** What looks like its message may be an answer until then. */
  doubtfulUntil: Micros;
  /** The message before, or the first sign of life of the board. Undefined: not heard of since the line was lost. */
  last: { readonly first: Bounds; readonly isMessage: boolean; readonly mayBeDelayed: boolean } | undefined;
  /** It is missing: said once. */
  isMissing: boolean;
}

export class UnsolicitedWatch {
  private readonly watched: readonly Watched[];

  constructor(
    { unsolicited }: AnySession,
    private readonly log: JudgementLog<Message>,
  ) {
    this.watched = unsolicited.map((rule) => ({
      rule,
      doubtfulUntil: micros(0),
      last: undefined,
      isMissing: false,
    }));
  }

  /** The line is not followed any more: what comes next is no interval from what came before. */
  clear(): void {
    for (const one of this.watched) one.last = undefined;
  }

  isMessage(message: Message): boolean {
    return this.watched.some(({ rule }) => rule.matches(message));
  }

  /** The board has sent something: from here on its messages are due. */
  sawBoard(first: Bounds): void {
    for (const one of this.watched) one.last ??= { first, isMessage: false, mayBeDelayed: false };
  }

  /** A frame that began then may be a message, or an answer; so may those be that follow until `until`. */
  doubt(message: Message, first: Bounds, until: Micros): void {
    for (const one of this.watched) {
      if (!one.rule.matches(message)) continue;
      one.doubtfulUntil = micros(Math.max(one.doubtfulUntil, until));
      one.last = { first, isMessage: false, mayBeDelayed: false };
    }
  }

  /** Takes a message that matches; false: it may be an answer. `lineBusyUntil`: the frame before it had ended by then. */
  take(message: Message, first: Bounds, lineBusyUntil: Micros): boolean {
    const kinds = this.watched.filter(({ rule }) => rule.matches(message));
    const isMessage = kinds.every(({ doubtfulUntil }) => first.notBefore >= doubtfulUntil);
    const [one, ...others] = kinds;
    // Of two kinds that look the same, nobody knows which it is.
    if (one === undefined || others.length > 0 || !isMessage) this.doubt(message, first, first.notBefore);
    else this.judgePeriod(one, message, first, lineBusyUntil);
    return isMessage;
  }

  private judgePeriod(one: Watched, message: Message, first: Bounds, lineBusyUntil: Micros): void {
    const { last, rule } = one;
    // It may have waited for the frame before it.
    const mayBeDelayed = first.notBefore - lineBusyUntil < SOON;
    one.last = { first, isMessage: true, mayBeDelayed };
    if (last?.isMessage !== true || rule.period === undefined || one.isMissing) {
      one.isMissing = false;
      return;
    }
    const low = Math.max(0, first.notBefore - last.first.notAfter);
    const high = Math.max(low, first.notAfter - last.first.notBefore);
    const { min, max } = rule.period;
    if (low > max && mayBeDelayed) return;
    this.log.measure(rule.clause, undefined, () => `the time between two messages '${message.type}'`, {
      name: `one ${message.type} to the next`,
      unit: 'us',
      low,
      high,
      ...(last.mayBeDelayed ? {} : { min }),
      max,
    });
  }

  tick(now: Micros): void {
    for (const one of this.watched) {
      const timeout = timeoutOf(one);
      if (timeout === undefined || now < timeout) continue;
      one.isMissing = true;
      this.log.fail(one.rule.clause, undefined, {
        kind: 'silence',
        title: 'a message that the board sends by itself',
        expected: `one within ${((one.rule.period?.max ?? 0) / 1000).toFixed(1)} ms`,
        seen: 'nothing',
      });
    }
  }
}

function timeoutOf({ rule, last, isMissing }: Watched): Micros | undefined {
  if (rule.period === undefined || last === undefined || isMissing) return undefined;
  return after(after(last.first.notAfter, rule.period.max), GRACE);
}
