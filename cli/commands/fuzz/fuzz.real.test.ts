import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { printedCampaign } from '../../testing/printed-output';
import { simulated, tcpBoard } from '../../testing/tcp-boards';
import { cleanUp, ONE_FINDING_CAMPAIGN, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

test('Ctrl-C keeps the findings, exit 130; --resume gives the result of an uninterrupted campaign', async () => {
  const cwd = folder();
  const words = ['--board', 'virtual:stm+sixth-shuffle', '--cases', '1500', '--seed', '4'];
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
  expect(printedCampaign(resumed.stdout).cases).toBe(printedCampaign(whole.stdout).cases);
  const files = (out: string): string[] =>
    readdirSync(join(cwd, out, 'findings')).map((name) =>
      readFileSync(join(cwd, out, 'findings', name), 'utf8'),
    );
  expect(files('cut')).toEqual(files('whole'));
});

test('a campaign on a real board that was killed within a block resumes after the cases of its checkpoint', async () => {
  const cwd = folder();
  const board = await simulated(['stm'], { cwd });
  const words = ['fuzz', 'stm', '--link', board.url, '--out', 'cut'];
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
  await resumed.ended;
});

test('a folder that another campaign has is refused before the board is opened, and a board that is not there leaves no folder', async () => {
  const cwd = folder();
  let connections = 0;
  const { url, close } = await tcpBoard((socket) => {
    connections++;
    socket.destroy();
  });
  mkdirSync(join(cwd, 'busy'));
  const holder = { pid: process.pid, host: hostname(), command: 'wirejig fuzz stm' };
  writeFileSync(join(cwd, 'busy/wirejig.lock'), JSON.stringify(holder));
  const words = ['fuzz', 'stm', '--time', '5s', '--link'];
  const busy = await wirejig([...words, url, '--out', 'busy'], { cwd });
  expect([busy.code, connections]).toEqual([2, 0]);
  expect(busy.stderr).toContain('busy is in use by wirejig fuzz stm');
  await close();
  const missing = await wirejig([...words, url, '--out', 'new'], { cwd });
  expect([missing.code, existsSync(join(cwd, 'new'))]).toEqual([3, false]);
});

test('replay --time ends with 3 on a board that answers too late to decide', async () => {
  const cwd = folder();
  await wirejig(ONE_FINDING_CAMPAIGN, { cwd });
  const [finding = ''] = readdirSync(join(cwd, 'wirejig-fuzz/findings')).filter((name) =>
    name.endsWith('.json'),
  );
  const { url } = await tcpBoard((socket) => socket.resume());
  const file = join('wirejig-fuzz/findings', finding);
  const words = ['replay', file, '--link', url, '--time', '300ms'];
  const { code, stdout, stderr } = await wirejig(words, { cwd });
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(
    /^wirejig: nothing is decided: the time limit of .* was reached; raise it with --time\n$/,
  );
});
