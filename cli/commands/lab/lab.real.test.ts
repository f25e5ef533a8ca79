import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '../../../devices/testing/needed-tools';
import { openLab, type LabClient } from '../../../lab/client';
import { KEYS } from '../../../lab/keys';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { readJournal } from '../../../scenarios/journal/journal';
import { OUTPUTS } from '../../schemas/published';
import { hostTag } from '../../shared/lab/lab-jobs';
import { endWorker, LabRig } from '../../testing/lab-rig';
import { cleanUp, type RunningProcess } from '../../testing/wirejig-process';

const { describe } = needing('commands with --lab on boards of other processes', 'redis-server', 'socat');
const BOARDS = ['a', 'b', 'c'];

afterAll(cleanUp);

/** What a run sent, in hex, and when it began. */
function sentIn(out: string): { board: string; startedAt: string; hex: string } {
  let [board, startedAt, hex] = ['', '', ''];
  for (const event of readJournal(join(out, 'journal.jsonl'), journalEvent)) {
    if (event.type === 'run') [board, startedAt] = [event.board.name, event.startedAt ?? ''];
    if (event.type === 'chunk' && event.direction === 'tx') hex += event.hex;
  }
  return { board, startedAt, hex };
}

describe('three workers with boards on terminals', () => {
  const rig = new LabRig();
  const workers: RunningProcess[] = [];
  let client: LabClient;

  beforeAll(async () => {
    await rig.start();
    await rig.addBoards(...BOARDS);
    workers.push(...(await Promise.all(BOARDS.map((board) => rig.worker([board], '--tag', `pc=${board}`)))));
    client = await openLab(rig.url, { offline: 'wait' });
  });
  afterAll(async () => {
    await client.close();
    await Promise.all(workers.map(endWorker));
    await rig.close();
  });

  test('six runs at once: all reports come, and each board was sent one run after the other, byte by byte', async () => {
    const outs = Array.from({ length: 6 }, (_, at) => join(rig.folder, `out-${at}`));
    const runs = await Promise.all(
      outs.map((out, at) =>
        rig.run(
          `run stm --lab --board rig=pty --only STM-FR-10 --seed ${at} --quiet --out ${out}`.split(' '),
        ),
      ),
    );
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, '']));
    const sent = outs.map(sentIn);
    expect(new Set(sent.map(({ board }) => board))).toEqual(new Set(BOARDS));
    for (const board of BOARDS) {
      const own = sent.filter((one) => one.board === board);
      const inOrder = own.sort((x, y) => x.startedAt.localeCompare(y.startedAt)).map(({ hex }) => hex);
      expect(inOrder.every((hex) => hex.length > 0)).toBe(true);
      expect(rig.log(board)).toBe(inOrder.join(''));
    }
    const merged = join(rig.folder, 'merged');
    expect((await rig.run(['report', ...outs, '--out', merged, '--quiet'])).code).toBe(0);
    const page = readFileSync(join(merged, 'report.html'), 'utf8');
    for (const board of BOARDS) expect(page).toContain(`>${board}<`);
  });

  test('--all runs on each board that fits, with one page; status and history tell of it, and its worker keeps its files', async () => {
    const out = join(rig.folder, 'all');
    const { code, stdout } = await rig.run(`run stm --lab --all --only STM-FR-10 --out ${out}`.split(' '));
    expect(code).toBe(0);
    for (const board of BOARDS) expect(stdout).toMatch(new RegExp(`✓ PASS {2}\\S+/${board}: `));
    for (const words of [['status'], ['history', 'b']]) {
      const { stdout: json } = await rig.run(['lab', ...words, '--json']);
      expect(OUTPUTS.lab.safeParse(JSON.parse(json)).error).toBeUndefined();
    }
    const status = await rig.run(['lab', 'status']);
    expect(status.stdout).toMatch(
      /\/a {2}free\n.*\bhost=\S+ pc=a rig=pty suite=stm\n.*last: [\da-f]{8} {2}run stm, seed \d+, passed, /,
    );
    const history = await rig.run(['lab', 'history', 'b']);
    const [, name = ''] = / {2}([\da-f]{8}) {2}/.exec(history.stdout) ?? [];
    const fetched = join(rig.folder, 'fetched');
    const { stderr } = await rig.run(['lab', 'fetch', 'b', name, '--out', fetched]);
    expect(stderr).toBe('');
    const journalOf = (directory: string): string => readFileSync(join(directory, 'journal.jsonl'), 'utf8');
    expect(journalOf(fetched)).toBe(journalOf(join(out, `${hostTag()}-b`)));
    expect((await rig.run(['report', fetched, '--quiet'])).code).toBe(0);
    expect(history.stdout).toMatch(
      /^\d{4}-\S+ {2}[\da-f]{8} {2}run stm, seed \d+, passed, [\d.]+ s, for \S+\n/,
    );
  });

  test('while the lab uses a board, a run here is refused; Ctrl-C cancels, and the board is free again', async () => {
    const long = rig.background(`run stm --lab --board pc=a --out ${join(rig.folder, 'long')}`.split(' '));
    await long.waitForOutput(/on \S+\/a\n/);
    const words = `run stm --link ${rig.port('a')} --only STM-FR-10 --quiet --out`.split(' ');
    const here = () => rig.run([...words, join(rig.folder, 'here')]);
    const refused = await here();
    expect(refused.stderr).toMatch(
      /port-a is in use by wirejig lab worker \(process \d+ on |\/dev\/pts\/\d+ is in use by wirejig lab worker/,
    );
    expect(refused.code).toBe(3);
    long.child.kill('SIGINT');
    expect((await long.ended).code).toBe(130);
    for (let i = 0; i < 100 && !(await rig.run(['lab', 'status'])).stdout.includes('/a  free'); i++)
      await pause(100);
    expect((await here()).code).toBe(0);
  });

  test('a worker is killed in the middle, and its board hangs: the next run resets it by its recipe first', async () => {
    const words = ['run', 'stm', '--lab', '--board', 'pc=a', '--quiet', '--out', join(rig.folder, 'killed')];
    const before = rig.log('a').length;
    const cut = rig.background(words);
    for (let i = 0; i < 100 && rig.log('a').length === before; i++) await pause(100);
    workers[0]?.child.kill('SIGKILL');
    await workers[0]?.ended;
    rig.hang('a');
    cut.child.kill('SIGINT');
    expect((await cut.ended).code).toBe(130);
    // So does its time, twelve seconds later.
    await client.redis.del(KEYS.lease(`${hostTag()}/a`));
    workers[0] = await rig.worker(['a'], '--tag', 'pc=a');
    expect(await rig.run([...words, '--only', 'STM-FR-10'])).toMatchObject({ code: 0, stderr: '' });
    const [, first, ...others] = readJournal(join(rig.folder, 'killed/journal.jsonl'), journalEvent);
    expect(first).toMatchObject({ event: 'reset' });
    expect(others.filter((event) => event.type === 'line' && event.event === 'reset')).toEqual([]);
  });

  test('a held board takes no job until it is released', async () => {
    const held = await rig.run(['lab', 'hold', 'c', '--for', '5m']);
    expect(held.stdout).toMatch(/\/c is yours for 5m/);
    const words = 'run stm --lab --board pc=c --wait 500ms --quiet --out'.split(' ');
    const late = await rig.run([...words, join(rig.folder, 'late')]);
    expect([late.code, late.stderr]).toEqual([
      3,
      expect.stringMatching(/no board was free in the time of --wait/),
    ]);
    expect((await rig.run(['lab', 'release', 'c'])).stdout).toMatch(/\/c is free/);
  });

  test.each<[string, object | string, RegExp]>([
    ['an unknown suite', { suite: 'nosuch' }, /has no suite 'nosuch'/],
    [
      'a path in a parameter',
      { parameters: ['idleGapMs=../../etc/passwd'] },
      /task\.parameters\.0: is no parameter/,
    ],
    ['a share of more than all', { leastJudged: 101 }, /task\.leastJudged: /],
    ['an option in a clause', { only: ['--link=exec:reboot'] }, /task\.only\.0: is no name/],
    ['a parameter out of bounds', { parameters: ['idleGapMs=1'] }, /exit 2: .*idleGapMs is not '1'/],
    ['a link', { link: 'exec:reboot' }, /task: Unrecognized key: "link"/],
    ['2 MB', { parameters: ['x'.repeat(2e6)] }, /the job has \d+ bytes, more than 65536/],
  ])('a hostile job with %s is refused by the worker with a line', async (_name, task, line) => {
    const [worker] = workers;
    const request = 'f'.repeat(32);
    await client.redis.set(KEYS.request(request), '1', 'PX', 10_000);
    const good = { kind: 'run', suite: 'stm', only: [], skip: [], parameters: [], seed: 1 };
    const data = {
      format: 1,
      request,
      index: 0,
      requester: 'mallory',
      task: { ...good, ...(task as object) },
    };
    await client.redis.zadd(KEYS.selectors, Date.now(), 'pc=a,suite=stm');
    await client.queue('pc=a,suite=stm').add('run', data, { priority: 5 });
    await client.redis.publish(KEYS.wake, 'jobs');
    await worker?.waitForOutput(line);
    expect(rig.log('a')).not.toContain('72656f6f74');
  });

  test('parameters out of bounds are refused before a board waits', async () => {
    const out = join(rig.folder, 'bounds');
    const { code, stderr } = await rig.run(['run', 'stm', '--lab', '--param', 'idleGapMs=1', '--out', out]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/idleGapMs is not '1': give a number from 2/)]);
  });

  test('no board fits: it is said at once, with those that there are', async () => {
    const { code, stderr } = await rig.run(['run', 'stm', '--lab', '--board', 'rate=fast']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(
        /no board of the lab has rate=fast suite=stm now: there are \S+\/a, \S+\/b, \S+\/c/,
      ),
    ]);
  });

  test.each([
    [['run', 'stm', '--lab', 'http://x'], /not the URL of a lab/],
    [
      ['run', 'stm', '--lab', 'redis://127.0.0.1:1'],
      /the lab at 127\.0\.0\.1:1 was not reached: .*ECONNREFUSED/,
    ],
    [['run', '--lab'], /--lab runs one suite/],
    [['run', 'stm', '--lab', '--link', '/dev/x'], /--link is for a board here/],
    [['run', 'stm', '--all'], /--all does nothing without --lab/],
    [['run', 'stm', '--lab', '--board', '../x'], /is not a tag/],
    [['lab', 'hold', 'nosuch'], /no board named 'nosuch'/],
    [['lab', 'worker', 'nosuch'], /no board named 'nosuch'/],
  ])('%j is refused with cause and remedy', async (words, message) => {
    const { code, stderr } = await rig.run(words);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().replace(/^.* is waited for: .*\n/, '')).not.toContain('\n');
    expect([2, 3]).toContain(code);
  });
});

describe('virtual boards of a lab', () => {
  const rig = new LabRig();
  beforeAll(() => rig.start());
  afterAll(() => rig.close());

  test('what another program has put in their place is one line', async () => {
    const client = await openLab(rig.url, { offline: 'wait' });
    await client.redis.set(KEYS.boards, 'x');
    const { code, stderr } = await rig.run(['lab', 'status']);
    await client.redis.del(KEYS.boards);
    await client.close();
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^wirejig: the lab's Redis refuses a command: WRONGTYPE [^\n]*\n$/),
    ]);
  });

  test('an audit gives the rows of the local one, byte for byte', async () => {
    const worker = await rig.worker([], '--virtual', '2');
    const words = 'audit durak --quick --defect ack-twice,deal-four --seed 5'.split(' ');
    const [here, there] = [await rig.run(words), await rig.run([...words, '--lab'])];
    await endWorker(worker);
    expect(there).toEqual(here);
    expect(here.stdout).toContain('ack-twice');
  });

  test('a campaign is split over boards: what each finds is one finding; a clause that fails on a board is told', async () => {
    const worker = await rig.worker(['virtual:stm+crc-ignored'], '--virtual', '2');
    const out = join(rig.folder, 'fuzz');
    const words = 'fuzz stm --lab --cases 600 --seed 1 --json --out'.split(' ');
    const { code, stdout } = await rig.run([...words, out]);
    expect(OUTPUTS.fuzz.safeParse(JSON.parse(stdout)).error).toBeUndefined();
    const all = await rig.run('run stm --lab --all --only STM-FR-02 --out all'.split(' '));
    await endWorker(worker);
    expect([code, all.code]).toEqual([1, 1]);
    expect(all.stdout.match(/^✗ \S+-[12]: STM-FR-02$/gm)).toHaveLength(2);
    const result = JSON.parse(stdout) as {
      cases: number;
      boards: unknown[];
      findings: { id: string; requirement: string }[];
    };
    expect(result.cases).toBe(600);
    expect(result.boards).toHaveLength(2);
    expect(result.findings.map(({ requirement }) => requirement)).toEqual(['STM-FR-02']);
    const [{ id } = { id: '' }] = result.findings;
    const alone = JSON.parse(readFileSync(join(out, 'findings', `${id}.json`), 'utf8')) as {
      requirement: string;
    };
    expect(alone.requirement).toBe('STM-FR-02');
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('1 finding in 600 cases.');
    expect(page).toContain('2 boards');
    expect(
      (await rig.run(['replay', join(out, 'findings', `${id}.json`), '--board', 'virtual:stm+crc-ignored']))
        .code,
    ).toBe(1);
  });
});
