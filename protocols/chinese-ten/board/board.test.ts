import { millis } from '../../time';
import { CtBench } from '../testing/bench';
import { CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD } from '../testing/parts';

const KINDS = [CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD];

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('a sound %s', (_name, kind) => {
  test.each([2, 3, 4] as const)('games of %i players follow the page', (players) => {
    for (let seed = 1; seed <= 3; seed++) {
      const bench = new CtBench(kind, { seed });
      bench.playGame({ players, computers: seed % (players + 1), wrong: seed > 1 });
      expect(bench.failures).toEqual([]);
      expect(bench.items.filter(({ kind: item }) => item === 'turn')).toHaveLength(24);
      expect(bench.type(' ').prompt).toBe('menu');
    }
  });

  test('the same seed gives the same output, another seed a different one', () => {
    const printed = (seed: number): string => new CtBench(kind, { seed }).playGame({ computers: 2 }).printed;
    expect(printed(3)).toBe(printed(3));
    expect(printed(3)).not.toBe(printed(4));
  });
});

test('four games in a row of the special board have every kind of special deal', () => {
  const bench = new CtBench(CHINESE_TEN_SPECIAL_BOARD, { seed: 9 });
  for (let i = 0; i < 4; i++) bench.playGame({ computers: 2 }).type(' ');
  const counts = bench.items.flatMap((item) => (item.kind === 'special' ? [item.count] : []));
  expect(counts.sort()).toEqual([3, 4]);
  expect(bench.failures).toEqual([]);
});

describe('the terminal', () => {
  const board = (): CtBench => new CtBench(CHINESE_TEN_BOARD);

  test('the menu comes after 3 s, and again after a reset', () => {
    const bench = board();
    expect(bench.now).toBeGreaterThanOrEqual(millis(3000));
    const before = bench.items.length;
    bench.type('1').powerOn();
    expect(bench.items.slice(before).some((item) => item.kind === 'prompt' && item.prompt === 'menu')).toBe(
      true,
    );
  });

  test('any other key at the menu ends the program, and it prints nothing more', () => {
    const bench = board().type('x');
    const { printed } = bench;
    expect(bench.type('1').type('2').printed).toBe(printed);
  });

  test('a line is echoed, erased by character and killed, and control characters are echoed as ^A', () => {
    const bench = board().playGame({}, 'name');
    const from = bench.printed.length;
    bench.type('x\u007f撿撿\u007f').type('\u0015').type('Bo\u0001').type('\r');
    expect(bench.printed.slice(from)).toContain('x\b \b撿撿\b \b');
    expect(bench.printed.slice(from)).toContain('Bo^A\r\n');
  });

  test('Ctrl-D on an empty name takes the default, and the prompts after it still wait', () => {
    const bench = board().playGame({}, 'name').type('\u0004');
    expect(bench.prompt).toBe('name');
    expect(bench.items).toContainEqual({ kind: 'named', player: 1, name: 'PLAYER_A' });
    expect(bench.type('\r').prompt).toBe('order');
  });

  test('keys of the terminal line do not reach the program', () => {
    const bench = board().type('\u0013\u0011\u001a');
    expect(bench.prompt).toBe('menu');
    expect(bench.type('\u0003').type('1').prompt).toBe('menu');
  });

  test('of several bytes in one chunk only the first counts, and keys between prompts have no effect', () => {
    const bench = board().playGame({}, 'players').type('2345');
    expect(bench.prompt).toBe('computers');
    bench.type('0').type('\r').type('\r').send(' ').send('0000').advanceToIdle();
    expect(['use-x', 'discard']).toContain(bench.prompt);
    expect(bench.items.filter(({ kind }) => kind === 'refused')).toEqual([]);
  });
});
