/** Shutting down, input that must not stop a server, and the times of many answers. */
import { dial, dice, listen, millis, send, type FuzzStep } from '../../../api/index';
import { everybodyLeaves, scenario, whyUnfit } from './script';
import type { Script, Sitting, TttSession, TttSessions } from './script';

const SHUT_DOWN = 'TTT-40';
/** Nothing may follow S for this long. */
const SILENCE = millis(200);

function* shutDowns(sitting: Sitting): Iterable<TttSession> {
  const { links, seats } = sitting;
  for (let seated = seats; seated >= 0; seated--)
    for (const ply of seated === seats ? [0, 1, 2] : [0]) {
      const what = `shut down with ${seated} seated, after ${ply} moves`;
      const before = sitting.session(what, (script) => {
        for (const link of links.slice(0, seated)) script.join(link);
        if (seated === seats) script.moves(ply);
        if (seated === seats && sitting.hasStranger) script.join(script.stranger);
        return script.quiet();
      });
      yield { ...before, resets: SILENCE };
      // The seats are free again: the players join in another order.
      yield sitting.session(`after a ${what}`, (script) => {
        script.seat(links.toReversed()).turns('take 4').rounds(2);
        if (sitting.hasStranger) script.join(script.stranger);
      });
    }
}

function shutDown(id: string, title: string, clause: string, carriers?: readonly ['tcp']): TttSessions {
  const own = scenario(
    {
      id,
      title,
      covers: [clause],
      needs: ['reset'],
      weight: 0,
      ...(carriers === undefined ? {} : { carriers }),
    },
    shutDowns,
  );
  return {
    ...own,
    unfit: (table) =>
      table.reset === 'reopen' && table.carrier !== 'serial'
        ? 'the recipe reopen closes the players’ own links: give --reset cmd:COMMAND, which shuts the game down'
        : whyUnfit(table, false, undefined, carriers),
  };
}

const ENDURES = 'TTT-41';
const NOISE_BYTES = 100_000;
/** Bytes of a chunk. Of a datagram only the first byte counts: lengths in virtual and in real time. */
const CHUNK = { stream: 512, virtual: 49, real: 19 } as const;
/** Datagrams are paced: this many, then a pause. */
const BURST = 8;
const BREATH = millis(1);
const VISITS = 200;
/** More than a small table of connections has places. */
const REFUSALS = 70;

const endures = scenario(
  {
    id: 'endures',
    title: 'no input stops the server: random bytes, joining and leaving',
    covers: [ENDURES],
    weight: 0.15,
  },
  function* (sitting) {
    const { table, links, carrier } = sitting;
    const goesOn = (what: string): TttSession => {
      const write = (script: Script): unknown =>
        // A lost Q would leave a seat taken.
        script
          .add(...everybodyLeaves(table), ...everybodyLeaves(table))
          .seat()
          .moves(3)
          .quiet();
      return sitting.session(what, write, { charge: ENDURES });
    };
    yield { what: 'random bytes', steps: () => noiseOf(sitting), isUnjudged: true };
    yield goesOn(`${NOISE_BYTES} random bytes were sent`);
    yield sitting.session(
      `${VISITS} times somebody joins and leaves`,
      (script) => {
        for (let n = 0; n < VISITS; n++) {
          const link = links[n % links.length] ?? '';
          script.join(link).leave(link);
        }
      },
      { charge: ENDURES, ...(carrier === 'tcp' ? {} : { isPremise: true }) },
    );
    yield goesOn(`somebody joined and left ${VISITS} times`);
    if (!sitting.hasStranger) return;
    yield sitting.session(
      `${REFUSALS} times somebody is refused`,
      (script) => {
        script.seat();
        for (let n = 0; n < REFUSALS; n++) script.join(script.stranger).leave(script.stranger);
      },
      { charge: ENDURES },
    );
    yield goesOn(`somebody was refused ${REFUSALS} times`);
  },
);

/** Noise from every player in turn. */
function noiseOf({ random, table, links, carrier, seats }: Sitting): readonly FuzzStep[] {
  const most = carrier !== 'udp' ? CHUNK.stream : table.all ? CHUNK.virtual : CHUNK.real;
  const senders = carrier === 'tcp' ? links.slice(0, seats) : links;
  const chance = dice(random.int(0, 0x7fffffff));
  const steps: FuzzStep[] = carrier === 'tcp' ? senders.map((link) => dial(link, true)) : [];
  let sent = 0;
  for (let n = 0; sent < NOISE_BYTES; n++) {
    const bytes = chance.bytes(Math.min(chance.int(1, most), NOISE_BYTES - sent));
    steps.push(send(senders[n % senders.length] ?? '', bytes));
    if (carrier === 'udp' && n % BURST === 0) steps.push(listen(BREATH));
    sent += bytes.length;
  }
  return steps;
}

/** Answers of each kind: medians of ten and more. */
const ANSWERS = 30;

const timing = scenario(
  {
    id: 'timing',
    title: 'answers to joins and moves start soon',
    covers: ['TTT-TM-01'],
    isPlain: true,
    weight: 1,
  },
  function* (sitting) {
    for (let n = 0; n < Math.ceil(ANSWERS / sitting.seats); n++)
      yield sitting.session('a short game', (script) => script.seat().moves(4));
  },
);

export const ENDURANCE: readonly TttSessions[] = [
  shutDown('shut-down', 'shut down: every seated player gets one S, and a fresh game begins', SHUT_DOWN),
  shutDown('shut-down-closes', 'shut down: the server closes the connections after S', 'TTT-05', ['tcp']),
  endures,
  timing,
];
