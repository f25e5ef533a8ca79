import type { Chunk } from '../../../protocols/chunk';
import { millis, type Micros } from '../../../protocols/time';
import { runSuite } from '../../testing/suite-run';
import type { Suite } from '../../suite';
import { durakSuite } from './durak';
import { DurakHost } from './host';

/** Bytes that are no packets: some 300 rejected stretches. */
const LINES = 2000;
const LINE = new Uint8Array(300).fill(0x7a);

test('of a flood before an acknowledgement only some events are kept', async () => {
  let left = 0;
  let kept = 0;
  const flooded: Suite['scenarios'][number] = {
    id: 'durak/flooded',
    title: 'a flood',
    covers: ['DRK-LK-01'],
    run: async (bench) => {
      const host = new DurakHost(bench);
      left = LINES;
      await host.listen(millis(10));
      while ((await host.next(host.now())) !== undefined) kept++;
      bench.check('DRK-LK-01', left === 0, () => ({ title: 'the flood was read' }));
    },
  };
  const { end } = await runSuite(
    { ...durakSuite, scenarios: [flooded] },
    {
      seed: 1,
      around: (board) => ({
        ...board,
        link: (name) => {
          const link = board.link(name);
          const receive = (deadline: Micros): Promise<Chunk | undefined> => {
            if (left === 0) return link.receive(deadline);
            left--;
            const at = link.clock.now();
            return Promise.resolve({
              direction: 'rx',
              bytes: LINE,
              notBefore: at,
              notAfter: at,
              lastNotBefore: at,
            });
          };
          return { ...link, clock: link.clock, send: (bytes) => link.send(bytes), receive };
        },
      }),
    },
  );
  expect(end.verdicts['DRK-LK-01']?.verdict).toBe('pass');
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(100);
});
