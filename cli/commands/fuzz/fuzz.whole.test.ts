import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { readFinding } from '../../../scenarios/fuzz/triage/finding';
import { printedCampaign } from '../../testing/printed-output';
import { cleanUp, ONE_FINDING_CAMPAIGN, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

test('replay of a finding gives 1 on a board with the bug, and 0 on a board without it', async () => {
  const cwd = folder();
  const words = [...ONE_FINDING_CAMPAIGN, '--json'];
  const { code, stdout } = await wirejig(words, { cwd });
  const { findings, cases } = printedCampaign(stdout);
  expect([code, cases, findings.length]).toEqual([1, 250, 1]);
  const [found] = findings;
  expect(found).toMatchObject({ requirement: 'STM-FR-02', bytes: 3 });
  const file = found?.file ?? '';
  expect(readFinding(readFileSync(join(cwd, file), 'utf8')).id).toBe(found?.id);
  const [bad, sound] = await Promise.all([
    wirejig(['replay', file], { cwd }),
    wirejig(['replay', file, '--board', 'virtual:stm'], { cwd }),
  ]);
  expect([bad.code, sound.code]).toEqual([1, 0]);
  expect(bad.stdout).toContain('reproduces on virtual:stm+crc-ignored: 1 of 1 times');
  expect(sound.stdout).toContain('does not reproduce on virtual:stm: 0 of 10 times');
});

test('a finding that depends on a free choice of the board is replayed on a board with the same choice', async () => {
  const cwd = folder();
  const board = ['--board', 'virtual:gm67+nak-checksum'];
  const { stdout } = await wirejig(['fuzz', 'gm67', ...board, '--cases', '40', '--seed', '3', '--json'], {
    cwd,
  });
  // A bad LEN: half of the boards drop it without an answer.
  const found = printedCampaign(stdout).findings.find(({ bytes }) => bytes === 1);
  expect(found).toBeDefined();
  expect((await wirejig(['replay', found?.file ?? ''], { cwd })).code).toBe(1);
});

test('a conformant board: exit 0, a readable journal, and a summary of what was tried', async () => {
  const cwd = folder();
  const budget = ['--cases', '300', '--time', '1h'];
  const { code, stdout } = await wirejig(['fuzz', 'stm', ...budget, '--seed', '2', '--out', 'a'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/, 300 cases or 3600 s, seed 2$/m);
  expect(stdout).toMatch(/✓ no finding in 300 cases/);
  expect(stdout).toMatch(/^tried {4}.*near-miss \d+/m);
  const lines = readFileSync(join(cwd, 'a/journal.jsonl'), 'utf8').trimEnd().split('\n');
  const types = lines.map((line) => journalEvent(JSON.parse(line)).type);
  expect([types[0], types.at(-1)]).toEqual(['fuzz', 'fuzz-end']);
  expect(readdirSync(join(cwd, 'a/findings'))).toEqual([]);
});

test('a campaign goes on in its own journal only', async () => {
  const cwd = folder();
  const fuzz = (...words: string[]) => wirejig(['fuzz', 'stm', '--cases', '10', ...words], { cwd });
  await Promise.all([fuzz('--seed', '1', '--out', 'a'), fuzz('--seed', '2', '--out', 'b')]);
  const journal = join(cwd, 'a/journal.jsonl');
  const own = readFileSync(journal);
  copyFileSync(join(cwd, 'b/journal.jsonl'), journal);
  const mixed = await fuzz('--resume', '--out', 'a');
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('are not of one campaign')]);
  writeFileSync(journal, own);
  expect((await fuzz('--resume', '--out', 'a')).code).toBe(0);
  expect((await wirejig(['report', 'a'], { cwd })).code).toBe(0);
});

test('a campaign from somebody else runs no command and opens no link that its folder names', async () => {
  const cwd = folder();
  await wirejig(['fuzz', 'stm', '--cases', '10', '--seed', '1', '--out', 'theirs'], { cwd });
  const file = join(cwd, 'theirs/campaign.json');
  const campaign = z.looseObject({ wishes: z.looseObject({}) }).parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const wishes of [
    { links: ['exec:touch ran'] },
    { links: ['/etc/passwd'] },
    { resets: ['cmd:touch ran'] },
    { stimulus: 'cmd:touch ran' },
    { config: 'theirs/wirejig.config.cjs', board: 'desk' },
  ]) {
    writeFileSync(file, JSON.stringify({ ...campaign, wishes: { ...campaign.wishes, ...wishes } }));
    writeFileSync(join(cwd, 'theirs/wirejig.config.cjs'), "require('node:fs').writeFileSync('ran', '');");
    const { code, stdout, stderr } = await wirejig(['fuzz', 'stm', '--resume', '--out', 'theirs'], { cwd });
    expect([code, stdout, existsSync(join(cwd, 'ran'))]).toEqual([2, '', false]);
    expect(stderr).toMatch(/^wirejig: the campaign in theirs was with --.*: give that again .*\n$/);
  }
});

test('a file that is no finding: exit 2; a board that is not there: exit 3', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'bad.json'), '{"format":"wirejig-finding"}');
  const [bad, gone] = await Promise.all([
    wirejig(['replay', 'bad.json'], { cwd }),
    wirejig(['fuzz', 'stm', '--link', join(cwd, 'no-port'), '--cases', '1'], { cwd }),
  ]);
  expect([bad.code, gone.code]).toEqual([2, 3]);
  expect(bad.stderr).toMatch(/^wirejig: bad\.json cannot be replayed: .*\n$/);
  expect(gone.stderr).toMatch(/^wirejig: .*no-port.*\n$/);
});
