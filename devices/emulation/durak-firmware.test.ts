/** The Durak board's C code on this computer, with the sanitizers in: whole games, and its own defects. */
import fc from 'fast-check';
import { winner } from '../../protocols/durak/rules';
import { DURAK_BOARD } from '../virtual/durak/board';
import { DurakBench } from '../virtual/durak/testing/bench';
import { ANY, DurakHost, TAKER, THROWER } from '../virtual/durak/testing/host';
import { TRIGGERS } from '../virtual/durak/testing/triggers';
import { needing } from '../testing/needed-tools';
import { hostKind, type HostKind } from './testing/host-kind';
import { imageKinds, switchesOf } from './images';

const GAMES = 12;

needing('firmware on this computer', 'gcc').describe('the Durak firmware on this computer', () => {
  let kind: HostKind;

  beforeAll(async () => {
    kind = await hostKind(DURAK_BOARD);
  });
  afterAll(() => kind.remove());

  test.each([
    ['first', ANY],
    ['second', ANY],
    ['first', THROWER],
    ['second', TAKER],
  ] as const)('whole games of a host that is %s are played by the rules', (role, style) => {
    for (let seed = 1; seed <= 3; seed++) {
      const host = new DurakHost(new DurakBench({ kind, seed }), style, seed);
      if (role === 'first') host.playAsFirst();
      else host.playAsSecond();
      host.playGame();
      expect(host.breaches).toEqual([]);
      expect(host.state && winner(host.state)).toBeDefined();
    }
  });

  test('any bytes leave memory alone, and a hello is acknowledged', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 600, size: 'max' }),
      fc.constantFrom('16 31 1D 1E', '16 32', '04', '0A', '03 0A'),
    );
    fc.assert(
      fc.property(fc.array(piece), (parts) => {
        const bench = new DurakBench({ kind });
        for (const part of parts) bench.send(part);
        bench.wait(3100);
        const from = bench.rx.length;
        bench.send({ type: 'hello' }).wait(20);
        expect(bench.rx.slice(from).map(({ hex }) => hex)).toContain('04 0A');
      }),
      { numRuns: 15 },
    );
  });

  test('every switch is a defect of the virtual board', () => {
    const names = DURAK_BOARD.defects.map(({ name }) => name);
    expect(switchesOf('durak').filter((name) => !names.includes(name))).toEqual([]);
  });

  const [firmware] = imageKinds().filter(({ name }) => name === 'durak');

  test.each(firmware?.defects ?? [])('$name shows in the session of the virtual board’s', ({ name }) => {
    const session = TRIGGERS[name];
    const transcript = (seed: number, ...defects: readonly string[]): string => {
      const bench = new DurakBench({ kind, seed, defects });
      session?.run(bench);
      return bench.rx.map(({ at, hex }) => `${at} ${hex}`).join('\n');
    };
    // Where it takes a certain game it is not the virtual board's: the cards fall otherwise.
    const seeds = [...Array(GAMES).keys()];
    expect(seeds.some((seed) => transcript(seed, name) !== transcript(seed))).toBe(true);
  });
});
