/** Defects that the samples of earlier suites hid. `npx wirejig audit --as-real` tries all of them, with any seed. */
import { boardNamed } from '../../../scenarios/testing/loaded-protocols';
import { runAuditCase } from './audit-case';

test.each([
  ['stm+command-seven-bits', 1, 'a single-bit neighbour of a known command'],
  ['stm+slow-set-state', 1, 'a rare late answer is asked for three times'],
  ['ttt+stops-at-64-kib', 2, 'a board that was spoilt is not asked for comparison'],
  ['ttt+j-rejoins-on-tcp', 1, 'a character on a board with cells'],
  ['durak+deal-late-repeated-hello', 1, 'a rare late deal is asked for three times'],
  ['durak+refuses-third-throw-in', 1, 'four attacks by a forced deal'],
  ['durak+take-of-seven-leaves-one', 1, 'a large take by a forced deal'],
  ['durak+refuses-ace-over-king', 2, 'a king by a forced deal'],
  ['durak+trump-never-drawn', 1, 'an empty stock'],
  ['durak+accepts-any-bito', 11, 'an illegal move of every clause'],
  ['chinese-ten+turned-card-laid-on-large-table', 1, 'a large table'],
  ['chinese-ten-special+fourth-takes-one', 3, 'special deals one after the other'],
])('%s is caught as on a real board, with seed %i: %s', async (name, seed) => {
  const { breaks = '' } = boardNamed(name).defects[0] ?? {};
  const finding = await runAuditCase({
    board: `virtual:${name}`,
    seed,
    asReal: true,
    only: [breaks],
    until: breaks,
  });
  expect(finding.verdicts[breaks]).toBe('fail');
});
