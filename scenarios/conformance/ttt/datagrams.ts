/** TTT on udp: bytes after the first one of a datagram, and empty datagrams. */
import { BYTE, CELLS, invalidCharacters, type Cell } from '../../../protocols/ttt/message';
import { emptyCells } from '../../../protocols/ttt/board';
import { finishRound, linelessCell, playRounds, seatPlayers } from './moves';
import { checkRefusal } from './joining';
import { tttScenario } from './scenario';
import type { Table } from './table';
import { bytesText } from './descriptions';

const NOTHING = new Uint8Array(0);
/** The longest datagram that every network carries. */
const LONGEST = 508;
/** What number parsers skip before a number, or take for its sign. */
const LENIENT = [0x20, 0x2b, 0x00, 0x0a, 0x09, 0x2d, 0x0d];
/** Datagrams of one sitting. */
const HIDDEN = 6;
/** Empty datagrams after one that would be a valid move. */
const TRIES = 50;

const rest = tttScenario(
  {
    id: 'ttt/rest-of-datagram',
    title: 'bytes after the first of a datagram are ignored',
    covers: ['TTT-02'],
    onPlainGames: true,
    bindings: ['udp'],
  },
  async (host, bench) => {
    const invalid = [...LENIENT, ...invalidCharacters('udp').filter((byte) => !LENIENT.includes(byte))];
    for (let n = 0; n < (bench.exhaustive ? 8 : 3); n++) {
      await host.trial(['TTT-02'], 'moves with more bytes after them', (table) => sendLongMoves(table, n));
      const firsts = invalid.slice(n * HIDDEN, (n + 1) * HIDDEN);
      await host.trial(['TTT-02'], 'invalid characters with a move after them', (table) =>
        sendHiddenMoves(table, firsts),
      );
    }
    for (const tail of ['4', '048', 'Q', 'JQ', 'Q4', '\0', '4'.repeat(LONGEST - 1)])
      await host.trial(['TTT-02'], `J with ${tail.length} bytes after it`, (table) =>
        sendLongJoin(table, tail),
      );
    for (const tail of ['4', 'J', '\r\n', '048'])
      await host.trial(['TTT-02'], `Q with ${tail.length} bytes after it`, (table) =>
        sendLongLeave(table, tail),
      );
    if (host.names.length > host.seats && (await checkRefusal(host, 1)))
      await host.trial(['TTT-02'], 'J of a refused player, with more bytes after it', sendLongJoinUnseated);
  },
);

/** Sends moves with bytes after them that would change the game. */
async function sendLongMoves(table: Table, n: number): Promise<void> {
  await seatPlayers(table);
  for (let i = 0; i < 8; i++) {
    const name = table.inTurn ?? '';
    const cell = linelessCell(table);
    const others = emptyCells(table.state.board).filter((one) => one !== cell);
    const tails: readonly number[][] = [
      others.map((one) => BYTE.cell0 + one),
      [BYTE.leave],
      [0x0d, 0x0a],
      [BYTE.join, BYTE.leave, BYTE.join],
      Array.from({ length: LONGEST - 1 }, (_, at) => BYTE.cell0 + (at % 9)),
    ];
    const bytes = Uint8Array.of(BYTE.cell0 + cell, ...(tails[(i + n) % tails.length] ?? []));
    if (table.control) await table.move(name, cell);
    else await table.disturbQuietly(`${name} sends ${bytesText(bytes)}`, () => table.send(name, bytes));
  }
  await finishRound(table);
}

async function sendHiddenMoves(table: Table, firsts: readonly number[]): Promise<void> {
  await seatPlayers(table);
  for (const [i, first] of firsts.entries()) {
    const name = table.inTurn ?? '';
    const fence = linelessCell(table);
    // A hidden move to the same cell as the next move would not show.
    const others = emptyCells(table.state.board).filter((cell) => cell !== fence);
    const cells = others.map((cell) => BYTE.cell0 + cell);
    const tail = i % 3 === 2 ? [BYTE.leave] : cells;
    const bytes = Uint8Array.of(first, ...tail);
    if (table.control) await table.send(name, Uint8Array.of(first));
    await table.disturb(`${name} sends ${bytesText(bytes)}`, () => table.send(name, bytes));
    await table.play(fence);
    await table.disturb(`${name} has sent ${bytesText(bytes)}`, () => table.expectQuiet());
  }
  await finishRound(table);
}

/** Leaves by a long datagram: the other player is told, and the next one joins an empty board. */
async function sendLongLeave(table: Table, tail: string): Promise<void> {
  const bytes = Uint8Array.from(Buffer.from(tail, 'latin1'));
  await seatPlayers(table);
  await table.play(linelessCell(table));
  const name = table.inTurn ?? '';
  if (table.control) await table.leave(name);
  else await table.disturbQuietly(`Q with ${bytesText(bytes)} after it`, () => table.leave(name, bytes));
  await table.join(name);
  await playRounds(table, 1, 0);
}

async function sendLongJoin(table: Table, tail: string): Promise<void> {
  const bytes = Uint8Array.from(Buffer.from(tail, 'latin1'));
  for (const name of table.host.names.slice(0, table.host.seats)) {
    if (table.control) await table.join(name);
    else await table.disturbQuietly(`J with ${bytesText(bytes)} after it`, () => table.join(name, bytes));
  }
  await playRounds(table, 2, 4);
}

async function sendLongJoinUnseated(table: Table): Promise<void> {
  const stranger = await seatPlayers(table);
  for (let i = 0; i < 5; i++) {
    const cells = emptyCells(table.state.board).map((cell) => BYTE.cell0 + cell);
    if (table.control) await table.join(stranger);
    await table.disturbQuietly('a stranger sends J with moves after it', () =>
      table.join(stranger, Uint8Array.from(cells)),
    );
    await table.play(linelessCell(table));
  }
  await finishRound(table);
}

const empty = tttScenario(
  {
    id: 'ttt/empty-datagrams',
    title: 'an empty datagram has no effect, whoever sends it and whatever was before',
    covers: ['TTT-03'],
    onPlainGames: true,
    bindings: ['udp'],
  },
  async (host, bench) => {
    const senders = host.seats > 1 ? (['in turn', 'the opponent'] as const) : (['in turn'] as const);
    for (const sender of senders)
      for (const ply of bench.exhaustive ? [0, 1, 2, 3, 4, 5, 6] : [0, 1, 3])
        await host.trial(['TTT-03'], `an empty datagram of ${sender} after ${ply} moves`, (table) =>
          sendEmptySeated(table, ply, sender),
        );
    await host.trial(['TTT-03'], 'empty datagrams before anybody has joined', sendEmptyBeforeJoin);
    if (host.names.length <= host.seats)
      return bench.inconclusive('TTT-03', `a stranger's needs ${host.seats + 1} players`);
    for (const refused of (await checkRefusal(host, 0)) ? [false, true] : [false])
      await host.trial(['TTT-03'], "a stranger's empty datagrams", (table) =>
        sendEmptyUnseated(table, refused),
      );
    const each = 10;
    for (let n = 0; n < TRIES; n += each)
      await host.trial(['TTT-03'], 'empty datagrams right after a byte that would be a valid move', (table) =>
        sendEmptyAfterMoves(table, each),
      );
  },
);

async function sendEmptySeated(table: Table, ply: number, sender: 'in turn' | 'the opponent'): Promise<void> {
  await seatPlayers(table);
  for (let n = 0; n < ply; n++) await table.play(linelessCell(table));
  const other = table.state.seats.find((name) => name !== table.inTurn);
  const name = (sender === 'in turn' ? table.inTurn : other) ?? '';
  for (let n = 0; n < 3; n++)
    await table.disturb(`${name} sends an empty datagram`, async () => {
      await table.send(name, NOTHING);
      if (n > 0) await table.expectQuiet();
    });
  await finishRound(table);
  await playRounds(table, 2);
}

async function sendEmptyBeforeJoin(table: Table): Promise<void> {
  for (const name of table.host.names)
    await table.disturb(`${name}, not seated, sends an empty datagram`, () => table.send(name, NOTHING));
  await table.disturb('empty datagrams were sent before anybody joined', () => table.expectQuiet());
  await seatPlayers(table);
  await playRounds(table, 1);
}

async function sendEmptyUnseated(table: Table, refused: boolean): Promise<void> {
  const stranger = await seatPlayers(table);
  if (refused) {
    await table.join(stranger);
    await table.expectQuiet();
  }
  for (let n = 0; n < 5; n++) {
    await table.disturbQuietly(`${stranger}, not seated, sends an empty datagram`, () =>
      table.send(stranger, NOTHING),
    );
    await table.play(linelessCell(table));
  }
  await finishRound(table);
  await playRounds(table, 1);
}

/** Judges that an empty datagram does not repeat the one before it, which may still be in a buffer. */
async function sendEmptyAfterMoves(table: Table, count: number): Promise<void> {
  const stranger = await seatPlayers(table);
  for (let n = 0; n < count; n++) {
    const name = table.inTurn ?? '';
    const cells = emptyCells(table.state.board);
    const cell: Cell = cells[n % cells.length] ?? CELLS[0] ?? 0;
    const byte = n % 5 === 4 ? BYTE.leave : BYTE.cell0 + cell;
    const before = String.fromCharCode(byte);
    await table.send(stranger, Uint8Array.of(byte));
    await table.disturb(`a stranger sends ${before}, and ${name} an empty datagram`, () =>
      table.send(name, NOTHING),
    );
    await table.play(linelessCell(table));
    const other = table.state.seats.find((one) => one !== table.inTurn) ?? name;
    await table.disturbQuietly(`${other} sends an empty datagram after the move`, () =>
      table.send(other, NOTHING),
    );
  }
  await finishRound(table);
}

export const datagramScenarios = [rest, empty];
