/** Codes before the lens: shown by the bench, taken in raw mode by known length and in packet mode as frames. */
import { STATUS, type Reply, type Symbology } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { rawBytes } from '../../../protocols/gm67/raw-mode';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Channel, Received } from '../../bench/channel';
import { NotReady, type GmHost } from './host';
import { rawLine, type Expectation } from './raw-line';
import { describeParameter } from './descriptions';

/** A pause inside a code that is none, besides two byte times (GM-DT-01). */
const MAX_PAUSE_US = 20_000;

/** How long an answer to ACK, which there must not be, is waited for. */
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

/** A payload of its own for each text, all of one length. */
export function codeOf(text: string): Uint8Array {
  return TEXT.encode(`wirejig ${text}`.padEnd(20, '.').slice(0, 20));
}

export class DataHost {
  private readonly expected: Expectation = { bytes: 1 };
  private readonly raw: Channel<Uint8Array, Uint8Array>;
  private terminator = 2;
  /** The code before was sent again when the last one was shown. */
  repeated = false;
  private latest: Uint8Array = new Uint8Array(0);
  /** When the first byte of the last code had come. */
  firstByteAt = micros(0);
  /** How long a code may take from being shown; how long nothing is watched for. */
  private readonly codeTimeout: Micros;
  readonly watchTime: Micros;

  private constructor(readonly scanner: GmHost) {
    const { bench } = scanner;
    const line = rawLine(this.expected, millis(bench.number('idleResetMs')));
    this.raw = bench.channel('main', line, line);
    this.codeTimeout = bench.exhaustive ? millis(6000) : millis(4000);
    this.watchTime = bench.exhaustive ? millis(4000) : millis(1500);
  }

  /** A scanner that can be shown codes: by default in raw mode with CR, one for each start. */
  static async create(plain: GmHost, settings: Settings = {}): Promise<DataHost> {
    const host = new DataHost(plain);
    const { trigger = TRIGGER.host, packet = false, terminator = 2 } = settings;
    const wanted = [[PARAMETER.trigger, trigger] as const, [PARAMETER.packet, packet ? 1 : 0] as const];
    for (const [number, value] of wanted)
      if (!plain.valuesOf(number).includes(value))
        throw new NotReady(`by its profile this scanner's ${describeParameter(number)} is never ${value}`);
    await plain.prepare({ type: 'enable' });
    await plain.write(PARAMETER.stxEtx, 0);
    await host.setTerminator(terminator);
    const { scanTime, codes2d } = PARAMETER;
    await plain.write(scanTime, Math.max(...plain.valuesOf(scanTime)));
    await plain.write(codes2d, Math.max(...plain.valuesOf(codes2d)));
    await plain.write(PARAMETER.packet, packet ? 1 : 0);
    await plain.write(PARAMETER.trigger, trigger);
    await plain.awaitQuiet();
    return host;
  }

  /** Sets the terminator. */
  async setTerminator(terminator: number): Promise<void> {
    await this.scanner.write(PARAMETER.terminator, terminator);
    this.terminator = terminator;
  }

  /** What a code must arrive as. */
  expectedBytes(payload: Uint8Array): Uint8Array {
    return rawBytes(payload, this.terminator);
  }

  /** Has a code read in trigger mode host: a start of its own, then the code is shown. Throws NotReady. */
  async readRaw(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Uint8Array> {
    await this.scanner.prepare({ type: 'start' });
    return this.presentRaw(payload, symbology);
  }

  /** Shows a code in raw mode; the bytes that come, and behind them what is too much. */
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
    const behind = bench.exhaustive ? millis(300) : millis(45);
    const extra = await this.raw.collectUntil(after(bench.now(), behind), 8);
    return join([first, ...extra].map(({ event }) => event.raw));
  }

  /** Shows a code that must not be sent; the bytes that come all the same. */
  async presentHidden(payload: Uint8Array): Promise<Uint8Array> {
    const { bench } = this.scanner;
    this.expectBytes(1);
    await bench.present('datamatrix', payload);
    return this.collectBytes(this.watchTime);
  }

  /** The bytes that come within `span`. */
  async collectBytes(span: Micros): Promise<Uint8Array> {
    this.expected.bytes = 65_535;
    this.raw.discardInput();
    const pieces = await this.raw.collectUntil(after(this.scanner.bench.now(), span));
    return join(pieces.map(({ event }) => event.raw));
  }

  /** The next code in packet mode, through whatever else comes. */
  async nextPacket(deadline: Micros): Promise<Packet | undefined> {
    for (;;) {
      const received = await this.scanner.channel.next(deadline);
      if (received === undefined) return undefined;
      const reply = this.scanner.read(received);
      if (reply?.type === 'data') return { received, data: reply };
    }
  }

  /** Has a code read in packet mode; the first frame that carries one. Throws NotReady. */
  async readPacket(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Packet | undefined> {
    await this.scanner.prepare({ type: 'start' });
    return this.presentPacket(payload, symbology);
  }

  /** Shows a code in packet mode; the first frame that carries one. */
  async presentPacket(payload: Uint8Array, symbology: Symbology = 'datamatrix'): Promise<Packet | undefined> {
    const { bench } = this.scanner;
    const before = this.latest;
    this.repeated = false;
    this.latest = payload;
    await bench.present(symbology, payload);
    const deadline = after(bench.now(), this.codeTimeout);
    for (;;) {
      const packet = await this.nextPacket(deadline);
      // A further try of the code before is not what is asked about.
      if (packet === undefined || !isRepeat(packet.data) || !isSame(packet.data.payload, before))
        return packet;
      this.repeated = true;
    }
  }

  /** Acknowledges whatever comes, until nothing does. */
  async drain(): Promise<void> {
    const { bench } = this.scanner;
    const quiet = micros(1.3 * bench.number('dataAckMs') * 1000);
    for (let n = 0; n < 8; n++) {
      await this.acknowledge();
      if ((await this.nextPacket(after(bench.now(), quiet))) === undefined) return this.scanner.awaitQuiet();
    }
  }

  /** ACK from the host. */
  async acknowledge(): Promise<void> {
    await this.scanner.sendAckOrNak({ type: 'ack' });
    await this.scanner.expectNoMore('GM-CM-04', 'ACK from the host', ACK_WATCH);
  }

  /** A new showing of the same code is one only after this long. */
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
    // A pause is never longer than what the whole took beyond the bytes' own time.
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

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}
