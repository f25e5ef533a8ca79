import { ddmin } from './ddmin';

const items = Array.from({ length: 64 }, (_, i) => i);

function needs(...all: readonly number[]) {
  let tries = 0;
  return {
    holds: (fewer: readonly number[]) => {
      tries++;
      return Promise.resolve(all.every((one) => fewer.includes(one)));
    },
    tries: () => tries,
  };
}

test.each([[[]], [[0]], [[63]], [[3, 40]], [[1, 2, 3, 61, 62]]])(
  'what is left is exactly what a test needs, in its order: %j',
  async (needed) => {
    const { holds, tries } = needs(...needed);
    expect(await ddmin(items, holds)).toEqual(needed);
    expect(tries()).toBeLessThan(64);
  },
);

test('no single item can go, where items depend on each other', async () => {
  // Pairs go together only: 2n without 2n + 1 does not hold.
  const holds = (fewer: readonly number[]) =>
    Promise.resolve(fewer.includes(9) && fewer.every((one) => fewer.includes(one ^ 1)));
  const left = await ddmin(items, holds);
  expect(left).toEqual([8, 9]);
});

test('it ends where it is told to, with what it has', async () => {
  const { holds, tries } = needs(5);
  const left = await ddmin(items, holds, () => tries() >= 3);
  expect(left).toContain(5);
  expect(tries()).toBe(3);
});
