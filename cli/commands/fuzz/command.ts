/** The words of `wirejig fuzz`. */
import {
  CONFIG,
  COLOR,
  LAB,
  off,
  STIMULUS,
  text,
  texts,
  UI,
  URGENT,
  WAIT,
  defineCommand,
  path,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-fuzz';

export const fuzzCommand = defineCommand({
  usage: 'fuzz <suite>',
  describe: 'Find the inputs that break a board, each as a small file, C data and a Python script',
  builder: (yargs) =>
    yargs
      .positional('suite', { type: 'string', demandOption: true, describe: 'The protocol' })
      .options({
        config: CONFIG,
        board: text(
          'board',
          `virtual:${EXAMPLE}, or with defects virtual:${EXAMPLE}+crc-ignored; with --lab tags: rate=fast`,
        ),
        link: texts('A real board: [name=]URL; a serial path or tcp://HOST:PORT'),
        reset: texts(
          'How a real board is reset: reopen, dtr, rts, break, cmd:COMMAND; several, mildest first',
        ),
        stimulus: text('stimulus', STIMULUS),
        lab: LAB,
        boards: text('boards', 'With --lab: the most boards at once (default: each that fits)'),
        wait: WAIT,
        urgent: URGENT,
        param: texts('key=value: a profile parameter (wirejig list params)'),
        cases: text('cases', 'Number of cases'),
        time: text('time', 'Longest time: 60s, 10m, 8h (default: 60s without --cases)'),
        seed: text('seed', 'The seed of all random choices; none: a new one'),
        'resync-limit': text(
          'resync-limit',
          'Longest time until the board answers again after garbage: 200ms (default: from the protocol’s page)',
        ),
        out: path('out', `Where the journal and the findings go (default: ${OUT}/)`),
        resume: off('Continue the campaign in --out'),
        'trust-folder': off(
          'With --resume: take links, recipes and configuration from the folder; they can run commands',
        ),
        ui: UI,
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example(`$0 fuzz ${EXAMPLE} --cases 20000`, 'the virtual board')
      .example(`$0 fuzz ${EXAMPLE} --board virtual:${EXAMPLE}+crc-ignored --seed 7`, 'with a firmware bug')
      .example(
        `$0 fuzz ${EXAMPLE} --link /dev/ttyUSB0 --reset dtr --time 8h --out night`,
        'a real board, overnight',
      )
      .example(`$0 fuzz ${EXAMPLE} --lab --cases 100000`, 'one campaign over the boards of a lab')
      .example(`$0 fuzz ${EXAMPLE} --resume --out night`, 'continue an interrupted campaign')
      .epilogue(
        'Exit codes: 0 no failure, 1 a finding or slow after garbage, 2 the command is wrong, 3 a failure that did not show again, or the board was not reached or lost, 130 interrupted',
      ),
  usesProtocols: true,
  needed: { resume: ['trust-folder'], lab: ['boards', 'wait', 'urgent'] },
  excludes: { ui: ['lab'] },
  run: async ({
    link,
    param,
    reset,
    out,
    'resync-limit': resyncLimit,
    'trust-folder': trustFolder,
    ...rest
  }) => {
    const request = {
      ...rest,
      resyncLimit,
      trustFolder,
      links: link ?? [],
      resets: reset ?? [],
      params: param ?? [],
      out: out ?? OUT,
    };
    if (rest.lab !== undefined) return (await import('./fuzz-lab.js')).fuzzInLab(request);
    return (await import('./fuzz.js')).fuzzCommand(request);
  },
});
