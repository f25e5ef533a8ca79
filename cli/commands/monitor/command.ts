/** The words of `wirejig monitor`. */
import { COLOR, CONFIG, off, text, texts, defineCommand, path } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

const OUT = 'wirejig-monitor';

export const monitorCommand = defineCommand({
  usage: 'monitor <link>',
  describe: 'Show the decoded bytes of a link, and send messages by name',
  builder: (yargs) =>
    yargs
      .positional('link', {
        type: 'string',
        demandOption: true,
        describe: 'A link: [name=]URL, a serial path, or [name=] a board of wirejig.config.*',
      })
      .options({
        suite: text('suite', 'The protocol of the board: bytes are decoded, and messages are sent by name'),
        config: CONFIG,
        param: texts('key=value: a profile parameter (wirejig list params)'),
        hex: off('Show bytes as received'),
        text: off('Lines of text'),
        send: texts(
          'Send this first: a message (start, select 2 0 0), frame 04 0a (with its checksum), hex 01 ff fe, or text hello\\r\\n',
        ),
        reconnect: off('Wait for a link that is not there, and open it again after a loss'),
        time: text('time', 'End after this time: 10s, 2m (else by Ctrl-C)'),
        out: path('out', `Where the journal and the report go (default: ${OUT}/)`),
        json: off('Print a JSON object per line'),
        color: COLOR,
      })
      .example(
        `$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE}`,
        'then type: start, select 2 0 0, frame 05 03, help',
      )
      .example(`$0 monitor /dev/ttyUSB0 --suite ${EXAMPLE} --send start --time 1s`, 'in a script')
      .example('$0 monitor serial:/dev/ttyACM0?baud=460800 --text', 'a console'),
  usesProtocols: true,
  run: async ({ send, out, param, ...rest }) => {
    const { monitorCommand: monitor } = await import('./monitor.js');
    return monitor({ ...rest, params: param ?? [], send: send ?? [], out: out ?? OUT });
  },
});
