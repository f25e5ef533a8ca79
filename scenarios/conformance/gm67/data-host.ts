/** Codes that the bench shows to the scanner: received as bytes in raw mode, and as frames in packet mode. */
import { STATUS, type Reply, type Symbology } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { rawBytes } from '../../../protocols/gm67/raw-mode';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Channel, Received } from '../../bench/channel';
import type { DueRecord } from '../../record';
import type { GmHost } from './host';
import { NotReady } from './scanner-profile';
import { rawLine, type Expectation } from './raw-line';
import { describeParameter } from './descriptions';

/** Longest pause inside a code, besides two byte times, microseconds (GM-DT-01). */
const MAX_PAUSE_US = 20_000;

/** How long to wait that no answer to ACK comes. */
const ACK_WATCH = millis(40);

export interface Settings {
  readonly trigger?: number;
  readonly packet?: boolean;
  readonly terminator?: number;
}

type Data = Extract<Reply, { type: 'data' }>;

/** A code that came as a frame. */
export interface Packet {
  readonly received: Received<Reply>;
  readonly data: Data;
}

const TEXT = new TextEncoder();

export const EAN_CODE = TEXT.encode('4006381333931');
export const CODE_128 = TEXT.encode('WIREJIG-128');

/** A payload with a text of its own, all of one length. */
export function codeOf(text: string): Uint8Array {
  return TEXT.encode(`wirejig ${text}`.padEnd(20, '.').slice(0, 20));
}

export class DataHost {
  private readonly expected: Expectation = { bytes: 1 };
  private readonly raw: Channel<Uint8Array, Uint8Array>;
  private terminator = 2;
  /** The previous code was sent again when the last one was shown. */
  repeated = false;
  private latest: Uint8Array = new Uint8Array(0);
  /** When the first byte of the last code came, at the latest. */
  firstByteAt = micros(0);
  /** How long a code may take from being shown. */
  private readonly codeTimeout: Micros;
  /** How long to wait that nothing comes. */
  readonly watchTime: Micros;

  private constructor(readonly scanner: GmHost) {
    const { bench } = scanner;
    const line = rawLine(this.expected, millis(bench.number('idleResetMs')));
    this.raw = bench.channel('main', line, line);
    this.codeTimeout = bench.exhaustive ? millis(6000) : millis(4000);
    this.watchTime = bench.exhaustive ? millis(4000) : millis(1500);
  }

  /** Prepares a scanner to read codes: by default in raw mode with CR, one code for each start. */
  static async create(scanner: GmHost, settings: Settings = {}): Promise<DataHost> {
    const host = new DataHost(scanner);
    const { trigger = TRIGGER.host, packet = false, terminator = 2 } = settings;
    const wanted = [[PARAMETER.trigger, trigger] as const, [PARAMETER.packet, packet ? 1 : 0] as const];
    for (const [number, value] of wanted)
      if (!scanner.profile.valuesOf(number).includes(value))
        throw new NotReady(`by its profile this scanner's ${describeParameter(number)} is never ${value}`);
    await scanner.prepare({ type: 'enable' });
    await scanner.write(PARAMETER.stxEtx, 0);
    await host.setTerminator(terminator);
    const { scanTime, codes2d } = PARAMETER;
    await scanner.write(scanTime, Math.max(...scanner.profile.valuesOf(scanTime)));
    await scanner.write(codes2d, Math.max(...scanner.profile.valuesOf(codes2d)));
    await scanner.write(PARAMETER.packet, packet ? 1 : 0);
    await scanner.write(PARAMETER.trigger, trigger);
    await scanner.awaitQuiet();
    return host;
  }

  /** Sets the terminator. */
  async setTerminator(terminator: number): Promise<void> {
    await this.scanner.write(PARAMETER.terminator, terminator);
    this.terminator = terminator;
  }

  /** The bytes that a code must arrive as. */
  expectedBytes(payload: Uint8Array): Uint8Array {
    return rawBytes(payload, this.terminator);
  }

  /** As {@link expectedBytes}, for the report. */
  describeDue(payload: Uint8Array): DueRecord {
    return this.raw.describeDueBytes(this.expectedBytes(payload));
  }

  /** Starts decoding and shows a code. The bytes that come. Throws {@link NotReady}. */
  async readRaw(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Uint8Array> {
    await this.scanner.prepare({ type: 'start' });
    return this.presentRaw(payload, symbology);
  }

  /** Shows a code in raw mode. The bytes that come, with those that are too many. */
  async presentRaw(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Uint8Array> {
    const { bench } = this.scanner;
    const due = this.expectedBytes(payload).length;
    this.expectBytes(due);
    await bench.present(symbology, payload);
    const first = await this.raw.next(after(bench.now(), this.codeTimeout));
    if (first === undefined) return new Uint8Array(0);
    this.firstByteAt = first.notAfter;
    this.measureBurst(first);
    if (first.event.raw.length < due) return first.event.raw;
    const watch = bench.exhaustive ? millis(300) : millis(45);
    const extra = await this.raw.collectUntil(after(bench.now(), watch), 8);
    return join([first, ...extra].map(({ event }) => event.raw));
  }

  /** Shows a code that must not be sent. The bytes that come anyway. */
  async presentHidden(payload: Uint8Array): Promise<Uint8Array> {
    this.expectBytes(1);
    await this.scanner.bench.present('datamatrix', payload);
    return this.collectBytes(this.watchTime);
  }

  /** The bytes that come within `span`. */
  async collectBytes(span: Micros): Promise<Uint8Array> {
    this.expected.bytes = 65_535;
    this.raw.discardInput();
    const pieces = await this.raw.collectUntil(after(this.scanner.bench.now(), span));
    return join(pieces.map(({ event }) => event.raw));
  }

  /** The next frame with a code. Other frames are skipped. */
  async nextPacket(deadline: Micros): Promise<Packet | undefined> {
    for (;;) {
      const received = await this.scanner.channel.next(deadline);
      if (received === undefined) return undefined;
      const reply = this.scanner.read(received);
      if (reply?.type === 'data') return { received, data: reply };
    }
  }

  /** Starts decoding and shows a code in packet mode. The first frame with a code. Throws {@link NotReady}. */
  async readPacket(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Packet | undefined> {
    await this.scanner.prepare({ type: 'start' });
    return this.presentPacket(payload, symbology);
  }

  /** Shows a code in packet mode. The first frame with a code. */
  async presentPacket(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Packet | undefined> {
    const { bench } = this.scanner;
    const before = this.latest;
    this.repeated = false;
    this.latest = payload;
    await bench.present(symbology, payload);
    const deadline = after(bench.now(), this.codeTimeout);
    for (;;) {
      const packet = await this.nextPacket(deadline);
      // The scanner may still repeat the previous code.
      if (packet === undefined || !isRepeat(packet.data) || !sameBytes(packet.data.payload, before))
        return packet;
      this.repeated = true;
    }
  }

  /** Acknowledges codes until no more come. */
  async drain(): Promise<void> {
    const { bench } = this.scanner;
    const quiet = micros(1.3 * bench.number('dataAckMs') * 1000);
    for (let n = 0; n < 8; n++) {
      await this.acknowledge();
      if ((await this.nextPacket(after(bench.now(), quiet))) === undefined) return this.scanner.awaitQuiet();
    }
  }

  /** Sends ACK, and judges that it is not answered. */
  async acknowledge(): Promise<void> {
    await this.scanner.sendAckOrNak({ type: 'ack' });
    await this.scanner.expectNoMore('GM-CM-04', 'ACK from the host', ACK_WATCH);
  }

  /** The pause after which the same code counts as shown anew. */
  get showingPause(): Micros {
    return micros(1.3 * millis(this.scanner.bench.number('sameCodeMs')));
  }

  private expectBytes(bytes: number): void {
    this.expected.bytes = bytes;
    this.raw.discardInput();
  }

  private measureBurst(received: Received<Uint8Array>): void {
    const { byteTime } = this.scanner;
    const { pause, end, notBefore, event } = received;
    // No pause is longer than the whole code took beyond the time of its bytes.
    const whole = Math.max(0, end - notBefore - (event.raw.length - 2) * byteTime);
    const measurement = {
      name: 'pause inside a code',
      unit: 'us',
      low: pause.low,
      high: Math.max(pause.low, Math.min(pause.high, whole)),
      max: MAX_PAUSE_US + 2 * byteTime,
    } as const;
    this.scanner.measureStrictly('GM-DT-01', measurement, () => `a code of ${event.raw.length} bytes`);
  }
}

export function isRepeat(reply: Reply): boolean {
  return (reply.status & STATUS.retransmission) !== 0;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}
