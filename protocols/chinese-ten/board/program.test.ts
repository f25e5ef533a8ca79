import { PACK } from '../cards';
import { ConsoleReader } from '../reader/console-reader';
import type { Item } from '../reader/item';
import { random } from '../../../devices/random';
import { pageSteps, type TenSteps } from './firmware';
import { program, type Input } from './program';

const utf8 = new TextEncoder();

/** Runs the program on these inputs, keys or lines as it asks, and gives its screen at their end. */
function show(...inputs: readonly (string | Uint8Array)[]): {
  items: readonly Item[];
  paused: number;
  ended: boolean;
} {
  const reader = new ConsoleReader();
  const order: TenSteps['order'] = (count) => [...Array(count).keys()].reverse();
  const board = program({ ...pageSteps(random(1)), order, pack: () => PACK });
  const items: Item[] = [];
  let paused = 0;
  let input: Input;
  let next = 0;
  for (;;) {
    const { value: step, done } = board.next(input);
    input = undefined;
    if (done === true) return { items, paused, ended: true };
    if (step.kind === 'print') items.push(...reader.push(utf8.encode(step.text)));
    else if (step.kind === 'pause') paused += step.milliseconds;
    else {
      const given = inputs[next++];
      if (given === undefined) return { items, paused, ended: false };
      const bytes = typeof given === 'string' ? utf8.encode(given) : given;
      input = step.kind === 'line' ? bytes : bytes[0]!;
      // The terminal's own echo.
      if (step.kind === 'line') items.push(...reader.push(bytes), ...reader.push(utf8.encode('\r\n')));
      else if (step.echo) items.push(...reader.push(bytes));
    }
  }
}

const of = <K extends Item['kind']>(items: readonly Item[], kind: K): readonly Extract<Item, { kind: K }>[] =>
  items.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);

const prompts = (items: readonly Item[]): readonly string[] =>
  of(items, 'prompt').map(({ prompt }) => prompt);

test('3 s to the menu, and any other key than 1 and 2 ends the program', () => {
  for (let key = 0; key < 256; key++) {
    const { ended, paused, items } = show(Uint8Array.of(key));
    expect([key, ended]).toEqual([key, key !== 0x31 && key !== 0x32]);
    expect([paused, prompts(items)[0]]).toEqual([3000, 'menu']);
  }
});

test('a player count and a choice out of range are asked again (CT-UI-03)', () => {
  const { items } = show('1', '1', '5', 'x', '2', '3', '9', '1');
  expect(prompts(items).slice(1)).toEqual([
    'players',
    'players',
    'players',
    'players',
    'computers',
    'computers',
    'computers',
    'name',
    'name',
  ]);
  expect(of(items, 'refused').map(({ why }) => why)).toEqual(['range', 'range', 'range', 'range', 'range']);
});

test('a name with a comma is asked again, an empty one is replaced, a long one is cut at 33 bytes (CT-UI-03)', () => {
  const { items } = show('1', '3', '0', 'a,b', '', '撿'.repeat(10) + 'abcdef', 'x' + '撿'.repeat(11));
  expect(of(items, 'named').map(({ player, name }) => [player, name])).toContainEqual([1, 'PLAYER_A']);
  expect(of(items, 'order').map(({ name }) => name)).toEqual([
    `x${'撿'.repeat(10)}`,
    `${'撿'.repeat(10)}abc`,
    'PLAYER_A',
  ]);
});

test('computers come first, and the prompts of a turn follow one another', () => {
  const { items } = show('1', '2', '1', 'Ann', ' ', '0');
  expect(of(items, 'named')).toContainEqual({ kind: 'named', player: 1, name: 'COMPUTER_A' });
  expect(of(items, 'turn').map(({ name }) => name)).toEqual(['Ann']);
  const [layout, hand] = of(items, 'pile');
  expect([layout?.label, layout?.cards.length, hand?.label, hand?.cards.length]).toEqual([
    'layout',
    4,
    'hand',
    12,
  ]);
});
