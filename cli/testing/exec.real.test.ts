import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { measure } from './attack/measured-process';
import { requirementsIn } from './printed-output';
import {
  cleanUp,
  countProcesses,
  folder,
  isGone,
  lines,
  start,
  wirejig,
  type ProcessResult,
} from './wirejig-process';

afterAll(cleanUp);

const MAIN = join(__dirname, '../../dist/cli/main.js');
const SHORT_TIMEOUT = ['--param', 'patienceMs=400'];

/** Asks a program in its folder. */
function ask(command: string, cwd: string, ...words: readonly string[]): Promise<ProcessResult> {
  return wirejig(['run', 'chinese-ten', '--seed', '1', '--link', `exec:${command}`, ...words], { cwd });
}

/** Once more, where a busy machine left it without a verdict: the board is another process, in real time. */
async function runUntilJudged(run: () => Promise<ProcessResult>): Promise<ProcessResult> {
  const ended = await run();
  return ended.code === 3 ? run() : ended;
}

test.concurrent('the simulated board on a pseudo-terminal passes in real time', async () => {
  const board = `${process.execPath} ${MAIN} simulate chinese-ten --stdio --seed 4`;
  const cwd = folder();
  const { code, stdout, stderr } = await runUntilJudged(() =>
    ask(board, cwd, '--only', 'chinese-ten/long-names'),
  );
  expect([stderr, code === 0 ? '' : stdout]).toEqual(['', '']);
  expect(stdout).toContain('✓ PASS');
  expect(requirementsIn(join(cwd, 'wirejig-report'))['CT-UI-03']).toBe('pass');
  expect(await isGone('--stdio --seed 4')).toBe(true);
});

/** The menu, and something of its own for the first key. */
const PROGRAM = `
const { stdin, stdout } = process;
stdin.setRawMode(true);
stdout.write('\\x1b[1J\\x1b[1;1H(1) Play the game!\\r\\n(2) Check the ranking table.\\r\\n( ) Exit.\\r\\n');
stdin.on('data', () => acts[process.argv[2]]());
const noise = Buffer.from('<img src=x onerror=alert(1)>"\\x1b]0;owned\\x07\\x1b[31m\\xff\\xfe\\x9b2J\\xc3(\\x00', 'latin1');
const acts = {
  die: () => process.exit(9),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  hang: () => undefined,
  flood: () => {
    const more = Buffer.alloc(1 << 16, noise);
    let left = 50 << 20;
    const write = () => { while (left > 0) { left -= more.length; if (!stdout.write(more)) return void stdout.once('drain', write); } };
    write();
  },
  noise: () => stdout.write(noise),
};`;

describe('a program that shows its menu, and then', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'program.js'), PROGRAM);

  test.concurrent.each([
    ['die', 'the program ended with exit code 9'],
    ['crash', 'the program was ended by SIGSEGV'],
    ['hang', 'nothing for 400 ms'],
    ['flood', 'the program prints without end'],
    ['noise', 'nothing for 400 ms'],
  ])('%ss, fails a clause, and brings nothing of it to whoever reads', async (act, seen) => {
    const out = join(cwd, act);
    const link = `exec:${process.execPath} program.js ${act}`;
    const words = [...['--link', link], ...SHORT_TIMEOUT, '--only', 'chinese-ten/end-of-file', '--out', out];
    const play = () => measure(['run', 'chinese-ten', ...words], { cwd });
    let { memory, code, stdout, stderr } = await play();
    // This machine stood still, which may be the cause: asked again.
    for (let again = 0; code === 3 && again < 2; again++) ({ memory, code, stdout, stderr } = await play());
    expect([code, stderr]).toEqual([1, '']);
    expect(requirementsIn(out)['CT-UI-02']).toBe('fail');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(seen);
    expect(memory).toBeLessThan(400);
    const kept = readdirSync(out).map((name) => [name, statSync(join(out, name)).size] as const);
    expect(kept.filter(([, size]) => size > 20_000_000)).toEqual([]);
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    for (const text of [stdout, report]) expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(report).not.toContain('<img src=x');
    expect(report).toContain('class="term"');
    const journal = lines(join(out, 'journal.jsonl'));
    const lost = journal.filter((line) => line.includes('"event":"lost"'));
    expect(lost.some((line) => line.includes(seen))).toBe(act === 'die' || act === 'crash');
    expect(await isGone(`program.js ${act}`)).toBe(true);
  });
});

describe('a program that is no board is not reached', () => {
  test.concurrent.each([
    ['echo hello; exit 3', /ended with exit code 3\b/],
    ['no-such-game', /exit code 127: there is no such command/],
    ['printf "\\033]0;owned\\007\\377"; exec sleep 4242.1', /nothing for 400 ms/],
    ['yes', /prints without end/],
  ])('%s', async (command, reason) => {
    const { code, stdout, stderr } = await ask(command, folder(), ...SHORT_TIMEOUT);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^wirejig: [^\n]*\n$/);
    expect(stderr).toMatch(reason);
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    if (command.includes('sleep')) expect(await isGone('sleep 4242.1')).toBe(true);
  });

  test.concurrent('without a command, the command line is wrong', async () => {
    const { code, stderr } = await ask('', folder());
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^wirejig: [^\n]*no command named[^\n]*\n$/)]);
  });
});

test.concurrent.each([
  // Only a process that still runs can end what has left the terminal.
  ['SIGINT', 130, 'setsid ', 4242.2],
  ['SIGKILL', 'SIGKILL', '', 4242.3],
] as const)('%s ends the program with the run, whatever it ignores', async (signal, code, apart, seconds) => {
  const command = `trap "" HUP INT TERM; ${apart}sleep ${seconds} & sleep ${seconds}`;
  const whole = start(['run', 'chinese-ten', '--link', `exec:${command}`], { cwd: folder() });
  for (let i = 0; i < 200 && countProcesses(`sleep ${seconds}`) < 2; i++) await pause(20);
  whole.child.kill(signal);
  expect((await whole.ended).code).toBe(code);
  expect(await isGone(`sleep ${seconds}`)).toBe(true);
});
