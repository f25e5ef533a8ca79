/** A bare loop over a `serialport` port: write, wait for the echo by 'data', again. */
import type { SerialPort, SerialPortMock } from 'serialport';
import { isEcho, SELECT_BYTES } from './exchange';

/** `count` exchanges one after the other on an open port. */
export function bareExchanges(port: SerialPort | SerialPortMock, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count;
    let held: Buffer | undefined;
    const done = (error?: Error): void => {
      port.off('data', take);
      port.off('error', done);
      if (error) reject(error);
      else resolve();
    };
    const take = (bytes: Buffer): void => {
      const all = held === undefined ? bytes : Buffer.concat([held, bytes]);
      try {
        if (!isEcho(all)) {
          held = all;
          return;
        }
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      held = undefined;
      if (--left === 0) done();
      else port.write(SELECT_BYTES);
    };
    port.on('data', take);
    port.on('error', done);
    port.write(SELECT_BYTES);
  });
}
