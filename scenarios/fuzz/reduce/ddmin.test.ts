import { ddmin } from './minimise';

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
  'exactly the items that a test needs are left, in order: %j',
  async (needed) => {
    const { holds, tries } = needs(...needed);
    expect(await ddmin(items, holds)).toEqual(needed);
    expect(tries()).toBeLessThan(64);
  },
);

test('no single item can be removed where items depend on each other', async () => {
  // Only pairs can be removed: 2n without 2n + 1 fails.
  const holds = (fewer: readonly number[]) =>
    Promise.resolve(fewer.includes(9) && fewer.every((one) => fewer.includes(one ^ 1)));
  const left = await ddmin(items, holds);
  expect(left).toEqual([8, 9]);
});

test('it stops when told to, with the present result', async () => {
  const { holds, tries } = needs(5);
  const left = await ddmin(items, holds, () => tries() >= 3);
  expect(left).toContain(5);
  expect(tries()).toBe(3);
});
