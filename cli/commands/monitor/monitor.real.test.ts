import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulated, tcpBoard } from '../../testing/tcp-boards';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

/** A free port. */
async function freePort(): Promise<number> {
  const { port, close } = await tcpBoard(() => undefined);
  await close();
  return port;
}

test('received bytes are decoded, typed messages are sent, and the journal has a report', async () => {
  const cwd = folder();
  const { url } = await simulated(['stm', '--param', 'errorCmd=0xE0'], { cwd });
  const desk = { suite: 'stm', links: url, parameters: { errorCmd: 0xe1 }, identity: 'echo stm 1.4' };
  writeFileSync(join(cwd, 'wirejig.config.yaml'), JSON.stringify({ boards: { desk } }));
  const words = ['monitor', 'desk', '--param', 'errorCmd=0xE0', '--send', 'start', '--time', '60s'];
  const monitor = start(words, { cwd });
  await monitor.waitForOutput(/got {3}01 FF FE/);
  // Without a pause a trace does not show which request was answered.
  await sleep(300);
  monitor.child.stdin?.write('strat\nhex 06 ff f8\nset-state\n');
  await monitor.waitForOutput(/playing/);
  monitor.child.kill('SIGINT');
  const { code, stdout, stderr } = await monitor.ended;
  expect(code).toBe(0);
  expect(stderr).toContain('did you mean start?');
  expect(stdout).toMatch(/sent {2}06 FF F8\n *\^\^\n.*wrong, should be F9/);
  expect(stdout).toMatch(/got {3}\S.*\n.*bad CRC/);
  const journal = readFileSync(join(cwd, 'wirejig-monitor/journal.jsonl'), 'utf8').trim().split('\n');
  const bytes = journal.map((line) => JSON.parse(line) as { type: string; hex?: string; direction?: string });
  expect(bytes.filter(({ direction }) => direction === 'tx').map(({ hex }) => hex)).toEqual([
    '01fffe',
    '06fff8',
    '06fff9',
  ]);
  expect(JSON.parse(journal[0] ?? '')).toMatchObject({ board: { name: 'desk', identity: 'stm 1.4' } });
  const report = await wirejig(['report', 'wirejig-monitor', '--quiet'], { cwd });
  expect([report.code, report.stderr]).toEqual([0, '']);
  expect(existsSync(join(cwd, 'wirejig-monitor/report.html'))).toBe(true);
  const check = (...words: readonly string[]) =>
    wirejig(['check', 'wirejig-monitor', '--json', '--suite', ...words], { cwd });
  const [checked, other] = await Promise.all([check('stm', '--param', 'errorCmd=0xE0'), check('durak')]);
  expect(JSON.parse(checked.stdout)).toMatchObject({ requirements: { 'STM-FR-11': 'pass' } });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('speaks stm, not durak')]);
});

test('a console is shown as lines; no escape sequence of a board reaches the terminal', async () => {
  const screen = 'hello \u001b[31mred\u001b[0m\r\n\u001b]0;title\u0007boo\u0000\r\nunfinished';
  const { url } = await tcpBoard((socket) => socket.write(screen));
  const [text, json, raw] = await Promise.all([
    wirejig(['monitor', url, '--text', '--time', '3s']),
    wirejig(['monitor', url, '--json', '--time', '3s']),
    wirejig(['monitor', url, '--hex', '--time', '3s']),
  ]);
  expect(text.stdout).toMatch(/got {3}hello red\n.*got {3}boo\\x00\n.*got {3}unfinished\n/);
  for (const { code, stdout, stderr } of [text, json, raw]) {
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('\u001b');
  }
  const lines = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string });
  expect(lines.map((line) => line.text)).toEqual(['hello red', 'boo\u0000', 'unfinished']);
  expect(raw.stdout).toContain('68 65 6C 6C 6F 20 1B');
});

test('a missing or lost link: exit code 3; a link that the suite does not have: 2', async () => {
  const { url } = await tcpBoard((socket) => {
    socket.write('bye');
    setTimeout(() => socket.destroy(), 200);
  });
  const lost = start(['monitor', url, '--text', '--time', '20s']);
  const absent = await wirejig(['monitor', 'tcp://127.0.0.1:1', '--time', '1s']);
  expect([absent.code, absent.stderr]).toEqual([
    3,
    expect.stringMatching(/nothing listens on 127\.0\.0\.1:1/),
  ]);
  expect([(await lost.ended).code, (await lost.ended).stderr]).toEqual([
    3,
    expect.stringMatching(/was lost/),
  ]);
  const wrong = await wirejig(['monitor', 'scanner=tcp://127.0.0.1:1', '--suite', 'stm']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/suite stm has no link 'scanner'/)]);
});

test('--reconnect waits for a link that is not there, and opens it again after a loss; each line has the time of day', async () => {
  const cwd = folder();
  const port = await freePort();
  const monitor = start(['monitor', `tcp://127.0.0.1:${port}`, '--text', '--reconnect', '--time', '60s'], {
    cwd,
  });
  const greetings = ['one', 'two'];
  // The line that it waits.
  if (monitor.child.stderr !== null) await once(monitor.child.stderr, 'data');
  await tcpBoard((socket) => {
    const text = greetings.shift();
    socket.write(`${text ?? ''}\r\n`);
    if (text === 'one') setTimeout(() => socket.destroy(), 300);
  }, port);
  await monitor.waitForOutput(/got {3}two/);
  monitor.child.kill('SIGINT');
  const { code, stdout, stderr } = await monitor.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/nothing listens on .*: waiting for it/);
  expect(stdout).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} {2}.*got {3}one\n[^]*lost .*\n.*reopened .*\n[^]*got {3}two/m,
  );
  const journal = readFileSync(join(cwd, 'wirejig-monitor/journal.jsonl'), 'utf8');
  expect(journal).toMatch(/"event":"lost"[^]*"event":"reopened"/);
});

test('--reconnect: what is sent while the link is away comes once it is back, in order', async () => {
  const received: string[] = [];
  const listen = (socket: Socket): void =>
    void socket.on('data', (bytes) => received.push(bytes.toString('hex')));
  const { url, port, close } = await tcpBoard(listen);
  const monitor = start(['monitor', url, '--reconnect', '--send', 'hex 00', '--time', '60s']);
  await until(() => received.join('') === '00');
  await close();
  await monitor.waitForOutput(/lost/);
  monitor.child.stdin?.write('hex 01\nhex 02\nhex 03\n');
  await sleep(1000);
  await tcpBoard(listen, port);
  await until(() => received.join('') === '00010203');
  monitor.child.kill('SIGINT');
  expect((await monitor.ended).code).toBe(0);
});

test('Telnet commands among the data are named, with the remedy', async () => {
  const { url } = await tcpBoard((socket) => socket.write(Buffer.from('fffb03fffd00', 'hex')));
  const { stderr } = await wirejig(['monitor', url, '--time', '1s']);
  expect(stderr).toMatch(
    /sends Telnet commands: give rfc2217:\/\/HOST:PORT, or a port of the server that is raw\n/,
  );
});

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !holds(); i++) await sleep(10);
  expect(holds()).toBe(true);
}
