/** TTT: what is ignored, and when the server closes. */
import { CELLS, invalidCharacters } from '../../../protocols/ttt/message';
import { emptyCells } from '../../../protocols/ttt/board';
import { BYTE } from '../../../protocols/ttt/message';
import { fill, harmless, playOut, seat, someMoves } from './moves';
import { occupiedOnYoungBoard } from './occupied';
import { refuses } from './joining';
import { tttScenario } from './scenario';
import type { TttHost } from './host';
import type { Table } from './table';
import { byteText, bytesText } from '../../oracle/ttt/descriptions';

const ID = 'TTT-04';
/** Characters of one sitting; never so many in a row that the number alone could matter. */
const GROUP = 16;
const DIGITS = Uint8Array.from(CELLS, (cell) => BYTE.cell0 + cell);

const ignored = tttScenario(
  {
    id: 'ttt/ignored',
    title: 'invalid characters, and moves that are out of order',
    covers: [ID],
    onPlainGames: true,
  },
  async (host, bench) => {
    await occupiedOnYoungBoard(host);
    const groups = grouped(invalidCharacters(host.binding));
    for (const fence of fences(host))
      for (const group of groups)
        await host.trial([ID], `invalid characters of the player in turn: ${bytesText(group)}`, (table) =>
          eachWithFence(table, group, fence),
        );
    if (host.seats > 1) {
      for (const group of groups)
        await host.trial([ID], `invalid characters out of turn: ${bytesText(group)}`, (table) =>
          outOfTurn(table, group),
        );
      for (const ply of bench.exhaustive ? [0, 1, 2, 3, 4, 5, 6] : [0, 1, 3])
        await host.trial([ID], `moves out of turn behind ${ply} moves`, async (table) => {
          await seat(table);
          await someMoves(table, ply);
          await eachOutOfTurn(table, DIGITS);
          await fill(table);
          await eachOutOfTurn(table, DIGITS);
          await playOut(table, 1);
        });
      await host.trial([ID], 'moves of the first before the second has joined', alone);
    }
  },
);

function grouped(bytes: readonly number[]): readonly Uint8Array[] {
  const groups: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += GROUP) groups.push(Uint8Array.from(bytes.slice(at, at + GROUP)));
  return groups;
}

type Fence = 'lowest' | 'highest';

/** A character that counts as the very cell of its fence goes unseen: where nothing but the fence shows it, each has two. */
function fences({ game }: TttHost): readonly Fence[] {
  return game === 'ttt-pve' ? ['highest'] : ['lowest', 'highest'];
}

/** Each character, and a valid move as its fence. */
async function eachWithFence(table: Table, bytes: Uint8Array, fence: Fence): Promise<void> {
  const pve = table.host.game === 'ttt-pve';
  await seat(table);
  for (const byte of bytes) {
    // Two fences for the same character are no two where one cell is left.
    while (harmless(table, 'lowest') === harmless(table, 'highest')) await table.play(harmless(table));
    const name = table.inTurn ?? '';
    await table.disturb(`${name} sends ${byteText(byte)}`, async () => {
      await table.say(name, Uint8Array.of(byte));
      // The machine's answer to a cell it was taken for would pass for the answer to the fence.
      if (pve) await table.quiet();
    });
    // On a full board a byte that is taken for a cell might find it occupied: against the machine each has a round.
    if (pve) await fill(table);
    else await table.play(harmless(table, fence));
    if (table.host.bench.exhaustive) await table.quiet();
  }
  await fill(table);
  await playOut(table, 1);
}

async function outOfTurn(table: Table, bytes: Uint8Array): Promise<void> {
  await seat(table);
  await someMoves(table, 1);
  await eachOutOfTurn(table, bytes);
  await fill(table);
  await playOut(table, 1);
}

/** Whoever is not in turn says each of them; there is no fence but to wait. */
async function eachOutOfTurn(table: Table, bytes: Uint8Array): Promise<void> {
  const other = table.state.seats.find((name) => name !== table.inTurn);
  if (other === undefined) return;
  await table.disturb(`${other}, out of turn, sends ${bytesText(bytes)}`, () => each(table, other, bytes));
  await table.disturb(`${other}, out of turn, has sent ${bytesText(bytes)}`, () => table.quiet());
}

async function each(table: Table, name: string, bytes: Uint8Array): Promise<void> {
  for (const byte of bytes) await table.say(name, Uint8Array.of(byte));
}

async function alone(table: Table): Promise<void> {
  const [first = '', second = ''] = table.host.names;
  await table.join(first);
  await table.disturb(`${first}, alone, sends ${bytesText(DIGITS)}`, async () => {
    await each(table, first, DIGITS);
    await table.quiet();
  });
  await table.join(second);
  await playOut(table, 2, 4);
}

const strangers = tttScenario(
  {
    id: 'ttt/strangers-ignored',
    title: 'moves and characters of someone not seated are ignored',
    covers: [ID],
    onPlainGames: true,
  },
  async (host, bench) => {
    if (host.names.length <= host.seats)
      return bench.skip(ID, `needs ${host.seats + 1} players, one of them not seated`);
    if (host.binding === 'tcp') {
      for (const ply of (await refuses(host, 2)) ? [0, 1, 2] : [])
        await host.trial([ID], `a newcomer to a full game who moves at once, behind ${ply} moves`, (table) =>
          barging(table, ply),
        );
      return;
    }
    const plainly = await refuses(host, 3);
    for (const refused of plainly ? [false, true] : [false])
      for (const ply of bench.exhaustive ? [0, 1, 2, 3, 4] : [0, 3])
        await host.trial([ID], `moves of someone ${refused ? 'refused' : 'who never joined'}`, (table) =>
          strange(table, ply, refused),
        );
    for (const group of plainly ? grouped(invalidCharacters(host.binding)) : [])
      await host.trial([ID], `characters of someone not seated: ${bytesText(group)}`, (table) =>
        strangeCharacters(table, group),
      );
    await host.trial([ID], 'moves and characters before anybody has joined', unjoined);
    await host.trial([ID], 'a seated player joins again', joinedAgain);
  },
);

async function barging(table: Table, ply: number): Promise<void> {
  const newcomer = await seat(table);
  await someMoves(table, ply);
  if (table.control) await table.join(newcomer);
  await table.disturb('a newcomer moves at once', () => table.barge(newcomer, DIGITS));
  await fill(table);
  await playOut(table, 1);
}

async function strange(table: Table, ply: number, refused: boolean): Promise<void> {
  const stranger = await seat(table);
  await someMoves(table, ply);
  if (refused) {
    await table.join(stranger);
    await table.quiet();
  }
  await table.disturb(`${stranger}, not seated, sends ${bytesText(DIGITS)}`, async () => {
    for (const cell of emptyCells(table.state.board)) await table.move(stranger, cell);
    await each(table, stranger, DIGITS);
    await table.quiet();
  });
  await fill(table);
  await playOut(table, 1);
}

/** Behind them J is answered with F, once. */
async function strangeCharacters(table: Table, bytes: Uint8Array): Promise<void> {
  const stranger = await seat(table);
  await someMoves(table, 1);
  await table.disturb(`${stranger}, not seated, sends ${bytesText(bytes)}`, () =>
    each(table, stranger, bytes),
  );
  await table.join(stranger);
  await table.disturb(`${stranger}, not seated, has sent ${bytesText(bytes)}`, () => table.quiet());
  await fill(table);
}

async function unjoined(table: Table): Promise<void> {
  const bytes = Uint8Array.of(...DIGITS, 0x6a, 0x00, 0x0a);
  for (const name of table.host.names)
    await table.disturb(`${name}, not seated, sends ${bytesText(bytes)}`, () => each(table, name, bytes));
  await table.disturb('somebody not seated has sent characters', () => table.quiet());
  await seat(table);
  await playOut(table, 2, 4);
}

async function joinedAgain(table: Table): Promise<void> {
  await seat(table);
  for (let n = 0; n < 6; n++) {
    for (const name of table.state.seats)
      await table.disturb(`${name}, seated, sends J`, () => table.join(name));
    await table.disturb('seated players have sent J', () => table.quiet());
    await table.play(harmless(table));
  }
  await playOut(table, 1);
}

const closing = tttScenario(
  {
    id: 'ttt/closes-behind-full',
    title: 'the server closes the connection behind F, and F comes first',
    covers: ['TTT-05'],
    bindings: ['tcp'],
  },
  async (host, bench) => {
    if (host.names.length <= host.seats)
      return bench.skip('TTT-05', `needs ${host.seats + 1} players, one of them not seated`);
    for (let n = 0; n < 3; n++) await host.plain((table) => refusals(table));
  },
);

async function refusals(table: Table): Promise<void> {
  const newcomer = await seat(table);
  for (let n = 0; n < 4; n++) await table.join(newcomer);
}

export const messageScenarios = [ignored, strangers, closing];
