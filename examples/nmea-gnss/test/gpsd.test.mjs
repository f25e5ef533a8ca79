/** gpsd as the client of the virtual receiver, and the suite on a stream that began before. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Not by npx, which would not pass on the signal that ends it. */
const WIREJIG = join(import.meta.dirname, '..', 'node_modules', '.bin', 'wirejig');
const run = promisify(execFile);

/** Skips where gpsd is missing. With CI=true nothing is skipped, and the test fails. */
function needsGpsd() {
  const missing = ['gpsd', 'gpspipe'].filter((name) => spawnSync(name, ['-V'], { stdio: 'ignore' }).status !== 0);
  if (missing.length === 0 || process.env.CI === 'true') return {};
  return { skip: 'apt-get install gpsd gpsd-clients' };
}

async function withReceiver(board, use) {
  const folder = mkdtempSync(join(tmpdir(), 'gnss-'));
  const children = [];
  const start = (program, ...args) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  };
  try {
    const { stdout, stderr } = start(WIREJIG, 'simulate', board, '--tcp', '0');
    let text = '';
    for (const stream of [stdout, stderr]) stream.on('data', (data) => (text += data));
    for (let tries = 0; !/tcp:\/\/[0-9.:]+/.test(text); tries++) {
      assert.ok(tries < 400, text);
      await sleep(100);
    }
    await use({ link: /tcp:\/\/[0-9.:]+/.exec(text)[0], folder, start });
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true });
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return String(port);
}

test('gpsd gets a fix in three dimensions that moves, and its time advances', needsGpsd(), () =>
  withReceiver('gnss', async ({ link, start }) => {
    const port = await freePort();
    start('gpsd', '-N', '-n', '-b', '-S', port, link);
    await sleep(1500);
    // Ten seconds of reports.
    const reports = start('gpspipe', '-w', '-x', '12', `127.0.0.1:${port}`);
    let text = '';
    reports.stdout.on('data', (data) => (text += data));
    await new Promise((done) => reports.on('exit', done));
    const all = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const fixes = all.filter((one) => one.class === 'TPV' && one.mode === 3);
    assert.ok(fixes.length >= 5, text);
    assert.match(fixes[0].time, /^2027-01-1[56]T/);
    for (const [at, next] of fixes.slice(1).entries()) {
      const before = fixes[at];
      assert.ok(Date.parse(next.time) > Date.parse(before.time), text);
      assert.ok(next.lat > before.lat && next.lon > before.lon, text);
      assert.ok(Math.abs(next.speed - 20) < 0.1, text);
    }
    assert.ok(
      fixes.some(({ altHAE, altMSL }) => Math.abs((altMSL ?? altHAE) - 545.4) < 1),
      text,
    );
  }),
);

const suiteOn = (link, folder) =>
  run(WIREJIG, ['run', 'gnss', '--link', link, '--seed', '1', '--out', join(folder, 'report')]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }) => ({ code, text: stdout }),
  );

test('the suite judges a stream that began before', () =>
  withReceiver('gnss', async ({ link, folder }) => {
    const { code, text } = await suiteOn(link, folder);
    // A busy machine may leave a time open.
    assert.ok([0, 3].includes(code), text);
    assert.match(text, /[56] of 6 MUST clauses passed, none failed/);
  }));

test('the suite names the clause of a bug in a stream', () =>
  withReceiver('gnss+two-dimensions', async ({ link, folder }) => {
    const { code, text } = await suiteOn(link, folder);
    assert.equal(code, 1, text);
    assert.match(text, /✗ NG-FX-01 /);
  }));

test('the conformant board keeps every clause, and each defect is caught', async () => {
  const { stdout } = await run(WIREJIG, ['audit', 'gnss', '--quick', '--seed', '1']);
  assert.match(stdout, /7 of 7 defects caught/);
});
