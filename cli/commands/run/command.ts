/** The words of `wirejig run`. */
import {
  COLOR,
  CONFIG,
  JSON_ONLY,
  LAB,
  LEAST_JUDGED,
  LINK,
  PARAM,
  PROGRESS,
  REPORTER,
  STIMULUS,
  SUITES,
  UI,
  URGENT,
  WAIT,
  defineCommand,
  off,
  path,
  text,
  texts,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-report';
const INTERRUPTED = 130;

export const runCommand = defineCommand({
  positionals: {
    suite: {
      ...SUITES,
      describe: 'Suites to run (default: those of your own protocols, else all)',
    },
  },
  options: {
    board: text('virtual:NAME[+DEFECT], qemu:NAME or a configured one; with --lab tags (default: virtual)'),
    config: CONFIG,
    flash: off('Flash the board first, with the flash command of its configuration'),
    link: LINK,
    param: PARAM,
    only: texts('Run only these clauses, by id or prefix, or scenarios; comma-separated'),
    skip: texts('Skip these clauses or scenarios; comma-separated'),
    match: {
      ...text('Run only clauses that contain this (id, heading, text), and scenarios (title)'),
      alias: 'k',
    },
    shard: text('One part of the scenarios, as 1/4 of four machines or boards'),
    'last-failed': off('Run only what failed or was not judged in the last run of --out, with its seed'),
    bail: off('Stop after the first scenario in which a MUST fails'),
    repeat: text('Run N times, each with the next seed, and report flake rates (default: 1)'),
    'least-judged': LEAST_JUDGED,
    seed: text('Seed of all random choices (default: random)'),
    time: text('Time limit: 60s, 10m (default: five times the usual time; none on a virtual board)'),
    jobs: text('Parallel processes for virtual boards (default: one per processor)'),
    label: text('Firmware version, for report and history (default: none)'),
    out: path(`Folder for the journal and the reports (default: ${OUT}/)`),
    reset: text('Reset method: reopen, dtr, rts, break, esp32, flash tool or cmd:COMMAND (default: none)'),
    'reset-first': off('Reset the board before the first request, in case an earlier run was cut short'),
    lab: LAB,
    any: off('With --lab: run on any one matching board (default)'),
    all: off('With --lab: run on every matching board, with one report for all'),
    wait: WAIT,
    urgent: URGENT,
    stimulus: text(STIMULUS),
    unattended: off('Nobody is at the board: skip what needs a person'),
    ui: UI,
    open: off('Open the report at the end; --no-open never asks (default: ask after a failure)'),
    watch: off('Run again when configuration, description or image changes (flashes a new image first)'),
    json: JSON_ONLY,
    quiet: { ...off('Print only the verdict'), alias: 'q' },
    verbose: { ...off('Show each scenario, every check that did not pass, and more bytes'), alias: 'v' },
    progress: PROGRESS,
    reporter: REPORTER,
    color: COLOR,
  },
  examples: [
    [`$0 run ${EXAMPLE}`, 'the suite on its virtual board'],
    [`$0 run ${EXAMPLE} --board virtual:${EXAMPLE}+crc-ignored`, 'with a firmware bug'],
    [`$0 run ${EXAMPLE} --link /dev/ttyUSB0 --reset dtr`, 'a real board'],
    [`$0 run ${EXAMPLE} --lab --board rate=fast`, 'any board of the lab with this tag'],
    [`$0 run ${EXAMPLE} -k CRC --bail`, 'only what concerns the CRC, up to the first failure'],
    [`$0 run ${EXAMPLE} --last-failed`, 'rerun what failed, with the same bytes'],
    [`$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-TM --repeat 20`, 'how often does it fail?'],
    ['$0 run --board desk', 'a board of wirejig.config.*'],
    ['$0 run --board desk --watch', 'again after each build'],
    [
      `$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-FR --seed 7`,
      'some clauses, the same bytes each time',
    ],
  ],
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
  run: async ({ suite, link, param, only, skip, out, lastFailed, ...rest }) => {
    const request = {
      ...rest,
      suites: suite ?? [],
      links: link ?? [],
      params: param ?? [],
      only: only ?? [],
      skip: skip ?? [],
      out: out ?? OUT,
      ...(lastFailed === true ? { lastRun: (await import('./last-run.js')).lastRun(out ?? OUT) } : {}),
    };
    if (rest.watch === true) return (await import('./watch.js')).watchRun(request);
    if (rest.lab !== undefined) return (await import('./run-lab.js')).runInLab(request);
    const { askForBoard } = await import('./board-question.js');
    const asked = await askForBoard(request);
    return asked === undefined ? INTERRUPTED : (await import('./run.js')).runCommand(asked);
  },
});
