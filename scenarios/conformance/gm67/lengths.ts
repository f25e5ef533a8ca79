/** GM67: frames with an impossible LEN (GM-FR-04). */
import { hex, hostLengths, sealed, type CommandBody } from '../../../protocols/gm67/message';
import { micros } from '../../../protocols/time';
import { hex as hexText } from '../../bench/channel';
import { range } from '../range';
import { OTHER_COMMANDS, readOf } from './command-bodies';
import type { GmHost } from './host';
import { checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import type { Stimulus } from './session';
import { describeCommand } from './descriptions';
import { untilFailed } from '../until-failed';

const ID = 'GM-FR-04';

export const wrongLengths = gmScenario(
  {
    id: 'gm67/length',
    title: 'a LEN that is none is dropped to the next pause',
    covers: [ID],
  },
  async (host, bench) => {
    const canary = await writeCanary(host);
    const bodies: readonly CommandBody[] = [
      canary.write,
      { type: 'revision' },
      readOf(canary.number),
      ...(bench.exhaustive ? OTHER_COMMANDS : []),
    ];
    for (const body of bodies)
      for (const bytes of untilFailed(bench, ID, withWrongLengths(host.bytesOf(body), bench.exhaustive))) {
        await checkDropped(
          host,
          canary,
          [bytes],
          `${describeCommand(body)} with LEN ${hex(bytes[0] ?? 0)}: ${hexText(bytes.subarray(0, 12))}`,
        );
      }
    await checkParameterLengths(host, canary);
    const good = host.bytesOf(canary.write);
    const read = host.bytesOf(readOf(canary.number));
    const gap = micros(0.4 * host.interByte);
    const whole = await host.send(
      'GM-FR-03',
      [read.subarray(0, 3), gap, read.subarray(3)],
      'a gap in a read',
    );
    for (const bad of [
      Uint8Array.of(0),
      Uint8Array.of(1),
      Uint8Array.of(2),
      Uint8Array.of(3),
      Uint8Array.of(3, 0xe4),
      Uint8Array.of(0x05, 0xa3, 0x04, 0x00, 0xff, 0x54),
      // Complete by their own LEN: a scanner that skips just them obeys the write after them.
      sealed([0x05, 0xa3, 0x04, 0x00, 0x00]),
      sealed([0x04, 0xc6, 0x04, 0x00]),
      sealed([0x06, 0xe9, 0x04, 0x00, 0x00, 0x00]),
      Uint8Array.of(0xff),
    ]) {
      const what = `${hexText(bad)} and a good write, no pause between`;
      await checkDropped(host, canary, [Uint8Array.of(...bad, ...good)], what);
      // A lone 00 and 25 ms are a wake byte.
      if (bad[0] !== 0 && whole)
        await checkDropped(host, canary, [bad, gap, good], `${what} but 0.4 interByteMs`);
    }
  },
);

/** The frame with wrong values of LEN, some with as many bytes as the LEN says. All checksums are right. */
function withWrongLengths(bytes: Uint8Array, exhaustive: boolean): Uint8Array[] {
  const [least, most] = hostLengths(bytes[1] ?? 0);
  const real = bytes[0] ?? 0;
  const near = [0, 1, 2, 3, least - 1, most + 1, most + 2, 0x20, 0x80, 0xfe, 0xff];
  const wide = range(0, 255);
  const lengths = [...new Set(exhaustive ? wide : near)].filter(
    (len) => len >= 0 && len !== real && (len < least || len > most),
  );
  return lengths.flatMap((len) => {
    const short = Uint8Array.from(bytes);
    short[0] = len;
    const summed = sealed(short.subarray(0, -2));
    if (len <= real || len === 0xff) return [summed];
    const filled = new Uint8Array(len);
    filled.set(summed.subarray(0, -2));
    const many = exhaustive || len <= 0x20 ? [sealed(filled)] : [];
    return exhaustive && len % 16 !== 0 ? many : [summed, ...many];
  });
}

/** Judges a LEN that does not fit the first byte of the parameter number: F2 and F3 begin longer numbers. */
async function checkParameterLengths(host: GmHost, canary: Canary): Promise<void> {
  const cases: readonly (readonly number[])[] = [
    [0x07, 0xc6, 0x04, 0x00, 0x00, 0xf2, 0x05],
    [0x08, 0xc6, 0x04, 0x00, 0x00, canary.number & 0xff, canary.other, canary.other],
    [0x05, 0xc7, 0x04, 0x00, 0xf2],
    [0x06, 0xc7, 0x04, 0x00, canary.number & 0xff, canary.other],
  ];
  for (const bytes of canary.number > 0xff ? [] : cases) {
    const frame = sealed(bytes);
    await checkDropped(
      host,
      canary,
      [frame],
      `${hexText(frame)}, a LEN that does not fit the parameter number`,
    );
  }
}

async function checkDropped(host: GmHost, canary: Canary, parts: Stimulus, what: string): Promise<void> {
  await checkRecovery(host, canary, { id: ID, what, stimulus: [...parts, host.framePause] });
}
