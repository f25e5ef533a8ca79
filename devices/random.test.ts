import { random } from './random';

describe('a seeded generator', () => {
  test('repeats itself, and differs from another seed’s', () => {
    const draw = (seed: number): number[] => {
      const source = random(seed);
      return Array.from({ length: 20 }, () => source.int(0, 1000));
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  test('keeps its bounds, and reaches both', () => {
    const source = random(0);
    const seen = new Set(Array.from({ length: 500 }, () => source.int(-2, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
    expect(source.int(9, 9)).toBe(9);
  });

  test('neighbouring seeds begin with different choices', () => {
    const first = Array.from({ length: 1000 }, (_, seed) => random(seed).int(0, 9));
    const counts = Array.from({ length: 10 }, (_, n) => first.filter((one) => one === n).length);
    for (const count of counts) {
      expect(count).toBeGreaterThan(60);
      expect(count).toBeLessThan(140);
    }
  });

  test('shuffles into every order about equally often, and does not change the list', () => {
    const list = ['a', 'b', 'c'];
    const counts = new Map<string, number>();
    const source = random(3);
    for (let i = 0; i < 6000; i++) {
      const order = source.shuffle(list).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(list).toEqual(['a', 'b', 'c']);
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
