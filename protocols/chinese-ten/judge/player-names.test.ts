import { PlayerNames } from './player-names';

const line = (name: string): Uint8Array => new TextEncoder().encode(`${name}\r`);

/** Whether each name stands in the order of two players. */
function compared(typed: string, played: string, isListed = true): boolean {
  const names = new PlayerNames();
  names.typed(1, line(typed));
  names.typed(2, line(''));
  for (const [i, name] of ['PLAYER_B', played].entries())
    names.show(
      isListed
        ? { kind: 'order', player: i + 1, name }
        : { kind: 'text', text: `player ${i + 1} = ${name}`, cards: [], flaws: [] },
    );
  let all = true;
  names.judge(({ holds }) => (all &&= holds));
  return all;
}

test.each([
  ['Ann', 'Ann'],
  ['', 'PLAYER_A'],
  ['x'.repeat(40), 'x'.repeat(33)],
  ['é'.repeat(20), 'é'.repeat(16)],
  ['é'.repeat(20), `${'é'.repeat(16)}\uFFFD`],
  ['a b', 'a b'],
  ['a  b', 'anything'],
  ['\u0007', 'anything'],
])('%s may be shown as %s', (typed, played) => {
  expect([compared(typed, played), compared(typed, played, false)]).toEqual([true, true]);
});

test.each([
  ['a b', 'a'],
  ['Ann', 'Bob'],
  ['x'.repeat(40), 'x'.repeat(34)],
  ['é'.repeat(20), 'é'.repeat(20)],
  ['é'.repeat(20), 'é'.repeat(15)],
])('%s must not be shown as %s', (typed, played) => {
  expect([compared(typed, played), compared(typed, played, false)]).toEqual([false, false]);
});

test.each([
  ['PLAYER_A', 'PLAYER_A', true],
  ['PLAYER_2', 'PLAYER_2', true],
  ['PLAYER_A', 'PLAYER_B', false],
  ['PLAYER_A', '', false],
])('an empty name that the program calls %s may be shown as %s: %s', (called, played, isKept) => {
  const names = new PlayerNames();
  names.typed(2, line(''));
  for (const name of ['', called]) names.show({ kind: 'named', player: 2, name });
  names.show({ kind: 'order', player: 1, name: played });
  let all = true;
  names.judge(({ holds }) => (all &&= holds));
  expect(all).toBe(isKept);
});
