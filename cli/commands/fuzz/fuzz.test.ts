import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { readCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { readFinding } from '../../../scenarios/fuzz/triage/finding';
import { cleanUp, ONE_FINDING_CAMPAIGN, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const summary = z.object({
  outcome: z.string(),
  exitCode: z.number(),
  cases: z.number(),
  findings: z.array(
    z.object({ id: z.string(), requirement: z.string(), bytes: z.number(), file: z.string() }),
  ),
  unreached: z.record(z.string(), z.array(z.string())),
});

test('replay of a finding gives 1 on a board with the bug, and 0 on a board without it', async () => {
  const cwd = folder();
  const words = [...ONE_FINDING_CAMPAIGN, '--json'];
  const { code, stdout } = await wirejig(words, { cwd });
  const { findings, cases } = summary.parse(JSON.parse(stdout));
  expect([code, cases, findings.length]).toEqual([1, 500, 1]);
  const [found] = findings;
  expect(found).toMatchObject({ requirement: 'STM-FR-02', bytes: 3 });
  const file = found?.file ?? '';
  expect(readFinding(readFileSync(join(cwd, file), 'utf8')).id).toBe(found?.id);
  const [bad, sound] = await Promise.all([
    wirejig(['replay', file], { cwd }),
    wirejig(['replay', file, '--board', 'virtual:stm'], { cwd }),
  ]);
  expect([bad.code, sound.code]).toEqual([1, 0]);
  expect(bad.stdout).toContain('still shows on virtual:stm+crc-ignored: 1 of 1 times');
  expect(sound.stdout).toContain('does not show on virtual:stm: 0 of 10 times');
});

test('a finding that depends on a free choice of the board is replayed on a board with the same choice', async () => {
  const cwd = folder();
  const board = ['--board', 'virtual:gm67+nak-checksum'];
  const { stdout } = await wirejig(['fuzz', 'gm67', ...board, '--cases', '20', '--seed', '2', '--json'], {
    cwd,
  });
  const [found] = summary.parse(JSON.parse(stdout)).findings;
  // A bad LEN: half of the boards drop it without an answer.
  expect(found?.bytes).toBe(1);
  expect((await wirejig(['replay', found?.file ?? ''], { cwd })).code).toBe(1);
});

test('a sound board: exit 0, a readable journal, and a summary of what was tried', async () => {
  const cwd = folder();
  const budget = ['--cases', '1500', '--time', '1h'];
  const { code, stdout } = await wirejig(['fuzz', 'stm', ...budget, '--seed', '2', '--out', 'a'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/, 1500 cases or 3600 s, seed 2$/m);
  expect(stdout).toMatch(/✓ no finding in 1500 cases/);
  expect(stdout).toMatch(/^tried {4}.*near-miss \d+/m);
  const lines = readFileSync(join(cwd, 'a/journal.jsonl'), 'utf8').trimEnd().split('\n');
  const types = lines.map((line) => journalEvent(JSON.parse(line)).type);
  expect([types[0], types.at(-1)]).toEqual(['fuzz', 'fuzz-end']);
  expect(readdirSync(join(cwd, 'a/findings'))).toEqual([]);
});

test('Ctrl-C keeps the findings, exit 130; --resume gives the result of an uninterrupted campaign', async () => {
  const cwd = folder();
  const words = ['--board', 'virtual:stm+sixth-shuffle', '--cases', '3000', '--seed', '4'];
  const running = start(['fuzz', 'stm', ...words, '--out', 'cut'], { cwd });
  await running.waitForOutput(/STM-GM-05/);
  running.child.kill('SIGINT');
  const cut = await running.ended;
  expect(cut.stdout).toContain('resume  wirejig fuzz stm --resume --out cut');
  const [resumed, whole] = await Promise.all([
    wirejig(['fuzz', 'stm', '--resume', '--out', 'cut', '--json'], { cwd }),
    wirejig(['fuzz', 'stm', ...words, '--out', 'whole', '--json'], { cwd }),
  ]);
  expect([cut.code, resumed.code, whole.code]).toEqual([130, 1, 1]);
  const of = (text: string) => summary.parse(JSON.parse(text));
  expect(of(resumed.stdout).cases).toBe(of(whole.stdout).cases);
  const files = (out: string): string[] =>
    readdirSync(join(cwd, out, 'findings')).map((name) =>
      readFileSync(join(cwd, out, 'findings', name), 'utf8'),
    );
  expect(files('cut')).toEqual(files('whole'));
});

test('a campaign on a real board that was killed within a block resumes after the cases of its checkpoint', async () => {
  const cwd = folder();
  const board = start(['simulate', 'stm', '--tcp', '0'], { cwd });
  const [, port = ''] = await board.waitForOutput(/127\.0\.0\.1:(\d+)/);
  const words = ['fuzz', 'stm', '--link', `tcp://127.0.0.1:${port}`, '--out', 'cut'];
  const cut = start([...words, '--seed', '4'], { cwd });
  const kept = (): number => {
    const file = join(cwd, 'cut/campaign.json');
    return existsSync(file) ? readCheckpoint(readFileSync(file, 'utf8')).state.tally.cases : 0;
  };
  while (kept() === 0) await setTimeout(20);
  cut.child.kill('SIGKILL');
  await cut.ended;
  const resumed = start([...words, '--resume'], { cwd });
  await resumed.waitForOutput(new RegExp(`^resumed after case ${kept()}$`, 'm'));
  resumed.child.kill('SIGKILL');
  board.child.kill('SIGTERM');
  await Promise.all([resumed.ended, board.ended]);
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

test.each<[string, readonly string[], RegExp]>([
  ['an unknown suite', ['fuzz', 'stn'], /no suite named 'stn': did you mean stm\?/],
  ['no number', ['fuzz', 'stm', '--cases', 'many'], /--cases 'many' is no number of cases/],
  ['a reset without a real board', ['fuzz', 'stm', '--reset', 'dtr'], /--reset is for a real board/],
  ['nothing to resume', ['fuzz', 'stm', '--resume', '--out', 'nowhere'], /no campaign to resume in nowhere/],
  ['no file', ['replay', 'nowhere.json'], /cannot read nowhere\.json/],
])('%s: exit 2 and one line', async (_name, words, message) => {
  const { code, stdout, stderr } = await wirejig(words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.trimEnd()).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
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

test('a folder that another campaign has is refused before the board is opened, and a board that is not there leaves no folder', async () => {
  const cwd = folder();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(cwd, 'busy'));
  const holder = { pid: process.pid, host: hostname(), command: 'wirejig fuzz stm' };
  writeFileSync(join(cwd, 'busy/wirejig.lock'), JSON.stringify(holder));
  const words = ['fuzz', 'stm', '--time', '5s', '--link'];
  const busy = await wirejig([...words, `tcp://127.0.0.1:${port}`, '--out', 'busy'], { cwd });
  expect([busy.code, connections]).toEqual([2, 0]);
  expect(busy.stderr).toContain('busy is in use by wirejig fuzz stm');
  await new Promise((resolve) => server.close(resolve));
  const missing = await wirejig([...words, `tcp://127.0.0.1:${port}`, '--out', 'new'], { cwd });
  expect([missing.code, existsSync(join(cwd, 'new'))]).toEqual([3, false]);
});

test('replay --time ends with 3 on a board that answers too late to decide', async () => {
  const cwd = folder();
  await wirejig(ONE_FINDING_CAMPAIGN, { cwd });
  const [finding = ''] = readdirSync(join(cwd, 'wirejig-fuzz/findings')).filter((name) =>
    name.endsWith('.json'),
  );
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const file = join('wirejig-fuzz/findings', finding);
  const words = ['replay', file, '--link', `tcp://127.0.0.1:${port}`, '--time', '300ms'];
  const { code, stdout, stderr } = await wirejig(words, { cwd });
  for (const socket of sockets) socket.destroy();
  server.close();
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^wirejig: nothing is decided: the time of .* was used up: --time gives more\n$/);
});
