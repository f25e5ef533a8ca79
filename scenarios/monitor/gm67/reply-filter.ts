/** Judges what a scanner sends besides replies: codes, and bytes outside frames where every byte must belong to one. */
import { isNeedlesslyLong, STATUS, type Reply } from '../../../protocols/gm67/message';
import { PARAMETER, TERMINATORS } from '../../../protocols/gm67/parameters';
import { hex } from '../../bench/channel';
import { SHORT_HEX_BYTES, shortHex } from '../../oracle/gm67/descriptions';
import type { Bounds, TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { ScannerEstimate } from './scanner-estimate';
import type { PresentedCodes } from './presented-codes';
import type { PacketRetries } from './packet-retries';
import { rejectReason, type ReceivedReplies } from './reply-buffer';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** A code that was read before the scanner was disabled may still come. Settings apply only to codes read later. */
const UNDER_WAY_US = 150_000;

export class ReplyFilter {
  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly estimate: ScannerEstimate,
    private readonly packetRetries: PacketRetries,
    private readonly presentedCodes: Pick<PresentedCodes, 'packet'>,
  ) {}

  /** The replies among the received frames; undefined: some were malformed, so none is reliable. */
  filter(
    { frames, junk, junkFrom }: ReceivedReplies,
    framed: boolean,
  ): readonly TimedEvent<Reply>[] | undefined {
    const answers: TimedEvent<Reply>[] = [];
    for (const one of frames) {
      this.recorder.remember('rx', one);
      const { event } = one;
      if (event.kind === 'reject') return this.malformed(event.error.message, event.raw);
      if (event.value.type !== 'data') answers.push(one);
      else if (framed) this.packet(one);
    }
    if (framed && junk.length > 0) return this.malformed(rejectReason(junk), junk);
    if (junkFrom !== undefined) this.checkDisabled(junkFrom, junk);
    return answers;
  }

  private malformed(message: string, raw: Uint8Array): undefined {
    const long = isNeedlesslyLong(raw);
    const title = long ? 'a code in packet mode' : 'what the scanner sends in packet mode';
    const due = long ? 'one short frame up to 249 bytes' : 'well-formed frames';
    this.recorder.fail(long ? 'GM-DT-03' : 'GM-FR-01', title, due, `${shortHex(raw)}: ${message}`);
    return undefined;
  }

  private packet(passed: TimedEvent<Reply>): void {
    this.recorder.pass('GM-FR-01');
    this.packetRetries.rx(passed);
    // An earlier code may be sent again.
    const again = ((passed.event.value?.status ?? 0) & STATUS.retransmission) !== 0;
    const { value, raw, last } = passed.event;
    if (!again && value?.type === 'data') this.presentedCodes.packet(value, raw, last);
    if (!again) this.checkDisabled(passed.first, raw);
  }

  /** A code whose bytes began at `first`. */
  private checkDisabled(first: Bounds, raw: Uint8Array): void {
    const { disabledFrom } = this.estimate;
    if (disabledFrom === undefined || first.notBefore < disabledFrom + UNDER_WAY_US) return;
    this.recorder.fail('GM-DT-05', 'behind scan disable', 'no code', shortHex(raw));
    this.estimate.disabledFrom = undefined;
  }

  /** A code in raw mode, if its terminator is known. */
  checkTerminator({ junk, junkFrom }: ReceivedReplies): void {
    const setting = this.estimate.value(PARAMETER.terminator);
    const terminator = TERMINATORS[setting ?? 0];
    if (this.estimate.value(PARAMETER.packet) !== 0 || setting === undefined || junkFrom === undefined)
      return;
    if (terminator === undefined || !this.estimate.settled(junkFrom.notBefore, UNDER_WAY_US)) return;
    const holds = terminator.every((byte, i) => junk.at(i - terminator.length) === byte);
    this.recorder.check('GM-DT-02', holds, () => ({
      title: `a code with terminator ${setting}`,
      expected: `… ${hex(Uint8Array.from(terminator))}`,
      seen: hex(junk.slice(-SHORT_HEX_BYTES)),
    }));
  }
}
