/** The C code of the STM board, compared with the rules and with its own defects. */
import fc from 'fast-check';
import { nearMiss } from '../../protocols/stm/testing/near-misses.arbitrary';
import { request } from '../../protocols/stm/testing/stm.arbitrary';
import { agrees, expect as expected, follow, POWER_ON } from '../../protocols/stm/rules';
import { decodeAnswer } from '../../protocols/stm/testing/codecs';
import { StmBench } from '../../protocols/stm/testing/bench';
import { STM_BOARD } from '../../protocols/stm/testing/parts';
import { TRIGGERS } from '../../protocols/stm/testing/triggers';
import { BAD_VECTORS } from '../../protocols/stm/testing/stm.vectors';
import { millis } from '../../protocols/time';
import type { BoardKind } from '../virtual/engine/board';
import { fromHex, toHex } from '../virtual/testing/board-bench';
import { testFirmware } from './testing/firmware-tests';

const START = '01 FF FE';
const SILENCE = millis(200);
const GAP = millis(50);
/** The firmware is polled for its bytes this often. */
const STEP = millis(10);

function benchOf(firmware: BoardKind, seed = 1, ...defects: readonly string[]): StmBench {
  return new StmBench({ board: firmware.create({ seed, defects: new Set(defects), parameters: {} }) });
}

testFirmware({
  board: STM_BOARD,
  shows: (firmware, name) => {
    const transcript = (...defects: readonly string[]): string => {
      const bench = benchOf(firmware, 1, ...defects);
      TRIGGERS[name]?.(bench);
      return bench.advance(SILENCE).timedHex();
    };
    return transcript(name) !== transcript();
  },
  more: (firmware) => {
    test('any session is answered by the rules', () => {
      const session = fc.array(request(), { minLength: 1, maxLength: 60 });
      fc.assert(
        fc.property(session, fc.nat(), (requests, seed) => {
          const bench = benchOf(firmware(), seed);
          let game = POWER_ON;
          for (const one of requests) {
            const answer = decodeAnswer(fromHex(bench.ask(one)));
            expect(agrees(expected(game, one), answer)).toBe(true);
            game = follow(game, one, answer);
          }
        }),
        { numRuns: 40 },
      );
    });

    test('each near-miss gets its one Error at its time, and the next request is answered', () => {
      fc.assert(
        fc.property(fc.array(nearMiss(), { minLength: 1, maxLength: 20 }), (misses) => {
          const bench = benchOf(firmware());
          bench.start();
          for (const { bytes, errorCode, atGap } of misses) {
            const from = bench.rx.length;
            bench.send(bytes).advance(SILENCE);
            expect(bench.since(from)).toBe(toHex(Uint8Array.of(0xee, errorCode, 0xee ^ errorCode)));
            const late = (bench.rx[from]?.at ?? NaN) - bench.sentAt - (atGap ? GAP : 0);
            expect(Math.abs(late)).toBeLessThanOrEqual(STEP);
            expect(bench.start()).toBe(START);
          }
        }),
        { numRuns: 40 },
      );
    });

    test.each(BAD_VECTORS)('$name gets its Error, once', ({ hex, answer }) => {
      const bench = benchOf(firmware());
      bench.start();
      expect(bench.ask(hex)).toBe(answer);
    });

    test('any bytes at any times leave memory intact, and the next request is answered', () => {
      const noise = fc.array(fc.tuple(fc.uint8Array({ maxLength: 1000, size: 'max' }), fc.nat(80)));
      fc.assert(
        fc.property(noise, (parts) => {
          const bench = benchOf(firmware());
          for (const [bytes, pause] of parts) bench.send(bytes).advance(millis(pause));
          expect(bench.advance(SILENCE).start()).toBe(START);
        }),
        { numRuns: 40 },
      );
    });
  },
});
