/** The words of `wirejig replay`. */
import { OUTPUT, common, defineCommand, text, texts, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const replayCommand = defineCommand({
  positionals: {
    file: {
      type: 'string',
      demandOption: true,
      describe: 'Finding or unconfirmed failure: a file that wirejig fuzz wrote',
    },
  },
  options: {
    config: common.config,
    board: text('Virtual board (default: the board of the finding)'),
    link: common.link,
    reset: common.resets,
    allow: common.allow,
    param: { ...texts('Set a parameter: key=value (default: as in the finding)'), as: 'params' },
    time: text('Time limit on a real board: 60s, 10m; exit code 3 after it (default: none)'),
    ...OUTPUT,
  },
  examples: [
    [`$0 replay wirejig-fuzz/findings/${EXAMPLE}-578b9f83.json`, 'on the board of the finding'],
    [`$0 replay ${EXAMPLE}-578b9f83.json --link /dev/ttyUSB0 --reset dtr`, 'on a real board'],
  ],
  epilogue:
    'Exit codes: 1 it reproduces, 0 it does not, 2 wrong file or command, 3 no board, the time limit was reached, or what it sends is withheld',
  usesProtocols: true,
  excludes: { board: ['link'] },
});

export type ReplayRequest = RequestOf<typeof replayCommand>;
