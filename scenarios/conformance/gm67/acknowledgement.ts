/** GM67: in packet mode a code that the host does not acknowledge is sent again (GM-DT-04). */
import type { Received } from '../../bench/channel';
import { hostCommand } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { after, micros, type Micros } from '../../../protocols/time';
import { codeOf, DataHost, isRepeat, type Packet } from './data-host';
import { gmScenario } from './scenario';
import { describeEvent, describeReceived } from './descriptions';
import { readOf } from './command-bodies';
import { untilFailed } from '../until-failed';

const ID = 'GM-DT-04';
/** Payload bytes of a frame that takes half a second. */
const LONG = 500;
/** The page's ±20 %. */
const TOLERANCE = 0.2;

/** What the host does between one try and the next. */
interface Meanwhile {
  readonly what: string;
  run(host: DataHost, packet: Packet): Promise<void>;
}

const NOTHING: Meanwhile = { what: 'no acknowledgement', run: () => Promise.resolve() };

const NAK: Meanwhile = {
  what: 'a NAK from the host',
  run: async ({ scanner }) => {
    await scanner.bench.pause(micros(0.25 * scanner.bench.number('dataAckMs') * 1000));
    await scanner.sendAckOrNak({ type: 'nak', cause: 1 });
  },
};

const COMMAND: Meanwhile = {
  what: 'a command meanwhile',
  run: async ({ scanner }) => {
    const { bench } = scanner;
    await bench.pause(micros(0.25 * bench.number('dataAckMs') * 1000));
    const { number } = scanner.profile.testParameter();
    const { received, reply } = await scanner.nextAnswer(
      await scanner.channel.send(hostCommand(readOf(number))),
      micros(0.4 * bench.number('dataAckMs') * 1000),
    );
    bench.check(ID, reply?.type === 'value' && reply.number === number, () => ({
      title: 'a command while a code is not acknowledged',
      expected: 'its value',
      seen: describeReceived(received),
    }));
  },
};

export const unacknowledged = gmScenario(
  {
    id: 'gm67/unacknowledged',
    title: 'a code that is not acknowledged is sent again, at its time, as often as it may',
    covers: [ID],
    needs: ['stimulus'],
  },
  async (scanner, bench) => {
    const host = await DataHost.create(scanner, { packet: true });
    const retries = bench.number('dataRetries');
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const meanwhile of untilFailed(
        bench,
        ID,
        bench.exhaustive ? [NOTHING, NAK, COMMAND] : [NAK, COMMAND],
      ))
        await checkRetries(host, codeOf(`${round} ${meanwhile.what}`), meanwhile);
    for (let acknowledged = 0; acknowledged <= retries; acknowledged++)
      if (!bench.failedEnough(ID)) await checkAcknowledged(host, acknowledged);
    // A code that takes longer than the tolerance: the time runs from its last byte.
    if (!bench.failedEnough(ID)) await checkRetries(host, new Uint8Array(LONG).fill(0x41), NOTHING);
    await scanner.write(PARAMETER.packet, 0);
  },
);

/** The latest time at which the next try begins. */
function longestRetryTime(host: DataHost): Micros {
  const { bench, byteTime } = host.scanner;
  return micros((1 + TOLERANCE) * bench.number('dataAckMs') * 1000 + 64 * byteTime);
}

async function firstTry(host: DataHost, code: Uint8Array): Promise<Packet | undefined> {
  const { bench } = host.scanner;
  const packet = await host.readPacket(code);
  if (packet === undefined) {
    bench.inconclusive(ID, 'a code shown in packet mode did not come (GM-DT-03)');
    return undefined;
  }
  if (Buffer.compare(packet.data.payload, code) !== 0) {
    bench.inconclusive(ID, 'a code shown in packet mode came as another (GM-DT-03)');
    await host.drain();
    return undefined;
  }
  bench.check(ID, !isRepeat(packet.data), () => ({
    title: 'the first frame of a code',
    expected: 'no retransmission bit',
    seen: `status ${packet.data.status}`,
  }));
  return packet;
}

/** Judges all tries of a code that is never acknowledged. */
async function checkRetries(host: DataHost, code: Uint8Array, meanwhile: Meanwhile): Promise<void> {
  const { bench } = host.scanner;
  const retries = bench.number('dataRetries');
  let packet = await firstTry(host, code);
  for (let n = 1; packet !== undefined && n <= retries; n++) {
    await meanwhile.run(host, packet);
    packet = await nextTry(host, packet, n, meanwhile.what);
    if (packet === undefined) return host.drain();
  }
  if (packet === undefined) return;
  const more = await host.nextPacket(after(packet.received.end, micros(1.1 * longestRetryTime(host))));
  bench.check(ID, more === undefined, () => ({
    title: `after ${retries} retries, ${meanwhile.what}`,
    expected: 'the code is given up',
    seen: 'it is sent once more',
  }));
  if (more !== undefined) await host.drain();
}

type Arrival = Pick<Received<unknown>, 'notBefore' | 'notAfter' | 'end'> & {
  readonly event: { readonly raw: Uint8Array };
};

/**
 * From the last byte of a frame to the next try, microseconds. `byteTime`: of a real line; undefined where times are exact. Bytes come late if
 * this host stalls, and early if nothing paces them, as on a pseudo-terminal: the scanner still counts from when its line has sent them.
 */
export function retryInterval(
  frame: Arrival,
  again: Pick<Arrival, 'notBefore' | 'notAfter'>,
  byteTime: number | undefined,
): { low: number; high: number } {
  const span = (frame.event.raw.length - 1) * (byteTime ?? 0);
  const soonest = byteTime === undefined ? frame.end : Math.min(frame.end, frame.notBefore + 0.98 * span);
  const latest = Math.max(frame.end, frame.notAfter + span);
  const low = Math.max(0, again.notBefore - latest);
  return { low, high: Math.max(low, again.notAfter - soonest) };
}

async function nextTry(host: DataHost, last: Packet, n: number, what: string): Promise<Packet | undefined> {
  const { scanner } = host;
  const { bench, byteTime } = scanner;
  const due = bench.number('dataAckMs') * 1000;
  const again = await host.nextPacket(after(last.received.end, micros(1.5 * longestRetryTime(host))));
  const title = `try ${n + 1} of a code, ${what}`;
  const repeated =
    again !== undefined &&
    isRepeat(again.data) &&
    again.data.codeType === last.data.codeType &&
    Buffer.compare(again.data.payload, last.data.payload) === 0;
  const { received } = last;
  bench.check(ID, repeated, () => ({
    title,
    expected: 'the same code with the retransmission bit',
    seen: again === undefined ? 'nothing' : `${describeEvent(again.received)}, status ${again.data.status}`,
  }));
  if (again === undefined) return undefined;
  const measurement = {
    name: 'last byte of a code to the next try',
    unit: 'us',
    ...retryInterval(received, again.received, bench.exhaustive ? undefined : byteTime),
    min: (1 - TOLERANCE) * due,
    max: (1 + TOLERANCE) * due,
  } as const;
  scanner.measureStrictly(ID, measurement, () => title);
  return again;
}

/** Judges that a code acknowledged after some tries is not sent again, and that ACK is not answered. */
async function checkAcknowledged(host: DataHost, tries: number): Promise<void> {
  let packet = await firstTry(host, codeOf(`acknowledged ${tries}`));
  for (let n = 1; packet !== undefined && n <= tries; n++)
    packet = await nextTry(host, packet, n, 'no acknowledgement');
  if (packet === undefined) return host.drain();
  await host.acknowledge();
  const more = await host.scanner.channel.next(
    after(packet.received.end, micros(1.1 * longestRetryTime(host))),
  );
  const answered = more !== undefined && more.event.value?.type !== 'data';
  host.scanner.bench.check(answered ? 'GM-CM-04' : ID, more === undefined, () => ({
    title: `a code acknowledged after ${tries} retries`,
    expected: 'silence',
    seen: more === undefined ? '' : describeEvent(more),
  }));
  if (more !== undefined) await host.drain();
}
