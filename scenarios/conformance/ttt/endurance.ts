/** TTT: shutting down, and input that must not stop a server. */
import * as fc from 'fast-check';
import { random } from '../../../devices/random';
import { after, micros, millis } from '../../../protocols/time';
import type { TttHost } from './host';
import { playRounds, seatPlayers, playMoves } from './moves';
import { tttScenario } from './scenario';
import type { Table } from './table';

const SHUT_DOWN = 'TTT-40';
/** Nothing may follow S for this long. */
const SILENCE = millis(200);

const shutDown = tttScenario(
  {
    id: 'ttt/shut-down',
    title: 'shut down: every seated player gets one S, and a fresh game begins',
    covers: [SHUT_DOWN, 'TTT-05'],
    onPlainGames: true,
    needs: ['reset'],
  },
  async (host, bench) => {
    if (host.binding !== 'tcp') bench.skip('TTT-05', `of tcp: this board is on ${host.binding}`);
    if (host.binding !== 'serial' && bench.board.reset?.text === 'reopen') {
      const reason =
        'the recipe reopen closes the players’ own links: give --reset cmd:COMMAND, which shuts the game down';
      for (const id of [SHUT_DOWN, 'TTT-05']) bench.skip(id, reason);
      return;
    }
    for (let seated = host.seats; seated >= 0; seated--)
      for (const ply of seated === host.seats ? [0, 1, 2] : [0])
        await host.trial([SHUT_DOWN], `shut down with ${seated} seated, after ${ply} moves`, (table) =>
          checkShutDown(table, seated, ply),
        );
    if (host.binding === 'tcp' && bench.wasJudged(SHUT_DOWN) && !bench.wasJudged('TTT-05'))
      bench.inconclusive('TTT-05', 'no S came');
  },
);

async function checkShutDown(table: Table, seated: number, ply: number): Promise<void> {
  const { host } = table;
  for (const name of host.names.slice(0, seated)) await table.join(name);
  await playMoves(table, ply);
  const stranger = host.names[host.seats];
  if (stranger !== undefined && seated === host.seats) await table.join(stranger);
  else if (stranger !== undefined) await host.player(stranger).openSocket();
  await table.expectQuiet();
  if (table.control) for (const name of table.state.seats) await table.leave(name);
  await table.disturb('the game is shut down', async () => {
    await table.shutDown();
    await table.expectQuiet(SILENCE);
  });
  // The seats are free again: the players join in another order.
  const order = [...host.names].reverse();
  for (const name of order.slice(0, host.seats)) await table.join(name);
  await playRounds(table, 2, 4);
  const other = order[host.seats];
  if (other !== undefined) await table.join(other);
}

const ENDURES = 'TTT-41';
const NOISE_BYTES = 100_000;
/** Bytes of a chunk. Of a datagram only the first byte counts: lengths in virtual and in real time. */
const CHUNK = { stream: 512, virtual: 49, real: 19 } as const;
/** Datagrams are paced: this many, then a pause. */
const BURST = 8;
const BREATH = millis(1);
const VISITS = 200;

const endures = tttScenario(
  {
    id: 'ttt/endures',
    title: 'no input stops the server: random bytes, joining and leaving',
    covers: [ENDURES],
    onPlainGames: true,
  },
  async (host, bench) => {
    const [seed = 1] = bench.sample(fc.integer({ min: 0 }), 1);
    await host.trial([ENDURES], `${NOISE_BYTES} random bytes`, async (table) => {
      await leaveGame(table);
      await table.disturb(`${NOISE_BYTES} random bytes were sent`, () => sendNoise(host, seed));
      await playGame(table);
    });
    await host.trial([ENDURES], `${VISITS} times join and leave`, async (table) => {
      await leaveGame(table);
      await table.disturb(`${VISITS} times somebody joined and left`, () => joinAndLeave(host));
      await playGame(table);
    });
  },
);

/** Plays a game and leaves it in the middle. */
async function leaveGame(table: Table): Promise<void> {
  await seatPlayers(table);
  await playMoves(table, 2);
  for (const name of table.state.seats) await table.leave(name);
}

async function playGame(table: Table): Promise<void> {
  await seatPlayers(table);
  await playRounds(table, 4);
}

/** Sends noise from every player in turn. The answers are ignored. */
async function sendNoise(host: TttHost, seed: number): Promise<void> {
  const { bench, binding } = host;
  const chance = random(seed);
  const most = binding !== 'udp' ? CHUNK.stream : bench.exhaustive ? CHUNK.virtual : CHUNK.real;
  const senders = host.names.slice(0, binding === 'tcp' ? host.seats : host.names.length);
  let sent = 0;
  for (let n = 0; sent < NOISE_BYTES; n++) {
    const player = host.player(senders[n % senders.length] ?? 'a');
    const length = Math.min(chance.int(1, most), NOISE_BYTES - sent);
    if (binding === 'tcp' && !player.open) await player.join();
    const bytes = Uint8Array.from({ length }, () => chance.int(0, 255));
    if (!(await player.send(bytes))) await player.close();
    sent += length;
    if (binding === 'udp' && n % BURST === 0) await bench.pause(BREATH);
    if (n % BURST === 0)
      for (const name of host.names) await host.player(name).discard(micros(0), millis(200));
  }
  // A lost Q would leave a seat taken.
  for (let n = 0; n < 3; n++) await host.leaveAll();
}

async function joinAndLeave(host: TttHost): Promise<void> {
  const { bench, names } = host;
  for (let n = 0; n < VISITS; n++) {
    const player = host.player(names[n % names.length] ?? 'a');
    await player.join();
    const until = after(bench.now(), host.probeTimeout);
    const rx = await player.receive(until);
    await player.leave();
    if (rx === undefined) break;
  }
  await host.leaveAll();
}

export const enduranceScenarios = [shutDown, endures];
