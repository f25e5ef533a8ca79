/** GM67: a frame that stops half-way is dropped, and short gaps are part of a frame (GM-FR-03). */
import { type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { micros } from '../../../protocols/time';
import { range } from '../range';
import { writeOf } from './command-bodies';
import { describeCommand } from './descriptions';
import type { GmHost } from './host';
import { checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { untilFailed } from '../until-failed';

const ID = 'GM-FR-03';

export const halfFrames = gmScenario(
  {
    id: 'gm67/truncated',
    title: 'a frame that stops half-way is dropped in silence; one with short gaps is whole',
    covers: [ID],
  },
  async (host, bench) => {
    const long: CommandBody = writeOf(PARAMETER.terminator, 2);
    const canary = await writeCanary(host);
    const bodies: readonly CommandBody[] = [canary.write, { type: 'revision' }, { type: 'defaults' }, long];
    for (const body of bench.exhaustive ? bodies : bodies.slice(0, 3)) {
      const bytes = host.bytesOf(body);
      const all = range(1, bytes.length - 1);
      const cuts = bench.exhaustive || body === canary.write ? all : [1, 2, bytes.length - 1];
      for (const cut of untilFailed(bench, ID, cuts))
        await checkHalved(host, canary, bytes, cut, describeCommand(body));
    }
    await checkGaps(host);
  },
);

async function checkHalved(
  host: GmHost,
  canary: Canary,
  bytes: Uint8Array,
  cut: number,
  name: string,
): Promise<void> {
  const half = bytes.subarray(0, cut);
  const shares = host.bench.exhaustive ? [1.2, 2, 5] : [host.framePause / host.interByte];
  for (const share of shares) {
    const what = `${cut} of ${bytes.length} bytes of a ${name}, and ${share} interByteMs of silence`;
    await checkRecovery(host, canary, { id: ID, what, stimulus: [half, micros(share * host.interByte)] });
  }
}

/** Judges that gaps of up to half of interByteMs are part of a frame. */
async function checkGaps(host: GmHost): Promise<void> {
  const { number, values } = host.profile.testParameter();
  const length = host.bytesOf(writeOf(number, 0)).length;
  const everywhere = range(1, length - 1);
  const places = host.bench.exhaustive ? everywhere : [1, 2, 5, 8].filter((at) => at < length);
  const gap = micros(0.45 * host.interByte);
  for (const [i, at] of untilFailed(
    host.bench,
    ID,
    [...places.map((place) => [place]), everywhere].entries(),
  )) {
    const bytes = host.bytesOf(writeOf(number, values[i % 2] ?? 0));
    const cuts = [0, ...at, length];
    const parts = cuts.slice(1).flatMap((to, n) => [gap, bytes.subarray(cuts[n], to)]);
    await host.send(ID, parts, `gaps of 0.45 interByteMs after byte ${at.join(', ')}`);
  }
}
