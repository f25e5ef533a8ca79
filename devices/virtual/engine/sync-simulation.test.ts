import { requests } from '../../../protocols/stm/testing/codecs';
import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import { after, millis } from '../../../protocols/time';
import { virtualBoard } from '../../board/virtual-board';
import type { Chunk } from '../../../protocols/chunk';
import { SyncSimulation } from './sync-simulation';

const PARAMETERS = { baud: 115_200 };
const codec = requests();
const REQUESTS = [
  codec.encode({ type: 'start' }),
  Uint8Array.of(4, 0x0a, 4),
  codec.encode({
    type: 'shuffle',
    tiles: Array.from({ length: 40 }, (_, i) => ({ x: i, y: 1, z: 0, kind: i })),
  }),
  Uint8Array.of(0x07),
  codec.encode({ type: 'set-state' }),
];

/** Bytes of each answer with the instants of its first and last byte. */
function shape(chunks: readonly Chunk[]): readonly unknown[] {
  const bytes = chunks.flatMap((chunk) => [...chunk.bytes]);
  return [Buffer.from(bytes).toString('hex'), chunks[0]?.notBefore, chunks.at(-1)?.notAfter].map((one) =>
    typeof one === 'number' ? Math.round(one) : one,
  );
}

test('the same bytes come at the same times as over a serial port', async () => {
  const board = virtualBoard({ kind: STM_BOARD, defects: [], seed: 7, parameters: PARAMETERS });
  await board.open();
  const link = board.link('main');
  const lean = new SyncSimulation(
    STM_BOARD.links,
    STM_BOARD.create({ seed: 7, defects: new Set(), parameters: PARAMETERS }),
  );
  for (const bytes of REQUESTS) {
    const sent = [await link.send(bytes), lean.send('main', bytes)] as const;
    expect(Math.round(sent[1].notAfter)).toBe(Math.round(sent[0].notAfter));
    const now = after(sent[0].notAfter, millis(300));
    const whole: Chunk[] = [];
    for (let chunk = await link.receive(now); chunk !== undefined; chunk = await link.receive(now))
      whole.push(chunk);
    const quick: Chunk[] = [];
    for (let chunk = lean.receive('main', now); chunk !== undefined; chunk = lean.receive('main', now))
      quick.push(chunk);
    expect(quick.length).toBeGreaterThan(0);
    expect(shape(quick)).toEqual(shape(whole));
  }
  await board.close();
});
