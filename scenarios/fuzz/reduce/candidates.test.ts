import { behindWays } from './candidates';
import { madeOf, send, type FuzzStep } from '../execution/step';

const key = (text: string): FuzzStep => send('main', Buffer.from(text));

function keysOf(steps: readonly FuzzStep[]): string {
  return steps.map((step) => ('recipe' in step ? step.recipe : 'bytes' in step ? step.bytes : '')).join('');
}

test('the last steps of a case are tried behind each way, the fewest first, and never as many as there are', () => {
  const told = behindWays([[key('1')], [key('1'), key('2')]], [key('a'), key('b'), key('c'), key('d')]);
  const lengths = told.map(({ length }) => length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(lengths.at(-1)).toBe(3);
  const ways = new Set(told.map(keysOf));
  expect(ways).toEqual(new Set(['1d', '12d', '1cd'].map((text) => keysOf([...text].map(key)))));
});

test('what a recipe made is tried as a recipe, and as the bytes that it made', () => {
  const made = { ...madeOf('main', 'bad 7'), bytes: Uint8Array.of(0xff) };
  const told = behindWays([[]], [key('a'), made]);
  expect(told).toEqual([[made], [send('main', Uint8Array.of(0xff))]]);
});
