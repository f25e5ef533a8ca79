/** Shutting down, input that must not stop a server, and the times of many answers. */
import { dice, fc, millis } from '../../../api/index';
import { wanted, type Step } from './plan';
import { scenario, type Sitting, type TttScenario } from './sitting';

const SHUT_DOWN = 'TTT-40';
/** Nothing may follow S for this long. */
const SILENCE = millis(200);

const shutDown = scenario(
  {
    id: 'shut-down',
    title: 'shut down: every seated player gets one S, and a fresh game begins',
    covers: [SHUT_DOWN, 'TTT-05'],
    needs: ['reset'],
  },
  async (sitting) => {
    const { host, binding, seats } = sitting;
    const { bench } = host;
    if (binding !== 'tcp') bench.skip('TTT-05', `of tcp: this board is on ${binding}`);
    if (binding !== 'serial' && bench.board.reset?.text === 'reopen') {
      const reason =
        'the recipe reopen closes the players’ own links: give --reset cmd:COMMAND, which shuts the game down';
      for (const id of [SHUT_DOWN, 'TTT-05']) bench.skip(id, reason);
      return;
    }
    for (let seated = seats; seated >= 0; seated--)
      for (const ply of seated === seats ? [0, 1, 2] : [0]) await tryShutDown(sitting, seated, ply);
  },
);

async function tryShutDown(sitting: Sitting, seated: number, ply: number): Promise<void> {
  const { host, links, seats } = sitting;
  const what = `shut down with ${seated} seated, after ${ply} moves`;
  await sitting.play(what, (plan) => {
    for (const link of links.slice(0, seated)) plan.join(link);
    if (seated === seats) plan.moves(ply).join(plan.stranger);
    return plan.quiet();
  });
  await host.reset();
  await host.listen(SILENCE, what);
  // The seats are free again: the players join in another order.
  const plan = sitting.plan();
  plan
    .seat([...links].reverse())
    .move(wanted(4))
    .rounds(2);
  await host.play(`after a ${what}`, ...plan.join(plan.stranger).steps);
}

const ENDURES = 'TTT-41';
const NOISE_BYTES = 100_000;
/** Bytes of a chunk. Of a datagram only the first byte counts: lengths in virtual and in real time. */
const CHUNK = { stream: 512, virtual: 49, real: 19 } as const;
/** Datagrams are paced: this many, then a pause. */
const BURST = 8;
const BREATH: Step = { pause: millis(1) };
const VISITS = 200;
/** A server that is silent for so long has read what was sent; so often this is waited for. */
const QUIET = millis(500);
const MOST_WAITS = 60;

const endures = scenario(
  {
    id: 'endures',
    title: 'no input stops the server: random bytes, joining and leaving',
    covers: [ENDURES],
  },
  async (sitting) => {
    const { host, links, binding } = sitting;
    await sitting.leaveAll();
    await host.playUnjudged(...noiseOf(sitting));
    // A slow server may still be behind.
    for (let n = 0; n < MOST_WAITS && (await host.isAlive({ quiet: QUIET })); n++);
    // A lost Q would leave a seat taken.
    for (let n = 0; n < 3; n++) await sitting.leaveAll();
    await playOn(sitting, `${NOISE_BYTES} random bytes were sent`);
    const isGood = await sitting.play(
      `${VISITS} times somebody joins and leaves`,
      (plan) => {
        for (let n = 0; n < VISITS; n++) {
          const link = links[n % links.length];
          plan.join(link).leave(link);
        }
        return plan;
      },
      ENDURES,
    );
    if (isGood || binding === 'tcp') await playOn(sitting, `somebody joined and left ${VISITS} times`);
  },
);

/** A plain game went well before. */
async function playOn(sitting: Sitting, what: string): Promise<void> {
  const isRight = await sitting.play(what, (plan) => plan.seat().moves(3).quiet(), ENDURES);
  if (isRight) sitting.host.bench.check(ENDURES, true, () => ({ title: what }));
}

/** Noise from every player in turn. */
function noiseOf({ host: { bench }, links, binding, seats }: Sitting): readonly Step[] {
  const most = binding !== 'udp' ? CHUNK.stream : bench.exhaustive ? CHUNK.virtual : CHUNK.real;
  const senders = binding === 'tcp' ? links.slice(0, seats) : links;
  const [seed = 1] = bench.sample(fc.integer({ min: 0 }), 1);
  const chance = dice(seed);
  const steps: Step[] = binding === 'tcp' ? senders.map((link) => ({ dial: 'open' as const, link })) : [];
  let sent = 0;
  for (let n = 0; sent < NOISE_BYTES; n++) {
    const bytes = chance.bytes(Math.min(chance.int(1, most), NOISE_BYTES - sent));
    steps.push({ bytes, link: senders[n % senders.length] ?? '' });
    if (binding === 'udp' && n % BURST === 0) steps.push(BREATH);
    sent += bytes.length;
  }
  return steps;
}

const ID = 'TTT-TM-01';
/** Answers of each kind: medians of ten and more. */
const ANSWERS = 30;

const timing = scenario(
  { id: 'timing', title: 'answers to joins and moves start soon', covers: [ID], isPlain: true },
  async (sitting) => {
    const moves = sitting.isMachine ? 3 : 4;
    for (let n = 0; n < Math.ceil(ANSWERS / sitting.seats); n++)
      if (!(await sitting.play('a short game', (plan) => plan.seat().moves(moves))) && n >= 2) break;
  },
);

export const ENDURANCE: readonly TttScenario[] = [shutDown, endures, timing];
