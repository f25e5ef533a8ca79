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

export const runCommand = defineCommand({
  usage: 'run [suite..]',
  describe: 'Test a board against its protocol, and report',
  builder: (yargs) =>
    yargs
      .positional('suite', {
        ...SUITES,
        describe: 'Suites to run; none: those of your own protocols, else all',
      })
      .options({
        board: text(
          'board',
          `virtual:${EXAMPLE}, qemu:${EXAMPLE} (C firmware under QEMU), with defects virtual:${EXAMPLE}+crc-ignored; or one of wirejig.config.*; with --lab tags: rate=fast,host=pc2`,
        ),
        config: CONFIG,
        flash: off('Flash the board first, by the flash command of its configuration'),
        link: texts(
          'A real board: [name=]URL; a serial path, tcp://, rfc2217://HOST:PORT, labgrid:PLACE or exec:COMMAND',
        ),
        param: texts('key=value: a profile parameter (wirejig list params)'),
        only: texts('Clauses by id or its beginning, or scenarios; commas allowed'),
        skip: texts('Leave out these clauses or scenarios'),
        match: {
          ...text(
            'match',
            'Clauses with this in their id, heading or text, and scenarios with it in their title',
          ),
          alias: 'k',
        },
        'last-failed': off(
          'Clauses that failed or were not judged in the last run of --out, with its seed; all, if there are none',
        ),
        bail: off('End after the first scenario in which a MUST fails'),
        repeat: text(
          'repeat',
          'Run N times, each time with the next seed: verdicts and flake rate of each clause',
        ),
        'least-judged': LEAST_JUDGED,
        seed: text('seed', 'The seed of all random choices; none: a new one'),
        time: text('time', 'Longest time: 60s, 10m (default: five times the usual; a virtual board: any)'),
        out: path('out', `Where the journal and the reports go (default: ${OUT}/)`),
        reset: text('reset', 'How the board is reset: reopen, dtr, rts, break, esp32, cmd:COMMAND'),
        'reset-first': off('Reset the board before the first request: an earlier run may have been cut'),
        lab: LAB,
        any: off('With --lab: on any one board that fits (default)'),
        all: off('With --lab: on each board that fits, with one page'),
        wait: WAIT,
        urgent: URGENT,
        stimulus: text('stimulus', STIMULUS),
        unattended: off('No person can help: nothing asks for one'),
        ui: UI,
        json: off('Print one JSON object and nothing else'),
        quiet: { ...off('Print the verdict only'), alias: 'q' },
        verbose: { ...off('Show each scenario, every check that did not pass, and more bytes'), alias: 'v' },
        progress: PROGRESS,
        reporter: REPORTER,
        color: COLOR,
      })
      .example(`$0 run ${EXAMPLE}`, 'the suite on its virtual board')
      .example(`$0 run ${EXAMPLE} --board virtual:${EXAMPLE}+crc-ignored`, 'with a firmware bug')
      .example(`$0 run ${EXAMPLE} --link /dev/ttyUSB0 --reset dtr`, 'a real board')
      .example(`$0 run ${EXAMPLE} --lab --board rate=fast`, 'any board of the lab with this tag')
      .example(`$0 run ${EXAMPLE} -k CRC --bail`, 'what is about the CRC, up to the first failure')
      .example(`$0 run ${EXAMPLE} --last-failed`, 'again what failed, with the same bytes')
      .example(`$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-TM --repeat 20`, 'how often does it fail?')
      .example('$0 run --board desk', 'a board of wirejig.config.*')
      .example(
        `$0 run ${EXAMPLE} --only ${EXAMPLE.toUpperCase()}-FR --seed 7`,
        'some clauses, the same bytes each time',
      ),
  usesProtocols: true,
  excludes: { progress: ['json', 'quiet'], ui: ['lab'], any: ['all'] },
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
    if (rest.lab !== undefined) return (await import('./run-lab.js')).runInLab(request);
    return (await import('./run.js')).runCommand(request);
  },
});
