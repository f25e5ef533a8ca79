/**
 * The least work of Node for an exchange on a terminal: a write that does not block, and the event loop's poll for the
 * answer. No bounds, no trace, no decoder.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { OnReadOpts, SocketConstructorOpts } from 'node:net';
import { isEcho, SELECT_BYTES } from './exchange';
import type { Contender } from '../measure';

export const BARE_NODE = 'bare Node';

export function bareTty(path: string): Contender {
  let open: { readonly fd: number; readonly reader: ReadStream } | undefined;
  let arrived: (bytes: Uint8Array) => void = () => undefined;
  return {
    name: BARE_NODE,
    begin: () => {
      const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
      const buffer = new Uint8Array(1 << 16);
      const callback = (count: number): boolean => {
        arrived(buffer.subarray(0, count));
        return true;
      };
      const options: SocketConstructorOpts & { readonly onread: OnReadOpts } = {
        onread: { buffer, callback },
      };
      const reader = new ReadStream(fd, options);
      reader.on('error', () => undefined);
      reader.resume();
      open = { fd, reader };
      return Promise.resolve();
    },
    work: (count) =>
      new Promise((resolve, reject) => {
        const { fd } = open ?? { fd: -1 };
        let left = count;
        let have: Uint8Array = Uint8Array.of();
        arrived = (bytes) => {
          try {
            have = have.length === 0 ? bytes : Buffer.concat([have, bytes]);
            if (!isEcho(have)) {
              have = Uint8Array.from(have);
              return;
            }
            have = Uint8Array.of();
            if (--left === 0) resolve();
            else writeSync(fd, SELECT_BYTES);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        writeSync(fd, SELECT_BYTES);
      }),
    end: () => {
      open?.reader.destroy();
      if (open !== undefined) closeSync(open.fd);
      return Promise.resolve();
    },
  };
}
