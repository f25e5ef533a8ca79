import { PlayerNames } from './player-names';

const line = (name: string): Uint8Array => new TextEncoder().encode(`${name}\r`);

/** The error in the order of two players. */
function judged(typed: string, played: string): string | undefined {
  const names = new PlayerNames();
  names.typed(1, line(typed));
  names.typed(2, line(''));
  names.ordered('PLAYER_B', 2);
  return names.ordered(played, 2);
}

test.each([
  ['Ann', 'Ann'],
  ['', 'PLAYER_A'],
  ['x'.repeat(40), 'x'.repeat(33)],
  ['é'.repeat(20), 'é'.repeat(16)],
  ['é'.repeat(20), `${'é'.repeat(16)}\uFFFD`],
  ['a b', 'anything'],
  ['\u0007', 'anything'],
])('%s may be shown as %s', (typed, played) => {
  expect(judged(typed, played)).toBeUndefined();
});

test.each([
  ['Ann', 'Bob'],
  ['x'.repeat(40), 'x'.repeat(34)],
  ['é'.repeat(20), 'é'.repeat(20)],
  ['é'.repeat(20), 'é'.repeat(15)],
])('%s must not be shown as %s', (typed, played) => {
  expect(judged(typed, played)).toMatch(/, and no /);
});
