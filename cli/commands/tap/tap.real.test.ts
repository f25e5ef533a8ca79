import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { printedGames, requirementsIn } from '../../testing/printed-output';
import { cleanUp, folder, lines, start, wirejig, type RunningProcess } from '../../testing/wirejig-process';

afterAll(cleanUp);

const VIRTUAL = ['tap', '--a', 'virtual:durak', '--b', 'virtual:durak'];

describe('two virtual boards', () => {
  test('a game on a bad cable is printed move by move, won, reported, and repeated by its command', async () => {
    const cwd = folder();
    const words = [...VIRTUAL, '--faults', 'flip,drop', '--seed', '11'];
    const { code, stdout, stderr } = await wirejig(words, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/ deals\n.* attacks with [^\n]+\n/);
    expect(stdout).toMatch(/\n {2}game {4}player \d has won: board [ab]\n/);
    const [, command = ''] = /\n {2}again {3}wirejig ([^\n]+)\n/.exec(stdout) ?? [];
    const out = join(cwd, 'wirejig-report');
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['journal.jsonl', 'report.html']));
    await wirejig([...command.split(' '), '--quiet', '--out', 'again'], { cwd });
    expect(lines(join(cwd, 'again/journal.jsonl'))).toEqual(lines(join(out, 'journal.jsonl')));
  });

  test('a board that breaks a clause: exit 1, and the clause', async () => {
    const { code, stdout } = await wirejig([
      ...['tap', '--a', 'virtual:durak+ack-twice', '--b', 'virtual:durak'],
      ...['--seed', '1', '--quiet'],
    ]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^✗ FAIL[^\n]+\n$/)]);
  });

  test('many games have one verdict, exit 0, and no files', async () => {
    const cwd = folder();
    const { code, stdout } = await wirejig([...VIRTUAL, '--games', '2', '--faults', 'flip,cut'], { cwd });
    expect(stdout).toMatch(/^✓ 2 of 2 games ended well: a won \d, b \d\n {2}\d+ moves, \d+ faults; /);
    expect([code, readdirSync(cwd)]).toEqual([0, []]);
  });

  test('failed games: exit 1, each with the command that repeats it', async () => {
    const words = ['tap', '--a', 'virtual:durak', '--b', 'virtual:durak+draw-from-end', '--json'];
    const { code, stdout } = await wirejig([...words, '--games', '2', '--seed', '47']);
    const { played, bad } = printedGames(stdout);
    expect([code, played, bad.map(({ game }) => game)]).toEqual([1, 2, [1, 2]]);
    expect(bad[1]?.reason).toMatch(/^DRK-PL-06: board b: /);
    const again = await wirejig([...(bad[1]?.again ?? '').split(' ').slice(1), '--quiet']);
    expect(again.code).toBe(1);
  });
});

describe('two boards in real time', () => {
  const pty = needing('a tap of real ports', 'socat');
  /** After a reset board a sends hello after 0.3 s, board b after 9.6 s. */
  const SEEDS = { a: '24', b: '156' };

  async function simulated(cwd: string, side: 'a' | 'b'): Promise<RunningProcess> {
    const running = start(['simulate', 'durak', '--pty', `./${side}`, '--seed', SEEDS[side]], { cwd });
    await running.waitForOutput(/^wirejig: virtual durak on /);
    return running;
  }

  pty.test(
    'their first moves pass the tap without a failure; if a board is lost: exit 3, with its side',
    async () => {
      const cwd = folder();
      const boards = await Promise.all([simulated(cwd, 'a'), simulated(cwd, 'b')]);
      const tap = start(['tap', '--a', './a', '--b', './b', '--no-color'], { cwd });
      await tap.waitForOutput(/Start or reset both boards now/);
      for (const { child } of boards) child.kill('SIGHUP');
      await tap.waitForOutput(
        / deals\n(?:[^\n]*\n)*[^\n]* attacks with [^\n]+\n(?:[^\n]*\n)*[^\n]* (?:beats|takes) /,
      );
      boards[1].child.kill('SIGINT');
      const { code, stderr } = await tap.ended;
      expect([code, stderr]).toEqual([3, expect.stringMatching(/^wirejig: [^\n]*\.\/b[^\n]*\n$/)]);
      const requirements = requirementsIn(join(cwd, 'wirejig-report'));
      expect(Object.entries(requirements).filter(([, verdict]) => verdict === 'fail')).toEqual([]);
      const held = ['DRK-LK-01', 'DRK-LK-02', 'DRK-HS-05', 'DRK-DL-01', 'DRK-PL-01', 'DRK-PL-11'];
      for (const id of held) expect([id, requirements[id]]).toEqual([id, 'pass']);
    },
  );
});
