/** The words of `wirejig doctor`. */
import { COLOR, CONFIG, off, text, texts, defineCommand } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const doctorCommand = defineCommand({
  usage: 'doctor <link>',
  describe: 'Find out what is wrong with a link, and what to do next',
  builder: (yargs) =>
    yargs
      .positional('link', {
        type: 'string',
        demandOption: true,
        describe: 'A link: [name=]URL, a serial path, or [name=] a board of wirejig.config.*',
      })
      .options({
        suite: text('suite', 'The protocol of the board: requests are sent, and answers are decoded'),
        config: CONFIG,
        param: texts('key=value: a profile parameter (wirejig list params)'),
        reset: text('reset', 'The reset to try at the end: reopen, dtr, rts, break, esp32 or cmd:COMMAND'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example(
        `$0 doctor /dev/ttyUSB0 --suite ${EXAMPLE}`,
        'echo, rate, latency, DTR and RTS; the board may restart',
      )
      .example('$0 doctor desk', 'a board of the configuration: its links, parameters, identity and reset')
      .example('$0 doctor tcp://192.168.1.20:4000', 'the checks that a TCP link allows'),
  usesProtocols: true,
  run: async ({ param, ...request }) => {
    const { doctorCommand: doctor } = await import('./doctor.js');
    return doctor({ ...request, params: param ?? [] });
  },
});
