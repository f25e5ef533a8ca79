/**
 * Fuzzing as somebody would write it without wirejig: a fast-check property whose case is one Select, answered and checked.
 *
 *     04 0A x y z kind condition CRC    →    04 00|01 CRC
 */
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { SerialPortMock } from 'serialport';
import { encodeAnswer, encodeRequest } from '../protocols/stm/encode';
import { PARAMETERS, SEED } from './fuzz-campaign';

type Exchange = (bytes: Uint8Array, length: number) => Promise<Buffer>;

const selects = fc.record({
  x: fc.integer({ min: 0, max: 63 }),
  y: fc.integer({ min: 0, max: 31 }),
  z: fc.integer({ min: 0, max: 7 }),
  kind: fc.integer({ min: 0, max: 41 }),
  open: fc.boolean(),
});

/** Rejects with the first case that is not answered as `right` says. */
async function cases(
  count: number,
  exchange: Exchange,
  right: (sent: Uint8Array, open: boolean) => Uint8Array,
) {
  await fc.assert(
    fc.asyncProperty(selects, async ({ open, ...tile }) => {
      const sent = encodeRequest({ type: 'select', tile, open });
      const due = right(sent, open);
      return (await exchange(sent, due.length)).equals(due);
    }),
    { numRuns: count, seed: SEED },
  );
}

/** The next `length` bytes behind each write. */
function exchanges(port: Pick<Socket | SerialPortMock, 'write' | 'on'>): Exchange {
  let held: Buffer = Buffer.alloc(0);
  let wanted = 0;
  let came: ((bytes: Buffer) => void) | undefined;
  port.on('data', (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    if (held.length < wanted) return;
    const all = held;
    held = Buffer.alloc(0);
    came?.(all);
  });
  return (bytes, length) =>
    new Promise((resolve) => {
      wanted = length;
      came = resolve;
      port.write(bytes);
    });
}

/** Over serialport's mock, which says what it hears. */
export async function bareOnMock() {
  SerialPortMock.binding.createPort('/dev/fuzzed', { echo: true, record: false });
  const port = new SerialPortMock({ path: '/dev/fuzzed', baudRate: 115_200, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  const exchange = exchanges(port);
  return {
    work: (count: number) => cases(count, exchange, (sent) => sent),
    close: () => new Promise<void>((resolve) => port.close(() => resolve())),
  };
}

/** Over one TCP connection that is kept, to an STM board. */
export async function bareOnTcp(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const exchange = exchanges(socket);
  const start = Buffer.from(encodeRequest({ type: 'start' }));
  if (!(await exchange(start, start.length)).equals(start)) throw new Error('the responder does not start');
  let selected = false;
  const due = (_sent: Uint8Array, open: boolean): Uint8Array => {
    const result = open && !selected;
    selected ||= open;
    return encodeAnswer({ type: 'select', result }, PARAMETERS.errorCmd);
  };
  return {
    work: (count: number) => cases(count, exchange, due),
    close: () =>
      new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.end();
      }),
  };
}
