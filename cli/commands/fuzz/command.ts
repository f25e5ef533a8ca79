/** The words of `wirejig fuzz`. */
import {
  OUTPUT,
  common,
  defineCommand,
  folder,
  off,
  text,
  type RequestOf,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const fuzzCommand = defineCommand({
  positionals: { suite: { type: 'string', demandOption: true, describe: 'Protocol to fuzz' } },
  options: {
    config: common.config,
    board: text('virtual:NAME[+DEFECT]; with --lab tags: rate=fast (default: virtual)'),
    link: common.link,
    reset: common.resets,
    stimulus: common.stimulus,
    lab: common.lab,
    boards: text('With --lab: how many boards to use at once (default: every matching one)'),
    wait: common.wait,
    urgent: common.urgent,
    param: common.param,
    allow: common.allow,
    cases: text('Number of cases (default: as many as fit into --time)'),
    time: text('Time limit: 60s, 10m, 8h (default: 60s; none with --cases)'),
    seed: text('Seed of all random choices (default: random)'),
    'resync-limit': text('Time limit for an answer after garbage: 200ms (default: from the specification)'),
    out: folder('Folder for the journal and the findings', 'wirejig-fuzz'),
    resume: off('Resume the campaign in --out'),
    'trust-folder': off('With --resume: trust links, commands and configuration stored in the folder'),
    ui: common.ui,
    ...OUTPUT,
  },
  examples: [
    [`$0 fuzz ${EXAMPLE} --cases 20000`, 'the virtual board'],
    [`$0 fuzz ${EXAMPLE} --board virtual:${EXAMPLE}+crc-ignored --seed 7`, 'with a firmware bug'],
    [`$0 fuzz ${EXAMPLE} --link /dev/ttyUSB0 --reset dtr --time 8h --out night`, 'a real board, overnight'],
    [`$0 fuzz ${EXAMPLE} --lab --cases 100000`, 'one campaign over the boards of a lab'],
    [`$0 fuzz ${EXAMPLE} --resume --out night`, 'continue an interrupted campaign'],
  ],
  epilogue:
    'Exit codes: 0 no failure, 1 a finding or slow after garbage, 2 wrong command, 3 a failure that did not reproduce, or no board, or the board was lost, 130 interrupted',
  usesProtocols: true,
  needed: { resume: ['trust-folder'], lab: ['boards', 'wait', 'urgent'] },
  excludes: { ui: ['lab'] },
});

export type FuzzRequest = RequestOf<typeof fuzzCommand>;
