/**
 * A second descriptor for an open serial port, only for bytes. It reads by the poll of the event loop, and writes
 * synchronously. The settings stay with the first descriptor, that of `serialport`.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OnReadOpts, SocketConstructorOpts } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ReadStream } from 'node:tty';
import type { Micros } from '../../protocols/time';
import { currentSystem } from '../platform/system';

export interface TtyWire {
  start(arrived: (bytes: Uint8Array) => void, ended: (reason: string) => void): void;
  /** False when the line did not take all bytes: continue with writeOut. */
  writeNow(bytes: Uint8Array): boolean;
  /**
   * Writes what writeNow left, as soon as there is room; false if there was none for `timeout`. Rejects if the device
   * is gone.
   */
  writeOut(bytes: Uint8Array, timeout: Micros): Promise<boolean>;
  pause(): void;
  resume(): void;
  close(): void;
}

/** undefined on Windows, which has no second descriptor. */
export function openTtyWire(path: string): TtyWire | undefined {
  if (currentSystem() === 'windows') return undefined;
  return new SecondDescriptor(openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY));
}

const READ_BYTES = 1 << 16;

class SecondDescriptor implements TtyWire {
  private readonly reader: ReadStream;
  private arrived: (bytes: Uint8Array) => void = () => undefined;
  private readonly ownsDescriptor: boolean;
  private closed = false;
  private left = 0;

  constructor(private readonly fd: number) {
    // One buffer for all reads: else Node allocates 64 KiB each time.
    const buffer = new Uint8Array(READ_BYTES);
    const callback = (count: number): boolean => {
      this.arrived(buffer.slice(0, count));
      return true;
    };
    const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = { onread: { buffer, callback } };
    this.reader = new ReadStream(fd, options);
    this.ownsDescriptor = reopened(this.reader, fd);
  }

  start(arrived: (bytes: Uint8Array) => void, ended: (reason: string) => void): void {
    this.arrived = arrived;
    this.reader.on('end', () => ended('the device is gone'));
    this.reader.on('error', (error: NodeJS.ErrnoException) =>
      ended(`the device is gone (${error.code ?? error.message})`),
    );
    this.reader.on('close', () => ended('the device is gone'));
    this.reader.resume();
  }

  writeNow(bytes: Uint8Array): boolean {
    this.left = bytes.length;
    return this.push(bytes);
  }

  async writeOut(bytes: Uint8Array, timeout: Micros): Promise<boolean> {
    let moved = performance.now();
    for (let left = this.left; !this.closed; left = this.left) {
      if (this.push(bytes)) return true;
      if (this.left < left) moved = performance.now();
      else if (performance.now() - moved > timeout / 1000) return false;
      await pause(1);
    }
    throw new Error('the device is gone');
  }

  pause(): void {
    this.reader.pause();
  }

  resume(): void {
    this.reader.resume();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.reader.destroy();
    if (this.ownsDescriptor) closeSync(this.fd);
  }

  private push(bytes: Uint8Array): boolean {
    if (this.closed) throw new Error('the device is gone');
    try {
      this.left -= writeSync(this.fd, bytes, bytes.length - this.left);
    } catch (error) {
      if (!isErrno(error) || error.code !== 'EAGAIN') throw error;
    }
    return this.left === 0;
  }
}

/**
 * Whether Node reads from another descriptor: it opens a terminal again, and closes only that descriptor. If the first
 * one stayed open, it would keep the DTR of a real port asserted.
 */
function reopened(reader: ReadStream, fd: number): boolean {
  const handle: unknown = Reflect.get(reader, '_handle');
  return typeof handle === 'object' && handle !== null && 'fd' in handle && handle.fd !== fd;
}

function isErrno(error: unknown): error is { code: unknown } {
  return typeof error === 'object' && error !== null && 'code' in error;
}
