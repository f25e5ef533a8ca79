/** The C code of the Set board, compared with the solver and with its own defects. */
import fc from 'fast-check';
import { CARDS } from '../../protocols/set/card';
import type { Report } from '../../protocols/set/reports';
import { SetBench } from '../../protocols/set/testing/bench';
import { SET_BOARD } from '../../protocols/set/testing/parts';
import { setsOnTable } from '../../protocols/set/testing/published-reports';
import { SET_TRIGGERS } from '../../protocols/set/testing/triggers';
import { millis } from '../../protocols/time';
import { testFirmware } from './testing/firmware-tests';

const CR = 0x0d;

testFirmware({
  board: SET_BOARD,
  shows: (kind, name) => {
    const transcript = (...defects: readonly string[]): string => {
      const bench = new SetBench(kind, { defects });
      SET_TRIGGERS[name]?.(bench);
      return bench.advance(millis(3000)).timedHex();
    };
    return transcript(name) !== transcript();
  },
  more: (firmware) => {
    test('each card of any table reports the sets that it completes', () => {
      const tables = fc.shuffledSubarray([...Array(CARDS).keys()], { minLength: 3, maxLength: 21 });
      fc.assert(
        fc.property(tables, (table) => {
          const bench = new SetBench(firmware());
          table.forEach((card, i) => {
            const due = setsOnTable(table.slice(0, i + 1)).filter(([, , k]) => k === i);
            expect(setsOf(bench.card(card)).sort()).toEqual(due.map((triple) => triple.join()).sort());
          });
        }),
        { numRuns: 15 },
      );
    });

    test('all 81 cards give 1080 sets', () => {
      const bench = new SetBench(firmware());
      const sets = [...Array(CARDS).keys()].flatMap((card) => setsOf(bench.card(card)));
      expect([sets.length, new Set(sets).size]).toEqual([1080, 1080]);
    });

    test('any bytes leave memory intact, and the next card is recognised', () => {
      const noise = fc.array(fc.uint8Array({ maxLength: 400, size: 'max' }));
      fc.assert(
        fc.property(noise, (parts) => {
          const bench = new SetBench(firmware());
          for (const bytes of parts) bench.askAll([...bytes]);
          bench.send(CR).advance(millis(2500));
          expect(bench.card(40).map(({ type }) => type)).toContainEqual(
            expect.stringMatching(/^(?:new-card|duplicate|table-full)$/),
          );
        }),
        { numRuns: 15 },
      );
    });
  },
});

function setsOf(reports: readonly Report[]): string[] {
  return reports.flatMap((report) => (report.type === 'set' ? [report.triple.join()] : []));
}
