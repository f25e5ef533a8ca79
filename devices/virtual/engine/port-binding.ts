/**
 * The serialport binding of a virtual line, for programs that open ports themselves. It adds a far end, pacing,
 * modem lines and unplugging to @serialport/binding-mock.
 */
import { CanceledError, MockPortBinding } from '@serialport/binding-mock';
import type {
  BindingInterface,
  OpenOptions,
  SetOptions,
  UpdateOptions,
} from '@serialport/bindings-interface';
import type { Micros } from '../../../protocols/time';
import type { HostEnd, VirtualLine, Simulation } from './simulation';

type ReadResult = { buffer: Buffer; bytesRead: number };

interface PendingRead {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly length: number;
  resolve(result: ReadResult): void;
  reject(error: Error): void;
}

type Lines = Pick<Simulation, 'clock' | 'line'>;

/** A binding whose ports are the links of `simulation`, each under its own name as the path. */
export function virtualBinding(simulation: Lines): BindingInterface<VirtualPortBinding> {
  return {
    list: () => Promise.resolve([]),
    open: (options: OpenOptions) => {
      const line = simulation.line(options.path);
      if (line === undefined)
        return Promise.reject(new Error(`the virtual board has no link '${options.path}'`));
      return Promise.resolve(new VirtualPortBinding(simulation, line, options));
    },
  };
}

class VirtualPortBinding extends MockPortBinding implements HostEnd {
  private reading: PendingRead | undefined;
  private readonly backlog: Uint8Array[] = [];
  private gone: Error | undefined;

  constructor(
    private readonly simulation: Lines,
    private readonly line: VirtualLine,
    options: OpenOptions,
  ) {
    super(
      {
        data: Buffer.alloc(0),
        echo: false,
        record: false,
        info: portInfo(options.path),
        maxReadSize: 65_536,
      },
      { ...DEFAULTS, ...options },
    );
    line.setBaud(options.baudRate);
    line.attach(this);
  }

  deliver(bytes: Uint8Array, _at: Micros, _span: number): boolean {
    const read = this.reading;
    if (read === undefined) {
      this.backlog.push(bytes);
      return true;
    }
    this.reading = undefined;
    this.fill(read, bytes);
    return true;
  }

  unplugged(): void {
    this.gone = new Error('the cable was pulled');
    this.reading?.reject(this.gone);
    this.reading = undefined;
  }

  override read(buffer: Buffer, offset: number, length: number): Promise<ReadResult> {
    return new Promise((resolve, reject) => {
      const pending: PendingRead = { buffer, offset, length, resolve, reject };
      const bytes = this.backlog.shift();
      if (bytes !== undefined) this.fill(pending, bytes);
      else if (this.gone !== undefined) reject(this.gone);
      else if (!this.isOpen) reject(new CanceledError('the port is closed'));
      else this.reading = pending;
    });
  }

  override write(buffer: Buffer): Promise<void> {
    if (this.gone !== undefined) return Promise.reject(this.gone);
    if (!this.isOpen) return Promise.reject(new CanceledError('the port is closed'));
    // Not slice(): of a Buffer it gives a view of the caller's memory. The constructor copies.
    this.line.send(new Uint8Array(buffer));
    return RESOLVED;
  }

  override drain(): Promise<void> {
    if (this.gone !== undefined) return Promise.reject(this.gone);
    const sentAt = this.line.sentAt;
    return sentAt <= this.simulation.clock.now() ? RESOLVED : this.simulation.clock.until(sentAt);
  }

  override set(options: SetOptions): Promise<void> {
    this.line.drive({
      ...(options.dtr === undefined ? {} : { dtr: options.dtr }),
      ...(options.rts === undefined ? {} : { rts: options.rts }),
      ...(options.brk === undefined ? {} : { brk: options.brk }),
    });
    return RESOLVED;
  }

  override update(options: UpdateOptions): Promise<void> {
    this.line.setBaud(options.baudRate);
    return RESOLVED;
  }

  override flush(): Promise<void> {
    this.backlog.length = 0;
    return RESOLVED;
  }

  override close(): Promise<void> {
    this.isOpen = false;
    this.line.attach(undefined);
    this.reading?.reject(new CanceledError('the port is closed'));
    this.reading = undefined;
    return RESOLVED;
  }

  private fill(read: PendingRead, bytes: Uint8Array): void {
    const count = Math.min(bytes.length, read.length);
    read.buffer.set(count === bytes.length ? bytes : bytes.subarray(0, count), read.offset);
    if (count < bytes.length) this.backlog.unshift(bytes.subarray(count));
    read.resolve({ buffer: read.buffer, bytesRead: count });
  }
}

const RESOLVED = Promise.resolve();

const DEFAULTS = {
  baudRate: 115_200,
  path: '',
  dataBits: 8,
  lock: true,
  stopBits: 1,
  parity: 'none',
  rtscts: false,
  xon: false,
  xoff: false,
  xany: false,
  hupcl: true,
} as const;

export function portInfo(path: string) {
  const unknown = undefined;
  return {
    path,
    manufacturer: 'wirejig',
    serialNumber: unknown,
    pnpId: unknown,
    locationId: unknown,
    vendorId: unknown,
    productId: unknown,
  };
}
