/** The words of `wirejig fuzz`. */
import {
  CONFIG,
  LAB,
  LINK,
  OUTPUT,
  PARAM,
  RESETS,
  STIMULUS,
  UI,
  URGENT,
  WAIT,
  defineCommand,
  off,
  path,
  text,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-fuzz';

export const fuzzCommand = defineCommand({
  builder: (yargs) =>
    yargs
      .positional('suite', { type: 'string', demandOption: true, describe: 'Protocol to fuzz' })
      .options({
        config: CONFIG,
        board: text('board', 'virtual:NAME[+DEFECT]; with --lab tags: rate=fast (default: virtual)'),
        link: LINK,
        reset: RESETS,
        stimulus: text('stimulus', STIMULUS),
        lab: LAB,
        boards: text('boards', 'With --lab: how many boards to use at once (default: every matching one)'),
        wait: WAIT,
        urgent: URGENT,
        param: PARAM,
        cases: text('cases', 'Number of cases (default: as many as fit into --time)'),
        time: text('time', 'Time limit: 60s, 10m, 8h (default: 60s; none with --cases)'),
        seed: text('seed', 'Seed of all random choices (default: random)'),
        'resync-limit': text(
          'resync-limit',
          'Time limit for an answer after garbage: 200ms (default: from the specification)',
        ),
        out: path('out', `Folder for the journal and the findings (default: ${OUT}/)`),
        resume: off('Resume the campaign in --out'),
        'trust-folder': off('With --resume: trust links, commands and configuration stored in the folder'),
        ui: UI,
        ...OUTPUT,
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
        'Exit codes: 0 no failure, 1 a finding or slow after garbage, 2 wrong command, 3 a failure that did not reproduce, or no board, or the board was lost, 130 interrupted',
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
