import type { Progress } from '../../../scenarios/record';
import { run } from '../../../scenarios/runner/runner';
import { JournalProgress } from './run-lab';
import type { LastRun } from './last-run';
import { planRun, type RunCommandOptions } from './run-plan';
import { UsageError } from '../../shared/usage-error';

const NOTHING: RunCommandOptions = { suites: ['stm'], links: [], params: [], only: [], skip: [] };

async function refusal(options: Partial<RunCommandOptions>): Promise<string> {
  try {
    await planRun({ ...NOTHING, ...options });
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'taken';
}

function lastOn(realBoard: string | undefined): LastRun {
  return { open: [{ id: 'STM-FR-02', names: ['STM-FR-02'] }], seed: 7, realBoard };
}

describe('wrong options are refused with a cause and a remedy', () => {
  test.each<[Partial<RunCommandOptions>, RegExp]>([
    [{ seed: '1.5' }, /--seed '1\.5'.*whole number from 0 to 2147483647/],
    [{ seed: '2147483648' }, /--seed '2147483648'.*whole number/],
    [{ leastJudged: '101' }, /--least-judged '101' is not a percentage: give 0 to 100/],
    [{ leastJudged: 'most' }, /--least-judged 'most' is not a percentage/],
    [{ leastJudged: '99.5' }, /taken/],
    [{ params: ['idleGapMs=1'] }, /idleGapMs is not '1': give a number from 2 to 10000 ms/],
    [{ params: ['idleGapMs=ten'] }, /idleGapMs is not 'ten': give a number from 2 to 10000 ms/],
    [{ params: ['idleGapMs'] }, /give --param name=value/],
    [{ shard: '0/4' }, /--shard '0\/4' is not a part: give 1\/4 to 4\/4/],
    [{ shard: '5/4' }, /is not a part/],
    [{ only: ['STM-FR-10'], shard: '9/9' }, /--shard 9\/9 has no scenario: give fewer parts/],
    [{ only: ['STM-XX'] }, /no clause or scenario 'STM-XX'.*wirejig list requirements/],
    [{ board: 'virtual:stmm' }, /no virtual board named 'stmm': did you mean stm\?/],
    [{ board: 'bench-3' }, /no board named 'bench-3': give virtual:KIND .*--link/],
    [{ links: ['scanner=/dev/x'] }, /no link 'scanner': its links are main/],
    [{ links: ['/dev/x', '/dev/y'] }, /link main is given twice/],
    [
      { links: ['/dev/x'], reset: 'kick' },
      /--reset 'kick' is not a reset method: give reopen, dtr, rts, break, esp32, a tool .* or cmd:/,
    ],
    [
      { links: ['tcp://127.0.0.1:4000'], reset: 'dtr' },
      /reset dtr needs the modem lines .*tcp:\/\/127\.0\.0\.1:4000 has none: give --reset reopen or cmd:/,
    ],
    [{ links: ['exec:./game'], reset: 'esp32' }, /reset esp32 needs the modem lines/],
    [{ links: ['rfc2217://127.0.0.1:2217'], reset: 'dtr' }, /taken/],
    [{ params: ['baud=9600', 'baud=1'] }, /--param baud is given twice/],
    [{ params: ['errorCmd=0x100'] }, /errorCmd is not '0x100': give a number from 7 to 255/],
    [{ params: ['errorCmd='] }, /errorCmd is not '': give a number from 7 to 255/],
    [
      { links: ['/dev/x'], stimulus: 'wave' },
      /--stimulus 'wave' is not a stimulus method: give page, operator or cmd:COMMAND/,
    ],
    [{ links: ['/dev/x'], reset: 'cmd:' }, /--reset 'cmd:' is not a reset method/],
    [
      { lastRun: lastOn('/dev/ttyUSB0') },
      /the last run was on \/dev\/ttyUSB0: name the board again, with --board or --link/,
    ],
    [{ lastRun: { open: [], seed: 7, realBoard: '/dev/ttyUSB0' } }, /name the board again/],
    [{ lastRun: lastOn('/dev/ttyUSB0'), board: 'virtual:stm' }, /taken/],
    [{ lastRun: lastOn(undefined) }, /taken/],
  ])('%j', async (options, message) => {
    const text = await refusal(options);
    expect(text).toMatch(message);
    expect(text).not.toContain('\n');
  });
});

describe('valid options give a board, a suite and the command that repeats the run', () => {
  const plan = (options: Partial<RunCommandOptions>) => planRun({ ...NOTHING, seed: '5', ...options });

  test('without a board: the suite’s virtual board', async () => {
    const { targets, command, boardAssumed } = await plan({ suites: [], only: ['STM'] });
    expect(targets).toHaveLength(1);
    expect(targets[0]?.board.name).toBe('virtual:stm');
    expect([command, boardAssumed]).toEqual([
      'wirejig run stm --board virtual:stm --only STM --seed 5',
      true,
    ]);
  });

  test('a board alone names its suite', async () => {
    const { targets } = await plan({ suites: [], board: 'virtual:stm+crc-ignored' });
    expect(targets.map(({ suite, board }) => [suite.id, board.defects])).toEqual([['stm', ['crc-ignored']]]);
  });

  test('a link has the baud of the parameter, recipes are kept, words are quoted for the shell', async () => {
    const { targets, command } = await plan({
      links: ["/dev/serial/by-id/it's here"],
      params: ['baud=9600', 'errorCmd=0xEF'],
      reset: 'cmd:kill -HUP 7',
      only: ['STM-FR-01, STM-FR-02'],
      unattended: true,
    });
    expect(targets[0]?.parameters).toEqual({ baud: 9600, errorCmd: 0xef, idleGapMs: 50, responseMs: 100 });
    expect(targets[0]?.board.reset?.text).toBe('the command kill -HUP 7');
    expect(command).toBe(
      "wirejig run stm --link '/dev/serial/by-id/it'\\''s here' --reset 'cmd:kill -HUP 7' --param baud=9600 " +
        '--param errorCmd=0xEF --only STM-FR-01 --only STM-FR-02 --seed 5 --unattended',
    );
  });

  test('the given seed is used, up to the ends of the range; else each run has a new one', async () => {
    const seeds = async (...texts: readonly (string | undefined)[]) =>
      (await Promise.all(texts.map((seed) => plan({ seed })))).map(({ seed }) => seed);
    expect(await seeds('0', '2147483647')).toEqual([0, 2147483647]);
    const fresh = await seeds(...Array.from({ length: 8 }, () => undefined));
    expect(new Set(fresh).size).toBeGreaterThan(6);
  });
});

describe('how codes are presented to a real board', () => {
  const stimulusText = async (options: Partial<RunCommandOptions>) =>
    (await planRun({ ...NOTHING, links: ['/dev/x'], ...options })).targets[0]?.board.stimulus?.text;

  test.each<[Partial<RunCommandOptions>, string | undefined]>([
    [{}, undefined],
    [{ stimulus: 'page' }, 'a page in a browser'],
    [{ stimulus: 'page', unattended: true }, 'a page in a browser'],
    [{ stimulus: 'operator' }, 'a person at the terminal'],
    [{ stimulus: 'operator', unattended: true }, undefined],
    [{ stimulus: 'cmd:show {hex}', unattended: true }, 'the command show {hex}'],
  ])('with the options %j: %s', async (options, expected) => {
    expect(await stimulusText(options)).toBe(expected);
  });
});

test('the progress of a run elsewhere follows from its journal, as the run tells it here', async () => {
  const { targets, selection, seed } = await planRun({
    ...NOTHING,
    only: ['STM-FR-10', 'STM-FR-02'],
    seed: '3',
  });
  const [{ suite, board, parameters }] = targets as [(typeof targets)[number]];
  const scenarios = suite.scenarios.filter((one) => selection.includes(one)).length;
  const journal = new JournalProgress(scenarios);
  let followed: Progress | undefined;
  const here: Progress[] = [];
  const there: (Progress | undefined)[] = [];
  await run({
    ...{ board, suites: [suite], parameters: new Map([[suite.id, parameters]]), seed, selection },
    ...{ version: '1.2.3', command: 'wirejig run stm', signal: new AbortController().signal },
    emit: (event) => (followed = journal.add(event)),
    progress: (progress) => {
      here.push({ ...progress, exchanges: 0 });
      there.push(followed && { ...followed, exchanges: 0 });
    },
  });
  expect(here.length).toBeGreaterThan(scenarios);
  expect(there).toEqual(here);
  expect(followed).toMatchObject({ done: scenarios, exchanges: expect.any(Number) as number });
  expect(followed?.exchanges).toBeGreaterThan(0);
});

test('the parts of --shard are the whole, and have no scenario in common', async () => {
  const scenariosOf = async (options: Partial<RunCommandOptions>): Promise<readonly string[]> => {
    const { targets, selection } = await planRun({ ...NOTHING, only: ['STM-FR'], ...options });
    const all = targets.flatMap(({ suite }) => suite.scenarios);
    return all.filter((one) => selection.includes(one)).map(({ id }) => id);
  };
  const parts = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => scenariosOf({ shard })));
  const whole = await scenariosOf({});
  expect(whole.length).toBeGreaterThan(5);
  expect(parts.flat().toSorted()).toEqual(whole.toSorted());
  const sizes = parts.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(2);
  expect((await planRun({ ...NOTHING, shard: '2/3' })).command).toContain(' --shard 2/3');
});
