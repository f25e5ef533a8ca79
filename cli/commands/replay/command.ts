/** The words of `wirejig replay`. */
import { CONFIG, LINK, OUTPUT, RESETS, defineCommand, text, texts } from '../../shared/command-options';
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
    config: CONFIG,
    board: text('Virtual board (default: the board of the finding)'),
    link: LINK,
    reset: RESETS,
    param: texts('Set a parameter: key=value (default: as in the finding)'),
    time: text('Time limit on a real board: 60s, 10m; exit code 3 after it (default: none)'),
    ...OUTPUT,
  },
  examples: [
    [`$0 replay wirejig-fuzz/findings/${EXAMPLE}-578b9f83.json`, 'on the board of the finding'],
    [`$0 replay ${EXAMPLE}-578b9f83.json --link /dev/ttyUSB0 --reset dtr`, 'on a real board'],
  ],
  epilogue:
    'Exit codes: 1 it reproduces, 0 it does not, 2 wrong file or command, 3 no board, or the time limit was reached',
  usesProtocols: true,
  excludes: { board: ['link'] },
  run: async ({ link, param, reset, ...rest }) => {
    const { replayCommand: replay } = await import('./replay.js');
    return replay({ ...rest, links: link ?? [], resets: reset ?? [], params: param ?? [] });
  },
});
