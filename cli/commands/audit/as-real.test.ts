/** Defects that the samples of earlier suites hid. `npx wirejig audit --as-real` tries all of them, with any seed. */
import { boardNamed } from '../../../scenarios/testing/loaded-protocols';
import { cleanUp, wirejig } from '../../testing/wirejig-process';
import { runAuditCase } from './audit-case';

afterAll(cleanUp);

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
  ['chinese-ten-special+fourth-takes-one', 1, 'special deals one after the other'],
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

test.each(['stm', 'durak'])('the sound board %s passes as on a real board', async (name) => {
  const { verdicts, outcome, duration } = await runAuditCase({
    board: `virtual:${name}`,
    seed: 9,
    asReal: true,
  });
  const open = Object.values(verdicts).filter((one) => one !== 'pass' && one !== 'skip');
  expect([outcome, open]).toEqual(['done', []]);
  expect(duration).toBeGreaterThan(30e6);
});

test('audit --as-real tells both kill rates and the time; it excludes the audits that take no samples', async () => {
  const words = 'audit stm --as-real --quick --defect crc-ignored --seed 5 --jobs 1'.split(' ');
  const { code, stdout } = await wirejig(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Audit: 2 runs, seed 5, judged as on a real board\n/);
  expect(stdout).toMatch(/\n {2}stm +1 of 1 caught, 1 with any failure; a sound one takes \d+ s\n/);
  for (const other of ['--fuzz', '--firmware']) {
    const refused = await wirejig(['audit', 'stm', '--as-real', other]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `wirejig: --as-real and ${other} exclude each other: give one\n`,
    ]);
  }
});
