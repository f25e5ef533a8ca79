/** TTT: what is ignored, and when the server closes. */
import { CELLS, invalidCharacters } from '../../../protocols/ttt/message';
import { emptyCells, isEmptyCell } from '../../../protocols/ttt/board';
import { BYTE } from '../../../protocols/ttt/message';
import { finishRound, linelessCell, playRounds, seatPlayers, playMoves } from './moves';
import { checkOccupiedCells } from './occupied-cells';
import { checkRefusal } from './joining';
import { tttScenario } from './scenario';
import type { TttHost } from './host';
import type { Table } from './table';
import { byteText } from '../../../protocols/byte-text';
import { bytesText } from './descriptions';

const ID = 'TTT-04';
/** Characters of one sitting: too few in a row for their number to matter. */
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
    await checkOccupiedCells(host);
    const groups = grouped(invalidCharacters(host.binding));
    for (const fence of fences(host))
      for (const group of groups)
        await host.trial([ID], `invalid characters of the player in turn: ${bytesText(group)}`, (table) =>
          sendWithFence(table, group, fence),
        );
    if (host.seats > 1) {
      for (const group of groups)
        await host.trial([ID], `invalid characters out of turn: ${bytesText(group)}`, (table) =>
          sendOutOfTurn(table, group),
        );
      for (const ply of bench.exhaustive ? [0, 1, 2, 3, 4, 5, 6] : [0, 1, 3])
        await host.trial([ID], `moves out of turn after ${ply} moves`, async (table) => {
          await seatPlayers(table);
          await playMoves(table, ply);
          await sendEachOutOfTurn(table, DIGITS);
          await finishRound(table);
          await sendEachOutOfTurn(table, DIGITS);
          await playRounds(table, 1);
        });
      await host.trial([ID], 'moves of the first before the second has joined', sendAlone);
    }
  },
);

function grouped(bytes: readonly number[]): readonly Uint8Array[] {
  const groups: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += GROUP) groups.push(Uint8Array.from(bytes.slice(at, at + GROUP)));
  return groups;
}

type Fence = 'lowest' | 'highest';

/**
 * Which valid move follows each character as its fence. A character that counts as the cell of its fence would not show, so each
 * has two fences, unless the machine's answer shows it.
 */
function fences({ game }: TttHost): readonly Fence[] {
  return game === 'ttt-pve' ? ['highest'] : ['lowest', 'highest'];
}

/** Sends each character, and a valid move as its fence. */
async function sendWithFence(table: Table, bytes: Uint8Array, fence: Fence): Promise<void> {
  const pve = table.host.game === 'ttt-pve';
  await seatPlayers(table);
  for (const byte of bytes) {
    // With one cell left the two fences would be the same.
    while (linelessCell(table, 'lowest') === linelessCell(table, 'highest'))
      await table.play(linelessCell(table));
    // A character that begins the round anew changes nothing on an empty board.
    if (pve && emptyCells(table.state.board).length === CELLS.length) await table.play(linelessCell(table));
    const name = table.inTurn ?? '';
    await table.disturb(`${name} sends ${byteText(byte)}`, async () => {
      await table.send(name, Uint8Array.of(byte));
      // The machine's answer to a character would be taken for its answer to the fence.
      if (pve) await table.expectQuiet();
    });
    // A byte taken for a cell may find it occupied on a full board: against the machine each byte has a round.
    if (pve) {
      await tryTaken(table);
      await finishRound(table);
    } else await table.play(linelessCell(table, fence));
    if (table.host.bench.exhaustive) await table.expectQuiet();
  }
  await finishRound(table);
  await playRounds(table, 1);
}

/** A cell that was taken before the character must still be taken. */
async function tryTaken(table: Table): Promise<void> {
  const taken = CELLS.find((cell) => !isEmptyCell(table.state.board, cell));
  if (taken !== undefined && table.host.refusesOccupied) await table.tryOccupied(taken);
}

async function sendOutOfTurn(table: Table, bytes: Uint8Array): Promise<void> {
  await seatPlayers(table);
  await playMoves(table, 1);
  await sendEachOutOfTurn(table, bytes);
  await finishRound(table);
  await playRounds(table, 1);
}

/** The player who is not in turn sends each byte. Only waiting shows that it is ignored. */
async function sendEachOutOfTurn(table: Table, bytes: Uint8Array): Promise<void> {
  const other = table.state.seats.find((name) => name !== table.inTurn);
  if (other === undefined) return;
  await table.disturbQuietly(`${other}, out of turn, sends ${bytesText(bytes)}`, () =>
    sendEach(table, other, bytes),
  );
}

async function sendEach(table: Table, name: string, bytes: Uint8Array): Promise<void> {
  for (const byte of bytes) await table.send(name, Uint8Array.of(byte));
}

async function sendAlone(table: Table): Promise<void> {
  const [first = '', second = ''] = table.host.names;
  await table.join(first);
  await table.disturbQuietly(`${first}, alone, sends ${bytesText(DIGITS)}`, () =>
    sendEach(table, first, DIGITS),
  );
  await table.join(second);
  await playRounds(table, 2, 4);
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
      for (const ply of (await checkRefusal(host, 2)) ? [0, 1, 2] : [])
        await host.trial([ID], `a newcomer to a full game who moves at once, after ${ply} moves`, (table) =>
          sendOnJoining(table, ply),
        );
      return;
    }
    const refusalWorks = await checkRefusal(host, 3);
    for (const refused of refusalWorks ? [false, true] : [false])
      for (const ply of bench.exhaustive ? [0, 1, 2, 3, 4] : [0, 3])
        await host.trial([ID], `moves of someone ${refused ? 'refused' : 'who never joined'}`, (table) =>
          sendUnseated(table, ply, refused),
        );
    for (const group of refusalWorks ? grouped(invalidCharacters(host.binding)) : [])
      await host.trial([ID], `characters of someone not seated: ${bytesText(group)}`, (table) =>
        sendUnseatedCharacters(table, group),
      );
    await host.trial([ID], 'moves and characters before anybody has joined', sendBeforeJoin);
    await host.trial([ID], 'a seated player joins again', joinAgain);
  },
);

async function sendOnJoining(table: Table, ply: number): Promise<void> {
  const newcomer = await seatPlayers(table);
  await playMoves(table, ply);
  if (table.control) await table.join(newcomer);
  await table.disturb('a newcomer moves at once', () => table.joinAndSend(newcomer, DIGITS));
  await finishRound(table);
  await playRounds(table, 1);
}

async function sendUnseated(table: Table, ply: number, refused: boolean): Promise<void> {
  const stranger = await seatPlayers(table);
  await playMoves(table, ply);
  if (refused) {
    await table.join(stranger);
    await table.expectQuiet();
  }
  await table.disturbQuietly(`${stranger}, not seated, sends ${bytesText(DIGITS)}`, async () => {
    for (const cell of emptyCells(table.state.board)) await table.move(stranger, cell);
    await sendEach(table, stranger, DIGITS);
  });
  await finishRound(table);
  await playRounds(table, 1);
}

/** After the characters J is answered with one F. */
async function sendUnseatedCharacters(table: Table, bytes: Uint8Array): Promise<void> {
  const stranger = await seatPlayers(table);
  await playMoves(table, 1);
  await table.disturb(`${stranger}, not seated, sends ${bytesText(bytes)}`, () =>
    sendEach(table, stranger, bytes),
  );
  await table.join(stranger);
  await table.disturb(`${stranger}, not seated, has sent ${bytesText(bytes)}`, () => table.expectQuiet());
  await finishRound(table);
}

async function sendBeforeJoin(table: Table): Promise<void> {
  const bytes = Uint8Array.of(...DIGITS, 0x6a, 0x00, 0x0a);
  for (const name of table.host.names)
    await table.disturb(`${name}, not seated, sends ${bytesText(bytes)}`, () => sendEach(table, name, bytes));
  await table.disturb('somebody not seated has sent characters', () => table.expectQuiet());
  await seatPlayers(table);
  await playRounds(table, 2, 4);
}

async function joinAgain(table: Table): Promise<void> {
  await seatPlayers(table);
  for (let n = 0; n < 6; n++) {
    for (const name of table.state.seats)
      await table.disturb(`${name}, seated, sends J`, () => table.join(name));
    await table.disturb('seated players have sent J', () => table.expectQuiet());
    await table.play(linelessCell(table));
  }
  await playRounds(table, 1);
}

const closing = tttScenario(
  {
    id: 'ttt/closes-behind-full',
    title: 'the server closes the connection after F, and F comes first',
    covers: ['TTT-05'],
    bindings: ['tcp'],
  },
  async (host, bench) => {
    if (host.names.length <= host.seats)
      return bench.skip('TTT-05', `needs ${host.seats + 1} players, one of them not seated`);
    for (let n = 0; n < 3; n++) await host.playPlain((table) => refusals(table));
  },
);

async function refusals(table: Table): Promise<void> {
  const newcomer = await seatPlayers(table);
  for (let n = 0; n < 4; n++) await table.join(newcomer);
}

export const messageScenarios = [ignored, strangers, closing];
