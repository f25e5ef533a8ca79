/** The checks of an open link. Each sends and receives, and gives a finding. */
import { RESET_WAYS } from '../../../devices/board/reset';
import { LinkError, type Link } from '../../../devices/links/link';
import type { FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { formatSpan } from '../../../reports/text/quantity';
import { latency } from '../../../protocols/monitor/measurement';
import type { Dialect } from '../../../scenarios/dialect';
import { LinkListener, ECHO_PATTERNS } from '../../shared/boards/located-link';
import {
  unintelligibleFinding,
  unknownFinding,
  type Finding,
  type LinkSubject,
  framesText,
  scoreOf,
  shareOfText,
  SURE,
  type Received,
} from './link-subject';

const RATES = [115_200, 9600, 57_600, 38_400, 19_200, 230_400, 460_800, 921_600];
const QUIET = millis(500);
const ANSWER = millis(300);
const BOOT = millis(1500);
const PULSE = millis(100);
const PROBES = 3;
const LATENCIES = 12;
/** If the fastest answer takes longer, the adapter or the board delays it. */
const LATE = millis(8);

export class LinkChecks {
  private echoes = false;
  /** Whether the board sent unasked: the opening of the port may have started it. */
  private unsolicited = false;
  private probeAnswered = false;

  constructor(
    private readonly subject: LinkSubject,
    private readonly dialect: Dialect | undefined,
    private link: Link,
  ) {}

  close(): Promise<void> {
    return this.link.close();
  }

  async checkUnsolicited(): Promise<Finding> {
    const { bytes } = await this.listen(QUIET);
    this.unsolicited = bytes.length > 0;
    const text =
      bytes.length === 0
        ? `the board sends nothing unasked within ${formatSpan(QUIET)}`
        : `the board sends ${bytes.length} bytes unasked within ${formatSpan(QUIET)}, ${shareOfText(bytes)} % of them text`;
    return { topic: 'talk', state: 'ok', text };
  }

  async checkEcho(): Promise<Finding> {
    let returned = 0;
    for (const pattern of ECHO_PATTERNS) {
      await this.link.send(pattern);
      const { bytes } = await this.listen(ANSWER);
      if (Buffer.from(bytes).includes(pattern)) returned++;
    }
    this.echoes = returned === ECHO_PATTERNS.length;
    if (!this.echoes) return { topic: 'echo', state: 'ok', text: 'what is sent does not come back' };
    const next =
      this.subject.medium === 'stream' || this.subject.medium === 'pty'
        ? 'turn off the echo at the far end (stty raw -echo), or start the board’s own program there'
        : 'take the board’s TX off: if it still comes back, TX and RX touch or the adapter echoes; else the firmware does';
    return { topic: 'echo', state: 'problem', text: 'all that is sent comes back', next };
  }

  async checkRate(): Promise<Finding> {
    if (this.echoes) return unknownFinding('baud', 'not tried, because all that is sent comes back');
    const { medium, baud } = this.subject;
    if (medium === 'pty' || medium === 'stream') {
      const what = medium === 'pty' ? 'a pseudo-terminal' : 'this kind of link';
      if (this.probe() === undefined)
        return unknownFinding('baud', `${what} has no rate`, 'give --suite to see whether the board answers');
      const { bytes, frames, rejects } = await this.probeBoard();
      const counts = framesText(frames, rejects);
      this.probeAnswered = frames > 0;
      return this.probeAnswered
        ? { topic: 'baud', state: 'ok', text: `${what} has no rate; the board answers (${counts})` }
        : unintelligibleFinding(
            'the board gives no answer that the suite understands',
            bytes.length > 0 ? `(${counts})` : '',
          );
    }
    return this.findRate(baud);
  }

  private async findRate(own: number): Promise<Finding> {
    let best: { baud: number; score: number; text: string } | undefined;
    let most = 0;
    for (const baud of [own, ...RATES.filter((rate) => rate !== own)]) {
      if (!(await this.reopen(baud))) continue;
      const received = await this.probeBoard();
      most = Math.max(most, received.bytes.length);
      const score = scoreOf(received, this.probe() !== undefined);
      const text =
        this.probe() === undefined
          ? `${shareOfText(received.bytes)} % text`
          : framesText(received.frames, received.rejects);
      if (score > (best?.score ?? 0)) best = { baud, score, text };
      if (score >= SURE) break;
    }
    await this.reopen(best?.baud ?? own);
    this.probeAnswered = best !== undefined && this.probe() !== undefined;
    if (best === undefined)
      return this.probe() === undefined
        ? unknownFinding('baud', 'the board sends nothing unasked', 'give --suite to send requests')
        : unintelligibleFinding(
            'no usual rate gives an answer that the suite understands',
            most > 0 ? `(up to ${most} bytes came)` : '',
          );
    if (best.baud === own) return { topic: 'baud', state: 'ok', text: `${own} baud is right (${best.text})` };
    const text = `the rate is ${best.baud} baud (${best.text}), not ${own}`;
    return {
      topic: 'baud',
      state: 'problem',
      text,
      next: `give ?baud=${best.baud} in the link, or --param baud=${best.baud}`,
    };
  }

  /** Measures the latency of the adapter by an echo, else the latency of the board's answers. */
  async measureLatency(): Promise<Finding> {
    if (!this.echoes && !this.probeAnswered)
      return unknownFinding('latency', 'not measured: the board does not answer');
    const message = this.echoes ? Uint8Array.of(0x55) : (this.probe() ?? Uint8Array.of());
    const found: { low: number; high: number }[] = [];
    for (let n = 0; n < LATENCIES; n++) {
      const sent = await this.link.send(message);
      const chunk = await this.link.receive(after(sent.notAfter, ANSWER));
      if (chunk === undefined) continue;
      found.push(latency(sent, chunk));
      await this.listen(millis(30));
    }
    const highs = found.map(({ high }) => high).sort((a, b) => a - b);
    const [least] = highs;
    const most = highs.at(-1);
    if (least === undefined || most === undefined)
      return unknownFinding('latency', 'not measured: the board has stopped answering');
    const way = this.echoes ? 'a byte comes back' : 'the first byte of an answer comes';
    const unsure = formatSpan(Math.max(...found.map(({ low, high }) => high - low)));
    const text = `${way} after ${formatSpan(least)} to ${formatSpan(most)} (${found.length} tries, known to ${unsure})`;
    if (least < LATE || this.subject.medium !== 'serial') return { topic: 'latency', state: 'ok', text };
    const remedy =
      'an FTDI adapter holds bytes for 16 ms: set its latency_timer to 1, and hold=1 in the link (wirejig ports)';
    // The board itself may take that long.
    return this.echoes
      ? { topic: 'latency', state: 'problem', text, next: remedy }
      : { topic: 'latency', state: 'unknown', text, next: `if the board answers sooner: ${remedy}` };
  }

  async *checkLines(): AsyncGenerator<Finding> {
    for (const line of ['dtr', 'rts'] as const) {
      try {
        yield await this.checkLine(line);
      } catch (error) {
        if (!(error instanceof LinkError) || error.fault !== 'unsupported') throw error;
        yield unknownFinding('lines', `not tried: ${error.message}`);
        return;
      }
    }
  }

  private async checkLine(line: 'dtr' | 'rts'): Promise<Finding> {
    const name = line.toUpperCase();
    if (this.unsolicited && (await this.listen(QUIET)).bytes.length > 0)
      return unknownFinding('lines', `a pulse on ${name} cannot be judged: the board sends all the time`);
    await this.link.lines({ [line]: false });
    await this.link.clock.until(after(this.link.clock.now(), PULSE));
    await this.link.lines({ [line]: true });
    const { bytes } = await this.listen(BOOT);
    if (bytes.length > 0)
      return {
        topic: 'lines',
        state: 'ok',
        text: `a pulse on ${name} makes the board send (${bytes.length} bytes): it is wired to its reset`,
        next: `give --reset ${line} (an ESP32: --reset esp32)`,
      };
    if (this.probeAnswered && (await this.probeBoard()).frames === 0)
      return {
        topic: 'lines',
        state: 'problem',
        text: `after a pulse on ${name} the board does not answer: it may be in its boot loader`,
        next: 'press its reset button; an ESP32 needs --reset esp32',
      };
    return unknownFinding(
      'lines',
      `a pulse on ${name} has no visible effect: it is not wired, or the board restarts without output`,
    );
  }

  async *checkReset(): AsyncGenerator<Finding> {
    const { reset } = this.subject;
    if (reset === undefined) return;
    const how = `the reset by ${reset.text}`;
    this.link = await reset.carryOut();
    const { bytes } = await this.listen(BOOT);
    const output = bytes.length === 0 ? 'without output' : `the board sends ${bytes.length} bytes`;
    if (!this.probeAnswered) yield { topic: 'reset', state: 'ok', text: `${how} is done, ${output}` };
    else if ((await this.probeBoard()).frames > 0)
      yield { topic: 'reset', state: 'ok', text: `${how} is done, ${output}; it answers` };
    else
      yield {
        topic: 'reset',
        state: 'problem',
        text: `after ${how} the board does not answer: it may be in its boot loader, or boot for longer`,
        next: `try another reset method, --reset: ${RESET_WAYS.join(', ')} or cmd:COMMAND`,
      };
  }

  async isProbeAnswered(): Promise<boolean> {
    return scoreOf(await this.probeBoard(), true) >= SURE;
  }

  private probe(): Uint8Array | undefined {
    return this.dialect?.messages.find(({ name }) => name === this.dialect?.probe)?.bytes;
  }

  /** Sends the probe until there is an answer. Without a probe it only listens. */
  private async probeBoard(): Promise<Received> {
    const probe = this.probe();
    if (probe === undefined) return this.listen(QUIET);
    let all: Received = { bytes: Uint8Array.of(), frames: 0, rejects: 0 };
    for (let n = 0; n < PROBES && all.frames === 0; n++) {
      await this.link.send(probe);
      const received = await this.listen(ANSWER);
      all = {
        bytes: Uint8Array.from(Buffer.concat([all.bytes, received.bytes])),
        frames: all.frames + received.frames,
        rejects: all.rejects + received.rejects,
      };
    }
    return all;
  }

  private async listen(span: Micros): Promise<Received> {
    const { clock } = this.link;
    const end = after(clock.now(), span);
    const parts: Uint8Array[] = [];
    let frames = 0;
    let rejects = 0;
    const count = ({ kind }: FrameEvent<unknown>): void => void (kind === 'frame' ? frames++ : rejects++);
    const listener =
      this.dialect === undefined
        ? undefined
        : new LinkListener('', this.dialect.rx, (_record, event) => count(event));
    for (;;) {
      const chunk = await this.link.receive(micros(Math.min(end, listener?.deadline() ?? end)));
      if (chunk !== undefined) {
        parts.push(chunk.bytes);
        listener?.take(chunk);
      } else {
        listener?.tick(clock.now());
        if (clock.now() >= end) break;
      }
    }
    return { bytes: Uint8Array.from(Buffer.concat(parts)), frames, rejects };
  }

  /** Resolves with false if the port does not have this rate. */
  private async reopen(baud: number): Promise<boolean> {
    await this.link.close();
    try {
      this.link = await this.subject.open(baud);
      return true;
    } catch (error) {
      if (error instanceof LinkError && (error.fault === 'invalid' || error.fault === 'refused'))
        return false;
      throw error;
    }
  }
}
