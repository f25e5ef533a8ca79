/** TTT: joining, leaving, and players who are not seated. */
import { CELLS } from '../../../protocols/ttt/message';
import { tttScenario } from './scenario';
import { finishRound, playRounds, seatPlayers, playMoves } from './moves';
import type { TttHost } from './host';
import type { Table } from './table';

/** After these numbers of moves somebody joins or leaves. */
const PLIES = { exhaustive: [0, 1, 2, 3, 4, 5], real: [0, 1, 2, 3] };

function plies({ bench }: TttHost): readonly number[] {
  return bench.exhaustive ? PLIES.exhaustive : PLIES.real;
}

const pve = tttScenario(
  {
    id: 'ttt/machine-joins',
    title: 'against the machine: joining a free game, a taken one, and leaving',
    covers: ['TTT-01', 'TTT-20', 'TTT-23'],
    game: 'ttt-pve',
  },
  async (host, bench) => {
    for (const name of host.names)
      if (await host.playPlain(async (table) => playRounds(await joined(table, name), 2)))
        passClauses(host, ['TTT-20']);
    if (host.names.length < 2) bench.note('a taken game needs a second link');
    else
      for (const ply of plies(host))
        await host.trial(newcomerClauses(host), `a newcomer after ${ply} moves`, joinFullGame(ply));
    if (host.names.length > 1) await checkFreedGame(host);
    await checkLeaving(host);
    if (host.garbledCount === 0) passClauses(host, ['TTT-01']);
  },
);

async function joined(table: Table, name: string): Promise<Table> {
  await table.join(name);
  return table;
}

function passClauses({ bench }: TttHost, ids: readonly string[]): void {
  for (const id of ids) bench.check(id, true, () => ({ title: '' }));
}

/** On tcp a newcomer who got F is disconnected: effects of joining and of leaving (TTT-35) cannot be distinguished. */
function newcomerClauses(host: TttHost): readonly string[] {
  return host.binding === 'tcp' ? [host.joinClause, 'TTT-35'] : [host.joinClause];
}

/** A newcomer joins a full game. The game goes on to the end of its round and of the next. */
function joinFullGame(ply: number) {
  return async (table: Table): Promise<void> => {
    const newcomer = await seatPlayers(table);
    await playMoves(table, ply);
    await table.disturb('a newcomer joins', async () => {
      await table.join(newcomer);
      await table.expectQuiet();
      // A second join could undo a passed turn, so half of the games have one join.
      if (table.host.binding === 'tcp' || ply % 2 === 0) return;
      await table.join(newcomer);
      await table.expectQuiet();
    });
    await finishRound(table);
    await playRounds(table, 2);
  };
}

/** Judges that a refused newcomer can join once the player has left. */
async function checkFreedGame(host: TttHost): Promise<void> {
  const [a = '', b = ''] = host.names;
  await host.trial(['TTT-20'], 'a newcomer who was refused joins the free game', async (table) => {
    await table.join(a);
    await table.disturb('a newcomer is refused', () => table.join(b));
    await table.leave(a);
    await table.join(b);
    await playRounds(table, 1);
  });
}

async function checkLeaving(host: TttHost): Promise<void> {
  const [a = '', b = a] = host.names;
  for (const next of new Set([a, b]))
    for (const cell of host.bench.exhaustive ? CELLS : [0, 4, 8]) {
      const what = `leaving, and ${next === a ? 'the same player' : 'another'} joins`;
      await host.trial(['TTT-23'], what, async (table) => {
        await table.join(a);
        await playMoves(table, 2);
        const { board } = table.state;
        await table.disturb('the player leaves', async () => {
          await table.leave(a);
          await table.expectQuiet();
          await table.join(next);
        });
        const occupied = CELLS.filter((one) => ((board[0] | board[1]) & (1 << one)) !== 0);
        const wanted = table.control ? undefined : occupied[cell % Math.max(1, occupied.length)];
        await playRounds(table, 1, wanted);
      });
    }
}

const pvp = tttScenario(
  {
    id: 'ttt/players-join',
    title: 'two players: the first waits, the second opens, any other is refused',
    covers: ['TTT-01', 'TTT-30', 'TTT-31'],
    game: 'ttt-pvp',
  },
  async (host) => {
    for (const [first = '', second = ''] of playerPairs(host.names)) {
      const table = await host.playPlain(async (one) => {
        await one.join(first);
        await one.join(second);
        await one.expectQuiet();
        await playRounds(one, 2);
      });
      if (table !== undefined) passClauses(host, ['TTT-30', 'TTT-31']);
    }
    if (host.names.length > 2) {
      for (const ply of plies(host))
        await host.trial(newcomerClauses(host), `a third joins after ${ply} moves`, joinFullGame(ply));
    } else host.bench.inconclusive('TTT-30', 'the third to join needs a third link: give --link c=URL');
    if (host.garbledCount === 0) passClauses(host, ['TTT-01']);
  },
);

/** Every pair of players, both ways round. */
function playerPairs(names: readonly string[]): readonly (readonly string[])[] {
  return names.flatMap((first) => names.filter((one) => one !== first).map((second) => [first, second]));
}

const leaves = tttScenario(
  {
    id: 'ttt/players-leave',
    title: 'two players: when one leaves, the other waits for the next to join, who opens',
    covers: ['TTT-33', 'TTT-34'],
    onPlainGames: true,
    game: 'ttt-pvp',
  },
  async (host) => {
    for (const leaver of [0, 1] as const)
      for (const ply of plies(host))
        for (const newcomer of host.names.length > 2 && ply % 2 === 0 ? ['third', 'leaver'] : ['leaver'])
          await host.trial(['TTT-33'], leaveText(leaver, ply, newcomer), leaveGame(leaver, ply, newcomer));
    await host.trial(['TTT-33'], 'players leave one after the other, and come again', async (table) => {
      await seatPlayers(table);
      await playMoves(table, 3);
      for (const leaver of [0, 1, 1, 0] as const)
        await table.disturb('players leave and come', () => replacePlayer(table, leaver, 'leaver'));
      await finishRound(table);
      await playRounds(table, 1);
    });
    for (const [first = '', second = ''] of playerPairs(host.names))
      await checkLoneLeave(host, first, second);
  },
);

function leaveText(leaver: 0 | 1, ply: number, newcomer: string): string {
  const who = newcomer === 'third' ? 'a third player joins' : 'joins again';
  return `the ${leaver === 0 ? 'first' : 'second'} leaves after ${ply} moves, ${who}`;
}

function leaveGame(leaver: 0 | 1, ply: number, newcomer: string) {
  return async (table: Table): Promise<void> => {
    await seatPlayers(table);
    await playMoves(table, ply);
    await table.disturb('a player leaves', () => replacePlayer(table, leaver, newcomer));
    await playRounds(table, 1, 4);
    await playRounds(table, 1);
  };
}

/** One player leaves, another takes the seat. */
async function replacePlayer(table: Table, leaver: 0 | 1, newcomer: string): Promise<void> {
  const { seats } = table.state;
  const name = seats[leaver] ?? '';
  const third = table.host.names.find((one) => !seats.includes(one));
  await table.leave(name);
  await table.expectQuiet();
  await table.join(newcomer === 'third' && third !== undefined ? third : name);
  await table.expectQuiet();
}

async function checkLoneLeave(host: TttHost, first: string, second: string): Promise<void> {
  await host.trial(['TTT-34'], 'a lone player leaves, and the next joins', async (table) => {
    await table.join(first);
    await table.disturbQuietly('a lone player leaves', () => table.leave(first));
    await table.join(second);
    await table.expectQuiet();
    const third = host.names.find((name) => !table.state.seats.includes(name));
    if (table.state.seats.length < 2 && third !== undefined) await table.join(third);
    await playRounds(table, 1);
  });
}

const strangers = tttScenario(
  {
    id: 'ttt/strangers-leave',
    title: 'someone not seated who leaves changes nothing',
    covers: ['TTT-35'],
    onPlainGames: true,
  },
  async (host, bench) => {
    if (host.names.length <= host.seats)
      return bench.skip('TTT-35', `needs ${host.seats + 1} players, one of them not seated`);
    for (const ply of plies(host)) {
      if (host.binding !== 'tcp')
        await host.trial(
          ['TTT-35'],
          `someone who never joined leaves after ${ply} moves`,
          leaveUnseated(ply, false),
        );
      const refusalWorks = host.binding === 'tcp' || (await checkRefusal(host, ply));
      if (!refusalWorks) continue;
      await host.trial(
        strangerClauses(host),
        `someone who was refused leaves after ${ply} moves`,
        leaveUnseated(ply, true),
      );
    }
    if (host.binding !== 'tcp') await checkEmptyGame(host);
  },
);

/** Judges that a refusal changes nothing. true: it went well. */
export function checkRefusal(host: TttHost, ply: number): Promise<boolean> {
  return host.trial(newcomerClauses(host), `a newcomer after ${ply} moves`, joinFullGame(ply));
}

function strangerClauses(host: TttHost): readonly string[] {
  return host.binding === 'tcp' ? ['TTT-35', host.joinClause] : ['TTT-35'];
}

function leaveUnseated(ply: number, refused: boolean) {
  return async (table: Table): Promise<void> => {
    const stranger = await seatPlayers(table);
    await playMoves(table, ply);
    if (table.host.binding === 'tcp')
      await table.disturb('someone is refused and gone', () => table.join(stranger));
    else {
      if (refused) await table.join(stranger);
      await table.expectQuiet();
      await table.disturb('someone not seated leaves', () => table.leave(stranger));
    }
    await table.disturb('someone not seated has left', () => table.expectQuiet());
    await finishRound(table);
    await playRounds(table, 2);
    // The seats are still taken.
    await table.join(stranger);
  };
}

/** Somebody not seated leaves while nobody is seated, or one player. */
async function checkEmptyGame(host: TttHost): Promise<void> {
  const [a = '', b = '', c = b] = host.names;
  await host.trial(['TTT-35'], 'someone leaves a game that nobody has joined', async (table) => {
    await table.disturb('someone not seated leaves', () => table.leave(b));
    await table.join(a);
    await table.disturb('someone not seated leaves', () => table.leave(c));
    if (host.seats > 1) await table.join(b);
    await playRounds(table, 1);
  });
}

export const joiningScenarios = [pve, pvp, leaves, strangers];
