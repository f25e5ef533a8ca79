import { after, millis } from '../../protocols/time';
import type { BoardKind } from '../virtual/engine/board';
import { STM_BOARD } from '../../protocols/stm/testing/parts';
import { TTT_BOARD } from '../../protocols/ttt/testing/parts';
import { realStandIn } from './real-stand-in';
import { virtualBoard } from './virtual-board';

/** The first answer of a board, by its link: its time, with bounds. */
async function firstChunk(kind: BoardKind, exact: boolean) {
  const parameters = {
    idleGapMs: 50,
    responseMs: 100,
    errorCmd: 0xee,
    baud: 115_200,
    settleMs: 50,
    game: 'ttt-pve',
  };
  const board = realStandIn(virtualBoard({ kind, defects: [], seed: 1, parameters }), exact);
  await board.open();
  const link = (await board.onDemand?.open('a')) ?? board.link('main');
  await link.send(Uint8Array.of(1, 0xff, 0xfe));
  const chunk = await link.receive(after(board.clock.now(), millis(1000)));
  await board.close();
  return { isVirtual: board.clock.virtual, chunk };
}

test.each([
  ['a serial line', STM_BOARD, 1000],
  ['tcp', TTT_BOARD, 200],
])('%s: times of bytes are known less exactly, and the clock says that it is real', async (_, kind, hold) => {
  const [held, exact] = [await firstChunk(kind, false), await firstChunk(kind, true)];
  expect([held.isVirtual, exact.isVirtual]).toEqual([false, false]);
  expect(held.chunk?.bytes).toEqual(exact.chunk?.bytes);
  expect(held.chunk?.notAfter).toBe(exact.chunk?.notAfter);
  expect(held.chunk?.notBefore).toBe((exact.chunk?.notBefore ?? 0) - hold);
  expect(held.chunk?.lastNotBefore).toBe((exact.chunk?.lastNotBefore ?? 0) - hold);
});
