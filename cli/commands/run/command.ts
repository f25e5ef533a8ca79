/** The words of `wirejig run`. */
import { RESET_WAYS } from '../../../devices/board/reset';
import {
  OUTPUT_EXCLUDES,
  common,
  defineCommand,
  folder,
  off,
  text,
  texts,
  type RequestOf,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';
import type { LastRun } from './last-run';

export const runCommand = defineCommand({
  positionals: {
    suite: {
      ...common.suites,
      describe: 'Suites to run (default: those of your own protocols, else all)',
    },
  },
  options: {
    board: text('virtual:NAME[+DEFECT], qemu:NAME or a configured one; with --lab tags (default: virtual)'),
    config: common.config,
    flash: off('Flash the board first, with the flash command of its configuration'),
    link: common.link,
    param: common.param,
    allow: common.allow,
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
    'least-judged': common.leastJudged,
    seed: text('Seed of all random choices (default: random)'),
    time: text('Time limit: 60s, 10m (default: five times the usual time; none on a virtual board)'),
    jobs: text('Parallel processes for virtual boards (default: one per processor)'),
    label: text('Firmware version, for report and history (default: none)'),
    out: folder('Folder for the journal and the reports', 'wirejig-report'),
    reset: text(`Reset method: ${RESET_WAYS.join(', ')}, flash tool or cmd:COMMAND (default: none)`),
    'reset-first': off('Reset the board before the first request, in case an earlier run was cut short'),
    lab: common.lab,
    any: off('With --lab: run on any one matching board (default)'),
    all: off('With --lab: run on every matching board, with one report for all'),
    wait: common.wait,
    urgent: common.urgent,
    stimulus: common.stimulus,
    unattended: off('Nobody is at the board: skip what needs a person'),
    ui: common.ui,
    open: off('Open the report at the end; --no-open never asks (default: ask after a failure)'),
    watch: off('Run again when configuration, description or image changes (flashes a new image first)'),
    json: common.json,
    quiet: common.quiet,
    verbose: { ...off('Show each scenario, every check that did not pass, and more bytes'), alias: 'v' },
    progress: common.progress,
    reporter: common.reporter,
    color: common.color,
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
    ...OUTPUT_EXCLUDES,
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
});

export interface RunRequest extends RequestOf<typeof runCommand> {
  /** Only what was left open in it is run, with its seed. */
  readonly lastRun?: LastRun | undefined;
}
