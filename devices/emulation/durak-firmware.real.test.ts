/** The C code of the Durak board: whole games, and its own defects. */
import fc from 'fast-check';
import { winner } from '../../protocols/durak/game/game';
import { DURAK_BOARD } from '../../protocols/durak/testing/parts';
import { DurakBench } from '../../protocols/durak/testing/bench';
import { ANY, DurakHost, TAKER, THROWER } from '../../protocols/durak/testing/host';
import { TRIGGERS } from '../../protocols/durak/testing/triggers';
import { testFirmware } from './testing/firmware-tests';

const GAMES = 12;

testFirmware({
  board: DURAK_BOARD,
  shows: (kind, name) => {
    const session = TRIGGERS[name];
    const transcript = (seed: number, ...defects: readonly string[]): string => {
      const bench = new DurakBench({ kind, seed, defects });
      session?.run(bench);
      return bench.timedHex();
    };
    // A defect that needs a certain game needs other seeds than on the virtual board, because the deals differ.
    return [...Array(GAMES).keys()].some((seed) => transcript(seed, name) !== transcript(seed));
  },
  more: (firmware) => {
    test.each([
      ['first', ANY],
      ['second', ANY],
      ['first', THROWER],
      ['second', TAKER],
    ] as const)('whole games of a host that is %s are played by the rules', (role, style) => {
      for (let seed = 1; seed <= 3; seed++) {
        const host = new DurakHost(new DurakBench({ kind: firmware(), seed }), style, seed);
        if (role === 'first') host.playAsFirst();
        else host.playAsSecond();
        host.playGame();
        expect(host.breaches).toEqual([]);
        expect(host.state && winner(host.state)).toBeDefined();
      }
    });

    test('any bytes leave memory intact, and a hello is acknowledged', () => {
      const piece = fc.oneof(
        fc.uint8Array({ maxLength: 600, size: 'max' }),
        fc.constantFrom('16 31 1D 1E', '16 32', '04', '0A', '03 0A'),
      );
      fc.assert(
        fc.property(fc.array(piece), (parts) => {
          const bench = new DurakBench({ kind: firmware() });
          for (const part of parts) bench.send(part);
          bench.wait(3100);
          const from = bench.rx.length;
          bench.send({ type: 'hello' }).wait(20);
          expect(bench.rx.slice(from).map(({ hex }) => hex)).toContain('04 0A');
        }),
        { numRuns: 15 },
      );
    });
  },
});
