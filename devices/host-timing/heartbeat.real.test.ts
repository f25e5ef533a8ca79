import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Heartbeat } from './heartbeat';

/** A process whose clock, beats and polls the test runs. Milliseconds. */
function process() {
  let now = 1e6;
  const due: (() => void)[] = [];
  const heart = new Heartbeat(
    () => now * 1000,
    (then) => void due.push(then),
  );
  return {
    heart,
    passes: (span: number): void => void (now += span),
    turns: (): void => due.splice(0).forEach((then) => then()),
  };
}

test('while beats come in time, bytes are read at once', () => {
  const { heart, passes } = process();
  for (let n = 0; n < 5; n++) {
    passes(25);
    heart.beat();
    passes(20);
    expect(heart.stalledFor()).toBe(0);
  }
});

test('bytes that are read before the late beat may have come since the last one', () => {
  const { heart, passes } = process();
  passes(4000);
  expect(heart.stalledFor()).toBe(4_000_000);
});

test('so may those that are read after it, until the loop has polled', () => {
  const { heart, passes, turns } = process();
  passes(4000);
  heart.beat();
  passes(1);
  expect(heart.stalledFor()).toBe(4_001_000);
  turns();
  expect(heart.stalledFor()).toBe(4_001_000);
  turns();
  expect(heart.stalledFor()).toBe(0);
});

test('a second stall before the poll belongs to the first', () => {
  const { heart, passes, turns } = process();
  passes(1000);
  heart.beat();
  passes(500);
  heart.beat();
  expect(heart.stalledFor()).toBe(1_500_000);
  turns();
  turns();
  expect(heart.stalledFor()).toBe(0);
});

test('a process that was stopped by a signal knows it when it reads', async () => {
  const script = `
    require('esbuild-register/dist/node').register();
    const { Heartbeat } = require(${JSON.stringify(require.resolve('./heartbeat'))});
    const heart = new Heartbeat();
    heart.start();
    console.log('ready');
    process.stdin.on('data', () => { console.log(Math.round(heart.stalledFor() / 1000)); process.exit(0); });`;
  const child = spawn(globalThis.process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = new Promise<void>((done) => void child.on('close', () => done()));
  while (!out.includes('ready')) await sleep(20);
  await sleep(200);
  child.kill('SIGSTOP');
  child.stdin.write('bytes\n');
  await sleep(600);
  child.kill('SIGCONT');
  await ended;
  expect(Number(out.split('\n')[1])).toBeGreaterThan(500);
});
