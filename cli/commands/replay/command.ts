/** The words of `wirejig replay`. */
import { CONFIG, COLOR, off, text, texts, defineCommand } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const replayCommand = defineCommand({
  usage: 'replay <file>',
  describe: 'Replay a finding: exit code 1 if the failure still shows',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'A finding or an unconfirmed failure: a file of wirejig fuzz',
      })
      .options({
        config: CONFIG,
        board: text('board', 'A virtual board (default: the one of the finding)'),
        link: texts('A real board: [name=]URL; a serial path or tcp://HOST:PORT'),
        reset: texts(
          'How a real board is reset: reopen, dtr, rts, break, cmd:COMMAND; several, mildest first',
        ),
        param: texts('key=value: a profile parameter; the others are those of the finding'),
        time: text('time', 'Longest time on a real board: 60s, 10m; then exit code 3 (default: any)'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example(`$0 replay wirejig-fuzz/findings/${EXAMPLE}-578b9f83.json`, 'on the board of the finding')
      .example(`$0 replay ${EXAMPLE}-578b9f83.json --link /dev/ttyUSB0 --reset dtr`, 'on a real board')
      .epilogue(
        'Exit codes: 1 it still shows, 0 it does not, 2 the file or the command is wrong, 3 no board, or the time was used up',
      ),
  usesProtocols: true,
  excludes: { board: ['link'] },
  run: async ({ link, param, reset, ...rest }) => {
    const { replayCommand: replay } = await import('./replay.js');
    return replay({ ...rest, links: link ?? [], resets: reset ?? [], params: param ?? [] });
  },
});
