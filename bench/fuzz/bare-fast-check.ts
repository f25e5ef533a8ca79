/**
 * Fuzzing without wirejig: a fast-check property whose case is a session of Selects, each with a checked answer.
 *
 *     04 0A x y z kind condition CRC    →    04 00|01 CRC
 */
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { SerialPort, SerialPortMock } from 'serialport';
import { answers, encodeRequest } from '../stm-parts';
import { PARAMETERS, SEED } from './fuzz-campaign';

/** The requests of a case: the average number in a campaign's case. */
export const SESSION = 4;

/** Makes `count` requests; rejects with the first wrong answer. */
export interface BareLoop {
  work(requests: number): Promise<void>;
  close(): Promise<void>;
}

type Exchange = (bytes: Uint8Array, length: number) => Promise<Buffer>;

const selects = fc.record({
  x: fc.integer({ min: 0, max: 63 }),
  y: fc.integer({ min: 0, max: 31 }),
  z: fc.integer({ min: 0, max: 7 }),
  kind: fc.integer({ min: 0, max: 41 }),
  open: fc.boolean(),
});

/** Makes `count` requests in short sessions; rejects with the first case whose answer differs from `right`. */
async function cases(
  count: number,
  exchange: Exchange,
  right: (sent: Uint8Array, open: boolean) => Uint8Array,
  session = SESSION,
) {
  await fc.assert(
    fc.asyncProperty(fc.array(selects, { minLength: session, maxLength: session }), async (all) => {
      for (const { open, ...tile } of all) {
        const sent = encodeRequest({ type: 'select', tile, open });
        const due = right(sent, open);
        if (!(await exchange(sent, due.length)).equals(due)) return false;
      }
      return true;
    }),
    { numRuns: Math.ceil(count / session), seed: SEED },
  );
}

/** Gives the next `length` bytes after each write. */
function exchanges(port: Pick<Socket | SerialPort | SerialPortMock, 'write' | 'on'>): Exchange {
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

/** Over serialport's mock, which returns what it receives. */
export async function bareOnMock(): Promise<BareLoop> {
  SerialPortMock.binding.createPort('/dev/fuzzed', { echo: true, record: false });
  const port = new SerialPortMock({ path: '/dev/fuzzed', baudRate: 115_200, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  const exchange = exchanges(port);
  return {
    work: (count: number) => cases(count, exchange, (sent) => sent),
    close: () => new Promise<void>((resolve) => port.close(() => resolve())),
  };
}

/** To an STM board over one permanent TCP connection. */
export async function bareOnTcp(port: number): Promise<BareLoop> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return loopOn(exchanges(socket), () => {
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.end();
    return closed;
  });
}

/** To an STM board over a `serialport` port. */
export async function bareOnPort(path: string): Promise<BareLoop> {
  const port = new SerialPort({ path, baudRate: PARAMETERS.baud, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  return loopOn(
    exchanges(port),
    () => new Promise((resolve, reject) => port.close((error) => (error ? reject(error) : resolve()))),
  );
}

/** Begins with a Start, and checks the known answer to a Select. */
async function loopOn(exchange: Exchange, close: () => Promise<void>): Promise<BareLoop> {
  const start = Buffer.from(encodeRequest({ type: 'start' }));
  if (!(await exchange(start, start.length)).equals(start)) throw new Error('the responder does not start');
  let selected = false;
  const due = (_sent: Uint8Array, open: boolean): Uint8Array => {
    const result = open && !selected;
    selected ||= open;
    return answers.encode({ type: 'select', result });
  };
  return { work: (count) => cases(count, exchange, due), close };
}
