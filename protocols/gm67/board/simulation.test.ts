import { consoleLines } from '../../terminal/console-line';
import { readReport, type Report } from '../../set/reports';
import { after, millis } from '../../time';
import { virtualBoard } from '../../../devices/board/virtual-board';
import type { Board } from '../../../devices/board/board';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { GM67_BOARD } from '../testing/parts';
import { SET_BOARD } from '../../set/testing/parts';

function board(kind: BoardKind): Board {
  return virtualBoard({ kind, defects: [], seed: 11, parameters: {} });
}

/** All bytes on a link within `ms`, as hex. */
async function receiveAll(from: Board, link: string, ms: number): Promise<Buffer> {
  const until = after(from.clock.now(), millis(ms));
  const all: Uint8Array[] = [];
  for (;;) {
    const chunk = await from.link(link).receive(until);
    if (chunk === undefined) return Buffer.concat(all);
    all.push(chunk.bytes);
  }
}

function reports(bytes: Buffer): Report['type'][] {
  return consoleLines()
    .decoder()
    .push(bytes, millis(0))
    .flatMap((line) => (line.kind === 'frame' ? [readReport(line.value.text)] : []))
    .flatMap((report) => (report === undefined ? [] : [report.type]));
}

test('a GM67 on a serial port answers, and sends the presented code at the line’s rate', async () => {
  const gm67 = board(GM67_BOARD);
  await gm67.open();
  await gm67.link('main').send(Buffer.from('04E90400FF0F', 'hex'));
  expect((await receiveAll(gm67, 'main', 100)).toString('hex')).toBe('04d00000ff2c');
  const payload = Uint8Array.from({ length: 96 }, (_, i) => i);
  await gm67.stimulus?.present('datamatrix', payload);
  // 97 bytes take 101 ms.
  const early = await receiveAll(gm67, 'main', 100);
  expect(early.length).toBeGreaterThan(30);
  expect(early.length).toBeLessThan(97);
  expect([...early, ...(await receiveAll(gm67, 'main', 100))]).toEqual([...payload, 0x0d]);
  await gm67.close();
});

test('a Set board reads its scanner on one link and logs on the other, before and after its reset', async () => {
  const set = board(SET_BOARD);
  await set.open();
  for (let round = 0; round < 2; round++) {
    await set.link('scanner').send(Uint8Array.of(0x55, 0x0d, 0x56, 0x0d, 0x57, 0x0d));
    const types = reports(await receiveAll(set, 'console', 200));
    expect(types.filter((type) => type === 'new-card')).toHaveLength(3);
    expect(types.filter((type) => type === 'set')).toHaveLength(1);
    // The reset cuts the board off in the middle of a line; its next line is separate.
    await set.link('scanner').send(Uint8Array.of(0x55, 0x0d));
    await set.reset?.run();
    await receiveAll(set, 'console', 2000);
  }
  expect(set.stimulus).toBeUndefined();
  await set.close();
});
