/** The words of `wirejig run`. */
import {
  COLOR,
  CONFIG,
  LEAST_JUDGED,
  off,
  PROGRESS,
  REPORTER,
  SUITES,
  STIMULUS,
  text,
  texts,
  UI,
  LAB,
  URGENT,
  WAIT,
  defineCommand,
  path,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-report';
const INTERRUPTED = 130;

export const runCommand = defineCommand({
  builder: (yargs) =>
    yargs
      .positional('suite', {
        ...SUITES,
        describe: 'Suites to run (default: those of your own protocols, else all)',
      })
      .options({
        board: text(
          'board',
          `virtual:${EXAMPLE}, with a defect virtual:${EXAMPLE}+crc-ignored, qemu:${EXAMPLE} (C firmware in QEMU), or a board of wirejig.config.*; with --lab tags: rate=fast,host=pc2 (default: virtual)`,
        ),
        config: CONFIG,
        flash: off('Flash the board first, with the flash command of its configuration'),
        link: texts(
          'Link to a real board, [name=]URL: a serial path, tcp:// or rfc2217://HOST:PORT, labgrid:PLACE or exec:COMMAND',
        ),
        param: texts('Set a parameter: key=value (wirejig list params)'),
        only: texts('Run only these clauses, by id or prefix, or scenarios; comma-separated'),
        skip: texts('Skip these clauses or scenarios; comma-separated'),
        match: {
          ...text(
            'match',
            'Run only clauses whose id, heading or text contains this, and scenarios whose title does',
          ),
          alias: 'k',
        },
        shard: text('shard', 'One part of the scenarios, as 1/4 of four machines or boards'),
        'last-failed': off(
          'Run only clauses that failed or were not judged in the last run in --out, with its seed; all if there are none',
        ),
        bail: off('Stop after the first scenario in which a MUST fails'),
        repeat: text(
          'repeat',
          'Run N times, each with the next seed, and report verdicts and flake rate of each clause (default: 1)',
        ),
        'least-judged': LEAST_JUDGED,
        seed: text('seed', 'Seed of all random choices (default: random)'),
        time: text(
          'time',
          'Time limit: 60s, 10m (default: five times the usual time; none on a virtual board)',
        ),
        jobs: text('jobs', 'Parallel processes for suites on virtual boards (default: one per processor)'),
        label: text('label', 'Version of the firmware, for the report and wirejig history (default: none)'),
        out: path('out', `Directory for the journal and the reports (default: ${OUT}/)`),
        reset: text(
          'reset',
          'How to reset the board: reopen, dtr, rts, break, esp32, a tool (st-flash, openocd, …) or cmd:COMMAND (default: no reset)',
        ),
        'reset-first': off('Reset the board before the first request, in case an earlier run was cut short'),
        lab: LAB,
        any: off('With --lab: run on any one matching board (default)'),
        all: off('With --lab: run on every matching board, with one report for all'),
        wait: WAIT,
        urgent: URGENT,
        stimulus: text('stimulus', STIMULUS),
        unattended: off('Nobody is at the board: skip what needs a person'),
        ui: UI,
        open: off(
          'Open the report at the end; --no-open never asks (default: on a terminal, ask after a failure)',
        ),
        watch: off(
          'Run again when the configuration, a description or the image changes: flash, then what failed, then the rest',
        ),
        json: off('Print one JSON object only'),
        quiet: { ...off('Print only the verdict'), alias: 'q' },
        verbose: { ...off('Show each scenario, every check that did not pass, and more bytes'), alias: 'v' },
        progress: PROGRESS,
        reporter: REPORTER,
        color: COLOR,
      })
      .example(`$0 run ${EXAMPLE}`, 'the suite on its virtual board')
      .example(`$0 run ${EXAMPLE} --board virtual:${EXAMPLE}+crc-ignored`, 'with a firmware bug')
      .example(`$0 run ${EXAMPLE} --link /dev/ttyUSB0 --reset dtr`, 'a real board')
      .example(`$0 run ${EXAMPLE} --lab --board rate=fast`, 'any board of the lab with this tag')
      .example(`$0 run ${EXAMPLE} -k CRC --bail`, 'only what concerns the CRC, up to the first failure')
      .example(`$0 run ${EXAMPLE} --last-failed`, 'rerun what failed, with the same bytes')
      .example(`$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-TM --repeat 20`, 'how often does it fail?')
      .example('$0 run --board desk', 'a board of wirejig.config.*')
      .example('$0 run --board desk --watch', 'again after each build')
      .example(
        `$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-FR --seed 7`,
        'some clauses, the same bytes each time',
      ),
  usesProtocols: true,
  excludes: {
    progress: ['json', 'quiet'],
    ui: ['lab'],
    open: ['lab'],
    label: ['lab'],
    shard: ['lab'],
    jobs: ['lab'],
    watch: ['lab', 'ui', 'json'],
    any: ['all'],
  },
  needed: { lab: ['any', 'all', 'wait', 'urgent'] },
  run: async ({
    suite,
    link,
    param,
    only,
    skip,
    out,
    'reset-first': resetFirst,
    'least-judged': leastJudged,
    'last-failed': lastFailed,
    ...rest
  }) => {
    const request = {
      ...rest,
      suites: suite ?? [],
      links: link ?? [],
      params: param ?? [],
      only: only ?? [],
      skip: skip ?? [],
      out: out ?? OUT,
      resetFirst,
      leastJudged,
      ...(lastFailed === true ? { lastRun: (await import('./last-run.js')).lastRun(out ?? OUT) } : {}),
    };
    if (rest.watch === true) return (await import('./watch.js')).watchRun(request);
    if (rest.lab !== undefined) return (await import('./run-lab.js')).runInLab(request);
    const { askForBoard } = await import('./board-question.js');
    const asked = await askForBoard(request);
    return asked === undefined ? INTERRUPTED : (await import('./run.js')).runCommand(asked);
  },
});
