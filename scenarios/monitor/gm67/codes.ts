/** What a scanner says besides its replies: codes, and what is no frame where every byte must be of one. */
import { STATUS, type Reply } from '../../../protocols/gm67/message';
import { PARAMETER, TERMINATORS } from '../../../protocols/gm67/parameters';
import { hex } from '../../bench/channel';
import { SHORT_HEX_BYTES, shortHex } from '../../oracle/gm67/words';
import type { Bounds, Passed } from '../../oracle/timed-decoder';
import type { GmKnown } from './scanner-estimate';
import type { ShownCodes } from './presented-codes';
import type { Packets } from './packets';
import { whyNot, type Heard } from './reply-buffer';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** A code that was under way when the scanner was disabled may leave yet; settings count for codes read later. */
const UNDER_WAY_US = 150_000;

export class Codes {
  constructor(
    private readonly notes: VerdictRecorder,
    private readonly known: GmKnown,
    private readonly packets: Packets,
    private readonly shown: Pick<ShownCodes, 'packet'>,
  ) {}

  /** The replies among what was said; undefined: it was malformed, and nothing of it is to be trusted. */
  sift({ passed, junk, junkFrom }: Heard, framed: boolean): readonly Passed<Reply>[] | undefined {
    const answers: Passed<Reply>[] = [];
    for (const one of passed) {
      this.notes.remember('said', one);
      const { event } = one;
      if (event.kind === 'reject') return this.malformed(event.error.code, event.error.message, event.raw);
      if (event.value.type !== 'data') answers.push(one);
      else if (framed) this.packet(one);
    }
    if (framed && junk.length > 0) return this.malformed('', whyNot(junk), junk);
    if (junkFrom !== undefined) this.hidden(junkFrom, junk);
    return answers;
  }

  private malformed(code: string, message: string, raw: Uint8Array): undefined {
    const long = code === 'form';
    const title = long ? 'a code in packet mode' : 'what the scanner sends in packet mode';
    const due = long ? 'one short frame up to 249 bytes' : 'well-formed frames';
    this.notes.fail(long ? 'GM-DT-03' : 'GM-FR-01', title, due, `${shortHex(raw)}: ${message}`);
    return undefined;
  }

  private packet(passed: Passed<Reply>): void {
    this.notes.pass('GM-FR-01');
    this.packets.said(passed);
    // A code from before may be tried again.
    const again = ((passed.event.value?.status ?? 0) & STATUS.retransmission) !== 0;
    const { value, raw, last } = passed.event;
    if (!again && value?.type === 'data') this.shown.packet(value, raw, last);
    if (!again) this.hidden(passed.first, raw);
  }

  /** A code, whose bytes began then. */
  private hidden(first: Bounds, raw: Uint8Array): void {
    const { disabledFrom } = this.known;
    if (disabledFrom === undefined || first.notBefore < disabledFrom + UNDER_WAY_US) return;
    this.notes.fail('GM-DT-05', 'behind scan disable', 'no code', shortHex(raw));
    this.known.disabledFrom = undefined;
  }

  /** A code in raw mode, where it is known how it ends. */
  ending({ junk, junkFrom }: Heard): void {
    const setting = this.known.value(PARAMETER.terminator);
    const terminator = TERMINATORS[setting ?? 0];
    if (this.known.value(PARAMETER.packet) !== 0 || setting === undefined || junkFrom === undefined) return;
    if (terminator === undefined || !this.known.settled(junkFrom.notBefore, UNDER_WAY_US)) return;
    const holds = terminator.every((byte, i) => junk.at(i - terminator.length) === byte);
    this.notes.check('GM-DT-02', holds, () => ({
      title: `a code with terminator ${setting}`,
      expected: `… ${hex(Uint8Array.from(terminator))}`,
      seen: hex(junk.slice(-SHORT_HEX_BYTES)),
    }));
  }
}
