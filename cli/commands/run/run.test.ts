import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { wantsColor } from '../../shared/console';
import { printedRun, requirementsIn } from '../../testing/printed-output';
import { cleanUp, folder, lines, wirejig } from '../../testing/wirejig-process';
import { standIns } from '../../testing/programs/stand-ins';

afterAll(cleanUp);

describe('a suite on its virtual board', () => {
  const cwd = folder();
  const only = ['STM-FR-10', 'STM-GM-03'];

  test('passes, prints which board it took, and writes every report', async () => {
    const { code, stdout, stderr } = await wirejig(['run', 'stm', '--only', only.join(), '--seed', '7'], {
      cwd,
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n')[0]).toMatch(/^No board was given: .*virtual:stm/);
    expect(stdout).toContain('✓ PASS');
    expect(stdout).toContain(
      'again   wirejig run stm --board virtual:stm --only STM-FR-10 --only STM-GM-03 --seed 7\n',
    );
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(0);
    const out = join(cwd, 'wirejig-report');
    expect(readdirSync(out).sort()).toEqual([
      'journal.jsonl',
      'junit.xml',
      'report.html',
      'results.json',
      'trace.pcapng',
    ]);
    const verdicts = Object.entries(requirementsIn(out));
    expect(verdicts.flatMap(([id, verdict]) => (verdict === 'skip' ? [] : [`${id} ${verdict}`]))).toEqual(
      only.map((id) => `${id} pass`),
    );
    expect(verdicts).toHaveLength(26);
  });

  test('the printed command writes the same journal, byte for byte', async () => {
    const [first = ''] = lines(join(cwd, 'wirejig-report/journal.jsonl'));
    const { command } = z.object({ command: z.string() }).parse(JSON.parse(first));
    const out = join(cwd, 'again');
    const { code } = await wirejig([...command.split(' ').slice(1), '--quiet', '--out', out]);
    expect(code).toBe(0);
    const read = (folder: string): Buffer => readFileSync(join(folder, 'journal.jsonl'));
    expect(read(out).equals(read(join(cwd, 'wirejig-report')))).toBe(true);
  });
});

test('without a suite all suites run, each on its own board, with one report', async () => {
  const cwd = folder();
  const { code, stdout } = await wirejig(['run', '--only', 'STM-FR-10,DRK-LK-01', '--seed', '3'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ stm {4}1 scenario, 1 clause, \d.*\n✓ durak {2}1 scenario, 1 clause, \d/m);
  expect(stdout).toMatch(/again +wirejig run stm durak --only STM-FR-10 --only DRK-LK-01 --seed 3\n/);
  const verdicts = requirementsIn(join(cwd, 'wirejig-report'));
  expect([verdicts['STM-FR-10'], verdicts['DRK-LK-01']]).toEqual(['pass', 'pass']);
  const starts = lines(join(cwd, 'wirejig-report/journal.jsonl')).filter((line) =>
    line.startsWith('{"type":"run'),
  );
  expect(starts).toHaveLength(2);
});

test('a broken board: exit 1, the clause and the reason, the same board in the command', async () => {
  const cwd = folder();
  const board = 'virtual:stm+crc-ignored';
  const words = ['run', 'stm', '--board', board, '--only', 'STM-FR-02,STM-FR-10', '--seed', '1'];
  const { code, stdout } = await wirejig(words, { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('✗ FAIL');
  expect(stdout).toContain(
    `again   wirejig run stm --board ${board} --only STM-FR-02 --only STM-FR-10 --seed 1\n`,
  );
  expect(stdout).not.toContain('No board was given');
  const verdicts = requirementsIn(join(cwd, 'wirejig-report'));
  expect([verdicts['STM-FR-02'], verdicts['STM-FR-10'], verdicts['STM-GM-01']]).toEqual([
    'fail',
    'pass',
    'skip',
  ]);
});

test('a failed SHOULD is a warning: exit 0; --quiet prints only the verdict, and reports of an earlier run are replaced', async () => {
  const cwd = folder();
  for (const file of ['report.html', 'crash.txt']) writeFileSync(join(cwd, file), 'old: wirejig');
  const words = ['run', '--board', 'virtual:stm+second-lost', '--only', 'STM-FR-10', '-q'];
  const { code, stdout } = await wirejig([...words, '--out', cwd]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\S \S+ {2}[^\n]*1 warning[^\n]*\n$/)]);
  expect(readFileSync(join(cwd, 'report.html'), 'utf8')).not.toContain('old: wirejig');
  expect([existsSync(join(cwd, 'crash.txt')), existsSync(join(cwd, 'wirejig.lock'))]).toEqual([false, false]);
});

describe('the loop of a day', () => {
  const cwd = folder();
  const report = (name = 'wirejig-report'): string => readFileSync(join(cwd, name, 'journal.jsonl'), 'utf8');
  const run = (...words: readonly string[]) => wirejig(['run', 'stm', ...words], { cwd });

  test('-k takes clauses by their text, and what nobody asked for is in no list of what is not judged', async () => {
    const { code, stdout } = await run(
      '--board',
      'virtual:stm+crc-ignored',
      '-k',
      'any wrong crc',
      '--seed',
      '7',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('✗ FAIL  1 of 1 MUST clause failed, 25 not selected.');
    expect(stdout).not.toContain('Not judged');
    expect(stdout).toContain("--match 'any wrong crc' --seed 7");
  });

  test('--last-failed runs what failed, with its seed, and all that is asked for once nothing did', async () => {
    const again = await run('--board', 'virtual:stm+crc-ignored', '--last-failed');
    expect(again.stdout).toContain('What failed or was not judged in wirejig-report: STM-FR-02\n');
    expect(again.stdout).toMatch(/again {3}wirejig run stm .* --only STM-FR-02 --seed 7\n/);
    const repaired = await run('--last-failed', '--json');
    expect(printedRun(repaired.stdout)).toMatchObject({ seed: 7, exitCode: 0 });
    const rest = await run('--last-failed', '--only', 'STM-FR-10');
    expect(rest.stdout).toContain(
      'Nothing failed or was left unjudged in wirejig-report: running all of it.\n',
    );
    expect(rest.code).toBe(0);
  });

  test('a failure that another scenario showed is shown again by --last-failed, and by the command of the report', async () => {
    const late = ['--board', 'virtual:stm+slow-fifth-shuffle', '--out', 'late'];
    const { code } = await run(...late, '--only', 'stm/requests', '--seed', '7');
    const page = readFileSync(join(cwd, 'late/report.html'), 'utf8');
    expect([code, page]).toEqual([1, expect.stringContaining(' --seed 7 --only STM-TM-01,stm/requests<')]);
    const again = await run(...late, '--last-failed', '-k', 'STM-TM-01');
    expect(again.stdout).toContain('What failed or was not judged in late: STM-TM-01, stm/requests\n');
    expect(again.code).toBe(1);
  });

  test('an absent board leaves the last report as it is', async () => {
    const before = report();
    const { code, stdout } = await run('--link', '/dev/ttyNowhere');
    expect(stdout).toContain('next    wirejig doctor serial:/dev/ttyNowhere says what is wrong\n');
    expect(code).toBe(3);
    expect(stdout).toContain('report.html (of the last run: the board was not there)\n');
    expect(report()).toBe(before);
    expect(existsSync(join(cwd, 'wirejig-report/wirejig.lock'))).toBe(false);
    await run('--link', '/dev/ttyNowhere', '--out', 'none-yet', '-q');
    expect(report('none-yet')).toContain('"outcome":"unreachable"');
  });

  test('--bail ends at the first failure, --repeat gives verdicts over runs, and check judges its journal alike', async () => {
    const words = ['--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02', '--seed', '5'];
    const bailed = await run(...words, '--bail', '--repeat', '3', '-q');
    expect([bailed.code, report().match(/"type":"repetition"/g)?.length]).toEqual([1, 1]);
    const { stdout } = await run(...words, '--repeat', '2');
    expect(stdout).toContain('✗ run 2 of 2  seed 6  failed: STM-FR-02\n');
    expect(stdout).toContain('  STM-FR-02  passed in 0 of 2 runs, failed in 2\n');
    const check = await wirejig(['check', 'wirejig-report', '-q', '--out', 'checked'], { cwd });
    expect([check.code, requirementsIn(join(cwd, 'checked'))['STM-FR-02']]).toEqual([1, 'fail']);
  });
});

test('--json prints one object and nothing else; a parameter reaches board and suite: a slower line takes longer', async () => {
  const ran = async (baud: string) => {
    const words = ['run', 'stm', '--only', 'STM-FR-10', '--skip', 'STM-TM', '--seed', '3', '--json'];
    const { code, stdout, stderr } = await wirejig([...words, '--param', `baud=${baud}`]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.endsWith('\n') && stdout.indexOf('\n') === stdout.length - 1).toBe(true);
    return printedRun(stdout);
  };
  const [fast, slow] = await Promise.all([ran('115200'), ran('9600')]);
  expect(slow).toMatchObject({ seed: 3, exitCode: 0 });
  expect(slow.command).toContain('--param baud=9600');
  expect(slow.requirements['STM-FR-10']).toBe('pass');
  expect(slow.durationMicros).toBeGreaterThan(2 * fast.durationMicros);
});

test('the environment decides about colours', async () => {
  const forced = await wirejig(['run', '--only', 'STM-FR-10'], { env: { FORCE_COLOR: '1' } });
  expect(forced.stdout).toContain('\u001b[');
  const wanted = (env: Record<string, string>, asked?: boolean): boolean => {
    const replaced = jest.replaceProperty(process, 'env', env);
    try {
      return wantsColor(asked);
    } finally {
      replaced.restore();
    }
  };
  expect(wanted({ FORCE_COLOR: '1' })).toBe(true);
  expect(wanted({ FORCE_COLOR: '1' }, false)).toBe(false);
  expect(wanted({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
});

const RUN = ['run', 'stm', '--only', 'STM-FR-10', '--quiet'];

test('--open opens the report with the program of the desktop, and only then', async () => {
  const { env, calls } = standIns('xdg-open');
  const cwd = folder();
  expect((await wirejig(RUN, { cwd, env })).code).toBe(0);
  expect(calls()).toEqual([]);
  const { code, stderr } = await wirejig([...RUN, '--open', '--out', 'there'], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(calls()).toEqual(['xdg-open there/report.html']);
});

test('where it cannot be opened, the exit code is that of the run', async () => {
  const programs = standIns();
  programs.add('xdg-open', 3);
  const { code, stderr } = await wirejig([...RUN, '--open'], { cwd: folder(), env: programs.env });
  expect([code, stderr]).toEqual([
    0,
    'wirejig: wirejig-report/report.html could not be opened: xdg-open ended with exit code 3: open it yourself\n',
  ]);
});
