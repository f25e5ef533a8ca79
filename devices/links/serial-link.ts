/**
 * A link over a serial port, real or virtual, on the `serialport` stream.
 *
 * On a real port of a Unix host bytes go by a second descriptor instead: there the stream starves receiving while a
 * write is blocked, may spin on a lost device without a word, and may never call back a write.
 */
import { SerialPortStream } from '@serialport/stream';
import type { BindingInterface } from '@serialport/bindings-interface';
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import type { ErrorBudget } from '../host-timing/error-budget';
import { ReceiveQueue } from './receive-queue';
import { LinkError, type Chunk, type LineState, type Link } from './link';
import type { FarEnd } from '../host-timing/host-delays';
import { HostStall } from '../host-timing/host-stall';
import { SendQueue } from './send-queue';
import { portHolders } from '../ports/port-holders';
import { ptyFarEnd } from '../ports/pty-far-end';
import { withoutPrefix, heldText, serialFault } from './serial-fault';
import { isPseudoTerminal, openTtyWire, type TtyWire } from './tty-wire';

export interface SerialSettings {
  readonly path: string;
  readonly baud: number;
  readonly dataBits?: 5 | 6 | 7 | 8;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly stopBits?: 1 | 2;
  readonly rtscts?: boolean;
  /** How long the adapter may keep received bytes to itself, microseconds; default 16 000 (an FTDI's 16 ms; of one whose driver tells its timer, that), 0 on a pseudo-terminal. */
  readonly hold?: Micros;
}

export interface SerialLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  readonly settings: SerialSettings;
  /** The binding to open with: the machine's own, or a virtual one. */
  readonly binding: BindingInterface;
  /** No progress of a send for this long is a stalled link, microseconds; default 2 s. */
  readonly sendTimeout?: Micros;
}

const SEND_TIMEOUT = millis(2000);

/** Opens the port. Rejects with {@link LinkError}: missing, busy, forbidden, invalid. */
export async function openSerialLink(options: SerialLinkOptions): Promise<Link> {
  const { settings } = options;
  const port = new SerialPortStream({
    binding: options.binding,
    autoOpen: false,
    path: settings.path,
    baudRate: settings.baud,
    dataBits: settings.dataBits ?? 8,
    parity: settings.parity ?? 'none',
    stopBits: settings.stopBits ?? 1,
    rtscts: settings.rtscts ?? false,
  });
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(serialFault(options.name, settings.path, error)) : resolve()));
  });
  try {
    if (!options.clock.virtual) refuseShared(options.name, settings.path);
    return new SerialLink(options, port);
  } catch (error) {
    await new Promise<void>((resolve) => port.close(() => resolve()));
    if (error instanceof LinkError) throw error;
    // The second descriptor was refused: the device went between the two.
    throw serialFault(options.name, settings.path, error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * A port that a program has open without a lock opens all the same, and each of the two gets some of the bytes. A
 * pseudo-terminal is open at its board's, too.
 */
function refuseShared(name: string, path: string): void {
  const holders = isPseudoTerminal(path) ? [] : (portHolders([path]).get(path)?.holders ?? []);
  if (holders.length > 0) throw new LinkError(name, 'busy', heldText(path, holders));
}

/** How `serialport` calls back. */
type PortCallback = (error?: Error | null) => void;

class SerialLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly received: ReceiveQueue;
  private readonly wire: TtyWire | undefined;
  /** None on a virtual clock. */
  private readonly stall: HostStall | undefined;
  private readonly sends = new SendQueue();
  private readonly sendTimeout: Micros;
  private readonly byteTime: number;
  private readonly hold: number;
  private readonly paced: boolean;
  private state: { dtr: boolean; rts: boolean; brk: boolean } = { dtr: true, rts: true, brk: false };

  constructor(
    options: SerialLinkOptions,
    private readonly port: SerialPortStream,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.sendTimeout = options.sendTimeout ?? SEND_TIMEOUT;
    const { path, baud, hold } = options.settings;
    this.byteTime = 10e6 / baud;
    const pty = !this.clock.virtual && isPseudoTerminal(path);
    this.paced = !pty;
    this.stall = this.clock.virtual ? undefined : new HostStall(this.clock.now(), farEndOf(path, pty));
    this.hold = hold ?? (pty ? 0 : 16_000);
    this.wire = this.clock.virtual ? undefined : openTtyWire(path);
    const source = this.wire ?? this.port;
    this.received = new ReceiveQueue(this.clock, (pause) => (pause ? source.pause() : source.resume()));
    this.port.on('close', (error?: Error | null) => this.failLost(error?.message ?? 'the port was closed'));
    this.port.on('error', (error: Error) => this.failLost(error.message));
    if (this.wire !== undefined)
      this.wire.start(
        (bytes) => this.onBytes(bytes),
        (reason) => this.failLost(reason),
      );
    else {
      this.port.on('data', (bytes: Buffer) => this.onBytes(bytes));
      this.port.on('end', () => this.failLost('the device is gone'));
    }
  }

  readonly stallDuration = (since: Micros): Micros =>
    this.stall?.longestStall(this.clock.now() - since) ?? micros(0);

  readonly budget = (): ErrorBudget => ({
    byteTime: this.paced ? this.byteTime : 0,
    hold: this.hold,
    networkDelay: 0,
  });

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.sends.run(() => this.put(bytes));
  }

  private async put(bytes: Uint8Array): Promise<Chunk> {
    if (this.received.end !== undefined) throw this.received.end;
    const notBefore = this.clock.now();
    // Not when it is done: this process may be kept from knowing so while the answer comes.
    this.stall?.beginSend(notBefore);
    const { wire } = this;
    if (wire === undefined) await this.writeStream(bytes);
    else {
      if (!this.tryWriteWire(wire, bytes)) await this.writeWire(wire, bytes);
      if (this.paced) await this.requestWithin((drained) => this.port.drain(drained), bytes.length);
    }
    const notAfter = this.clock.now();
    const wireTime = this.paced ? bytes.length * this.byteTime : 0;
    const lastNotBefore = micros(Math.min(notAfter, notBefore + wireTime));
    return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore };
  }

  private tryWriteWire(wire: TtyWire, bytes: Uint8Array): boolean {
    try {
      return wire.writeNow(bytes);
    } catch (error) {
      throw this.failLost(messageOf(error));
    }
  }

  private async writeWire(wire: TtyWire, bytes: Uint8Array): Promise<void> {
    let written: boolean;
    try {
      written = await wire.writeOut(bytes, this.sendTimeout);
    } catch (error) {
      throw this.failLost(messageOf(error));
    }
    if (!written) throw this.failStalled(bytes.length, this.sendTimeout);
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.received.receive(deadline);
  }

  tryReceive(): Chunk | undefined {
    return this.received.atHand();
  }

  lines(state: LineState): Promise<void> {
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    this.state = { ...this.state, ...state };
    return new Promise((resolve, reject) => {
      this.port.set(this.state, (error) => {
        if (!error) resolve();
        else {
          const why = this.paced ? withoutPrefix(error.message) : 'a pseudo-terminal has none';
          reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive (${why})`));
        }
      });
    });
  }

  close(): Promise<void> {
    this.received.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
    this.wire?.close();
    this.stall?.close();
    if (!this.port.isOpen) return Promise.resolve();
    return new Promise((resolve) => this.port.close(() => resolve()));
  }

  /** Write and drain by the stream: virtual lines, and hosts without a second descriptor. */
  private writeStream(bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const write = (done: PortCallback): void => {
      this.port.write(buffer, undefined, (error) => (error ? done(error) : this.port.drain(done)));
    };
    return this.clock.virtual ? this.request(write) : this.requestWithin(write, bytes.length);
  }

  /** What the port is asked; a callback of a dead port never comes, but the loss of the link does. */
  private request(ask: (done: PortCallback) => void): Promise<void> {
    return this.received.raceEnd((resolve, reject) =>
      ask((error) => (error ? reject(this.failLost(error.message)) : resolve())),
    );
  }

  /** The same, where time may end it too. */
  private requestWithin(ask: (done: PortCallback) => void, length: number): Promise<void> {
    const limit = after(this.sendTimeout, micros(2 * length * this.byteTime));
    const cancel = this.clock.alarm(after(this.clock.now(), limit), () => this.failStalled(length, limit));
    return this.request(ask).finally(cancel);
  }

  /** Ends the link; returns the reason that stands. */
  private failStalled(length: number, span: Micros): LinkError {
    const seconds = (span / 1e6).toFixed(1);
    const fault = `${this.url} took none of ${length} bytes for ${seconds} s: is flow control on, or the far end stopped?`;
    const error = new LinkError(this.name, 'stalled', fault);
    this.received.fail(error);
    return this.received.end ?? error;
  }

  private onBytes(bytes: Uint8Array): void {
    const now = this.clock.now();
    if (this.stall === undefined) {
      this.received.deliver(bytes, micros(now - (bytes.length - 1) * this.byteTime), now);
      return;
    }
    this.received.deliver(bytes, this.stall.notBefore(now, this.hold), now);
  }

  /** Ends the link, once, with one reason; returns the reason that stands. */
  private failLost(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    this.received.fail(error);
    this.wire?.close();
    this.stall?.close();
    if (this.port.isOpen && !this.clock.virtual) this.port.close(() => undefined);
    return this.received.end ?? error;
  }
}

/** A real port's far end is no program; a pseudo-terminal's is one of this host. */
function farEndOf(path: string, pty: boolean): FarEnd {
  return pty ? ptyFarEnd(path) : [];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
