/** TTT: the chunks of a stream do not change the answers (TTT-42). */
import { eventsOf, expect } from '../../../protocols/ttt/rules';
import { chunking, playerBytes } from '../../../protocols/ttt/ttt.arbitrary';
import { linelessCell, seatPlayers } from './moves';
import { tttScenario } from './scenario';
import type { TttHost } from './host';
import type { Table } from './table';
import { byteText } from '../../../protocols/byte-text';
import { bytesText } from './descriptions';

const ID = 'TTT-42';

/** The pieces in which bytes are sent. */
type Pieces = readonly Uint8Array[];

export const streams = tttScenario(
  {
    id: 'ttt/chunks',
    title: 'any cutting of the stream gives the same answers',
    covers: [ID],
    onPlainGames: true,
    bindings: ['tcp', 'serial'],
  },
  async (host, bench) => {
    if (!(await checkOneByOne(host))) return bench.inconclusive(ID, 'bytes one by one go wrong, too');
    const letters = host.binding === 'serial' ? ['QJ4', 'J4', 'xQJx408', 'QJQJQJ012345678', 'QxJ4Q'] : [];
    for (const text of ['x4', '4x', 'xxxx4', '048', '012345678', 'x0x1x2x3x4x5x6x7x8', ...letters])
      for (const cut of [text.length, 1, 2, 3]) await checkPieces(host, cutEvery(text, cut));
    const runs = bench.exhaustive ? 40 : 8;
    const options = { title: 'a stream in chunks', runs, show: piecesText };
    const any = playerBytes(host.binding, 40).chain((bytes) => chunking(bytes));
    await bench.forAll(any, options, (pieces) => checkPieces(host, pieces));
  },
);

/** Sends each byte as a chunk, and awaits its answers before the next. A fault then has other causes than the chunks. */
function checkOneByOne(host: TttHost): Promise<boolean> {
  const bytes = Buffer.from(host.binding === 'tcp' ? 'x4Jx0Q01234' : 'x4Jx0QJ01234QxJ48', 'latin1');
  return host.trial(['TTT-04'], 'characters one by one, some of them to be ignored', async (table) => {
    await seatPlayers(table);
    for (let n = 0; n < 2; n++) {
      const name = table.inTurn ?? host.names[n] ?? '';
      for (const byte of bytes) await sendByte(table, name, byte);
      await table.expectQuiet();
      await playOn(table);
    }
  });
}

async function sendByte(table: Table, name: string, byte: number): Promise<void> {
  const say = (): Promise<void> => table.send(name, Uint8Array.of(byte));
  const [event] = eventsOf(table.host.binding, name, Uint8Array.of(byte));
  if (event !== undefined && expect(table.state, event).deliveries.length > 0) await say();
  else if (event?.kind === 'leave' && table.state.seats.includes(name)) await say();
  else await table.disturb(`${name} sends ${byteText(byte)}`, say);
}

function piecesText(pieces: Pieces): string {
  return pieces.map((piece) => bytesText(piece)).join(' | ');
}

function cutEvery(text: string, length: number): Pieces {
  const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length));
  return pieces;
}

async function checkPieces(host: TttHost, pieces: Pieces): Promise<void> {
  if (pieces.length === 0) return;
  const whole = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
  const what =
    pieces.length === 1
      ? `${bytesText(whole)} in one chunk`
      : `${bytesText(whole)} in ${pieces.length} chunks`;
  const work = async (table: Table): Promise<void> => {
    await seatPlayers(table);
    for (let n = 0; n < 2; n++) {
      const name = table.inTurn ?? table.host.names[n] ?? '';
      // The control sends each byte as a chunk, and awaits its answers before the next.
      if (table.control) for (const byte of whole) await table.send(name, Uint8Array.of(byte));
      else await table.disturbQuietly(`${name} sends ${what}`, () => table.sendPieces(name, pieces));
      await playOn(table);
    }
  };
  await host.trial([ID], what, work, 'left alone');
}

/** Plays two moves of the game as it is. */
async function playOn(table: Table): Promise<void> {
  for (let n = 0; n < 2 && table.inTurn !== undefined; n++) await table.play(linelessCell(table));
}
