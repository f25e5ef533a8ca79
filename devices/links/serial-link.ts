/**
 * A link over a serial port, on the stream of `serialport`, which is imported from its own package: this loads neither native code nor
 * parsers until a port is opened.
 *
 * On a real port of a Unix host, bytes use a second descriptor instead. There the stream does not receive while a write
 * is blocked, may spin on a lost device without an error, and may never call back after a write.
 */
import type { SerialPortStream } from '@serialport/stream';
import { after, micros, millis, type Micros } from '../../protocols/time';
import { HostLink, type HostLinkOptions } from './host-link';
import { byteTimeOf } from '../host-timing/line-pace';
import { LinkError, type LineState, type Link, type LinkFault } from './link';
import { nativeBinding, serialStream } from '../ports/native-binding';
import { portHolders, lockHolders, type Holder } from '../ports/port-holders';
import { ptyFarEnd } from '../ports/far-end';
import { isPseudoTerminal, isUsbSerial } from '../platform/terminal';
import { openTtyWire, type TtyWire } from './tty-wire';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SYS } from '../platform/proc-files';
import { currentSystem } from '../platform/system';
import {
  invalid,
  parseSettings,
  splitQuery,
  type LineSettings,
  type LinkKind,
  type ParsedLink,
} from './link-url';

export interface SerialSettings extends LineSettings {
  readonly path: string;
}

interface SerialLinkOptions extends HostLinkOptions {
  readonly settings: SerialSettings;
}

export interface SerialTarget extends ParsedLink {
  readonly scheme: 'serial';
  readonly settings: SerialSettings;
}

export const SERIAL: LinkKind<SerialTarget> = {
  example: 'serial:PATH?baud=115200',
  binding: 'serial',
  parse: (given) => {
    const text = given.text.replace(/^serial:/i, '');
    const [path, query] = splitQuery(text);
    if (path === '')
      throw invalid(
        given.name,
        `link ${given.name}: no port named: give serial:PATH, as in serial:/dev/ttyUSB0`,
      );
    const settings = { path, ...parseSettings({ ...given, text }, query) };
    return { scheme: 'serial', url: `serial:${text}`, settings };
  },
  owned: ({ settings }) => realpathSync(settings.path),
  open: ({ settings, ...options }) => {
    const hold = adapterHold(settings.path);
    return openSerialLink({ ...options, settings: hold === undefined ? settings : { hold, ...settings } });
  },
};

/** A full-speed USB bus is polled once a millisecond. */
const USB_FRAME_MS = 1;

/** In microseconds; undefined if the driver does not tell. */
export function adapterHold(path: string, sys = SYS): Micros | undefined {
  try {
    const name = basename(realpathSync(path));
    const timer = Number(readFileSync(join(sys, 'class/tty', name, 'device/latency_timer'), 'utf8'));
    return timer >= 1 && timer <= 255 ? millis(timer + USB_FRAME_MS) : undefined;
  } catch {
    return undefined;
  }
}

const SEND_TIMEOUT = millis(2000);
const HOLD_US = 16_000;
const STALLED = 'is flow control on, or the far end stopped?';

/** Opens the port. Rejects with {@link LinkError}: missing, busy, forbidden, invalid. */
export async function openSerialLink(options: SerialLinkOptions): Promise<Link> {
  const { settings } = options;
  const port = new (serialStream())({
    binding: nativeBinding(),
    autoOpen: false,
    path: settings.path,
    baudRate: settings.baud,
    dataBits: settings.dataBits ?? 8,
    parity: settings.parity ?? 'none',
    stopBits: settings.stopBits ?? 1,
    rtscts: settings.rtscts ?? false,
  });
  await new Promise<void>((resolve, reject) => {
    port.open((error) =>
      error ? reject(serialFault(options.name, settings.path, error.message)) : resolve(),
    );
  });
  try {
    refuseShared(options.name, settings.path);
    return new SerialLink(options, port);
  } catch (error) {
    await new Promise<void>((resolve) => port.close(() => resolve()));
    if (error instanceof LinkError) throw error;
    // The second descriptor was refused: the device has gone.
    throw serialFault(options.name, settings.path, messageOf(error));
  }
}

/**
 * A port that another program has open without a lock can be opened, but each program gets only some of the bytes. A
 * pseudo-terminal is not checked: the board has it open too.
 */
function refuseShared(name: string, path: string): void {
  const holders = isPseudoTerminal(path) ? [] : (portHolders([path]).get(path)?.holders ?? []);
  if (holders.length > 0) throw new LinkError(name, 'busy', heldText(path, holders));
}

/** The callbacks of `serialport`. */
type PortCallback = (error?: Error | null) => void;

class SerialLink extends HostLink {
  private readonly wire: TtyWire | undefined;
  private readonly isPty: boolean;
  /** The driver may take bytes for sent that are still on their way. */
  private readonly waitsForLine: boolean;
  private state: { dtr: boolean; rts: boolean; brk: boolean } = { dtr: true, rts: true, brk: false };

  constructor(
    options: SerialLinkOptions,
    private readonly port: SerialPortStream,
  ) {
    const { path, hold } = options.settings;
    const pty = isPseudoTerminal(path);
    const { pace = pty ? 'none' : isUsbSerial(path) ? 'unknown' : 'line' } = options.settings;
    const wire = openTtyWire(path);
    const source = wire ?? port;
    super(
      { sendTimeout: SEND_TIMEOUT, ...options },
      {
        pressure: (pause) => (pause ? source.pause() : source.resume()),
        // The far end of a real port is no program of this host; that of a pseudo-terminal is one.
        farEnd: pty ? ptyFarEnd(path) : [],
        byteTime: byteTimeOf(options.settings, pace),
        isPaced: pace === 'line',
        hold: hold ?? (pty ? 0 : HOLD_US),
      },
    );
    this.wire = wire;
    this.isPty = pty;
    this.waitsForLine = pace === 'unknown';
    port.on('close', (error?: Error | null) => this.lose(error?.message ?? 'the port was closed'));
    port.on('error', (error: Error) => this.lose(error.message));
    if (wire !== undefined)
      wire.start(
        (bytes) => this.deliver(bytes),
        (reason) => this.lose(reason),
      );
    else {
      port.on('data', (bytes: Buffer) => this.deliver(bytes));
      port.on('end', () => this.lose('the device is gone'));
    }
  }

  protected put(bytes: Uint8Array): Promise<void> {
    const written = this.wire === undefined ? this.writeStream(bytes) : this.writeWire(this.wire, bytes);
    const end = this.lineEnd(bytes);
    return this.waitsForLine ? written.then(() => this.until(end)) : written;
  }

  private async writeWire(wire: TtyWire, bytes: Uint8Array): Promise<void> {
    try {
      if (!wire.writeNow(bytes) && !(await wire.writeOut(bytes, this.sendTimeout)))
        throw this.failStalled(this.sendTimeout, STALLED);
    } catch (error) {
      throw error instanceof LinkError ? error : this.lose(messageOf(error));
    }
    if (!this.isPty) await this.requestWithin((drained) => this.port.drain(drained), bytes.length);
  }

  override lines(state: LineState): Promise<void> {
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    this.state = { ...this.state, ...state };
    return new Promise((resolve, reject) => {
      this.port.set(this.state, (error) => {
        if (!error) resolve();
        else {
          const why = this.isPty ? 'a pseudo-terminal has none' : withoutPrefix(error.message);
          reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive (${why})`));
        }
      });
    });
  }

  close(): Promise<void> {
    this.failClosed();
    this.wire?.close();
    if (!this.port.isOpen) return Promise.resolve();
    return new Promise((resolve) => this.port.close(() => resolve()));
  }

  /** Writes and drains by the stream, on hosts without a second descriptor. */
  private writeStream(bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const write = (done: PortCallback): void => {
      this.port.write(buffer, undefined, (error) => (error ? done(error) : this.port.drain(done)));
    };
    return this.requestWithin(write, bytes.length);
  }

  /** A dead port never calls back, but the loss of the link ends the request. */
  private request(ask: (done: PortCallback) => void): Promise<void> {
    return this.received.raceEnd((resolve, reject) =>
      ask((error) => (error ? reject(this.lose(error.message)) : resolve())),
    );
  }

  /** A request that stalls the link if it takes longer than `length` bytes may take. */
  private requestWithin(ask: (done: PortCallback) => void, length: number): Promise<void> {
    const limit = after(this.sendTimeout, micros(2 * length * this.byteTime));
    const cancel = this.clock.alarm(after(this.clock.now(), limit), () => this.failStalled(limit, STALLED));
    return this.request(ask).finally(cancel);
  }

  private lose(reason: string): LinkError {
    const error = this.failLost(reason);
    this.wire?.close();
    if (this.port.isOpen) this.port.close(() => undefined);
    return error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Turns the message of `serialport` for a failed open into a cause and a remedy. */
export function serialFault(link: string, path: string, text: string): LinkError {
  const fault = (kind: LinkFault, message: string): LinkError => new LinkError(link, kind, message);
  const noPort = (): LinkError =>
    fault('invalid', `${path} is not a serial port: wirejig ports lists the ports`);
  if (isBusy(text)) return fault('busy', heldText(path, holdersOf(path)));
  if (/permission|access denied/i.test(text))
    return fault(
      'forbidden',
      `no permission to open ${path}: add yourself to its group (sudo usermod -aG dialout $USER, then log in again)`,
    );
  if (currentSystem() !== 'windows') {
    if (!existsSync(path))
      return fault('missing', `no port ${path}: is the board plugged in? (wirejig ports shows what is)`);
    if (!statSync(path).isCharacterDevice()) return noPort();
  }
  if (/inappropriate ioctl|not a typewriter/i.test(text)) return noPort();
  if (/file not found|cannot find|no such/i.test(text))
    return fault('missing', `no port ${path}: is the board plugged in?`);
  return fault('refused', `port ${path} could not be opened: ${withoutPrefix(text)}`);
}

/** A message of `serialport` without its prefix. */
function withoutPrefix(text: string): string {
  return text.replace(/^(?:Error: )+/, '');
}

/** Windows denies access to a port that another program has open. */
function isBusy(text: string): boolean {
  if (currentSystem() === 'windows' && /access denied/i.test(text)) return true;
  return /lock|busy|temporarily unavailable/i.test(text);
}

/** The programs that locked the port; if the system does not tell, all that have it open. */
function holdersOf(path: string): readonly Holder[] {
  const locked = lockHolders(path);
  return locked.length > 0 ? locked : (portHolders([path]).get(path)?.holders ?? []);
}

/** One line. `holders`: the known programs. */
export function heldText(path: string, holders: readonly Holder[]): string {
  if (holders.length === 0) return `port ${path} is in use by another program: close it there${remedy(path)}`;
  const names = holders.map(({ name, pid }) => `${name} (pid ${pid})`);
  return `port ${path} is in use by ${names.join(', ')}: close it there`;
}

function remedy(path: string): string {
  if (currentSystem() === 'windows') return ' (a terminal program, an IDE’s serial monitor)';
  return currentSystem() === 'linux' ? ` (sudo lsof ${path} names it)` : ` (lsof ${path} names it)`;
}
