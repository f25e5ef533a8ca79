/** The Set board's C code on this computer, with the sanitizers in, against the solver and against its own defects. */
import fc from 'fast-check';
import { CARDS } from '../../protocols/set/card';
import { setsCompletedBy } from '../../protocols/set/solver';
import type { Report } from '../../protocols/set/set';
import { millis } from '../../protocols/time';
import { SET_BOARD } from '../virtual/set/board';
import { SetBench } from '../virtual/set/testing/bench';
import { SET_TRIGGERS } from '../virtual/set/testing/triggers';
import { needing } from '../testing/needed-tools';
import { hostKind, type HostKind } from './testing/host-kind';
import { imageKinds, switchesOf } from './images';

const CR = 0x0d;

needing('firmware on this computer', 'gcc').describe('the Set firmware on this computer', () => {
  let kind: HostKind;

  beforeAll(async () => {
    kind = await hostKind(SET_BOARD);
  });
  afterAll(() => kind.remove());

  test('each card of any table reports the sets that it completes', () => {
    const tables = fc.shuffledSubarray([...Array(CARDS).keys()], { minLength: 3, maxLength: 21 });
    fc.assert(
      fc.property(tables, (table) => {
        const bench = new SetBench(kind);
        table.forEach((card, i) => {
          const due = setsCompletedBy(table.slice(0, i), card).map((triple) => triple.join());
          expect(setsOf(bench.card(card)).sort()).toEqual([...due].sort());
        });
      }),
      { numRuns: 15 },
    );
  });

  test('all 81 cards give 1080 sets', () => {
    const bench = new SetBench(kind);
    const sets = [...Array(CARDS).keys()].flatMap((card) => setsOf(bench.card(card)));
    expect([sets.length, new Set(sets).size]).toEqual([1080, 1080]);
  });

  test('any bytes leave memory alone, and the next card is known', () => {
    const noise = fc.array(fc.uint8Array({ maxLength: 400, size: 'max' }));
    fc.assert(
      fc.property(noise, (parts) => {
        const bench = new SetBench(kind);
        for (const bytes of parts) bench.askAll([...bytes]);
        bench.send(CR).advance(millis(2500));
        expect(bench.card(40).map(({ type }) => type)).toContainEqual(
          expect.stringMatching(/^(?:new-card|duplicate|table-full)$/),
        );
      }),
      { numRuns: 15 },
    );
  });

  test('every switch is a defect of the virtual board', () => {
    const names = SET_BOARD.defects.map(({ name }) => name);
    expect(switchesOf('set').filter((name) => !names.includes(name))).toEqual([]);
  });

  const [firmware] = imageKinds().filter(({ name }) => name === 'set');

  test.each(firmware?.defects ?? [])('$name shows in the session of the virtual board’s', ({ name }) => {
    const transcript = (...defects: readonly string[]): readonly string[] => {
      const bench = new SetBench(kind, { defects });
      SET_TRIGGERS[name]?.(bench);
      bench.advance(millis(3000));
      return bench.timedTexts();
    };
    expect(transcript(name)).not.toEqual(transcript());
  });
});

function setsOf(reports: readonly Report[]): string[] {
  return reports.flatMap((report) => (report.type === 'set' ? [report.triple.join()] : []));
}
