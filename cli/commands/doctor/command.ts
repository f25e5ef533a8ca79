/** The words of `wirejig doctor`. */
import { COLOR, CONFIG, off, text, texts, defineCommand } from '../../shared/command-options';

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
        suite: text('suite', 'What is spoken there: the board is asked, and its answers are understood'),
        config: CONFIG,
        param: texts('key=value: a profile parameter (wirejig list params)'),
        reset: text('reset', 'Carried out at the end: reopen, dtr, rts, break, esp32 or cmd:COMMAND'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example(
        '$0 doctor /dev/ttyUSB0 --suite stm',
        'echo, rate, latency, DTR and RTS; the board may restart',
      )
      .example('$0 doctor desk', 'a board of the configuration: its links, parameters, identity and reset')
      .example('$0 doctor tcp://192.168.1.20:4000', 'what can be told of it'),
  usesProtocols: true,
  run: async ({ param, ...request }) => {
    const { doctorCommand: doctor } = await import('./doctor.js');
    return doctor({ ...request, params: param ?? [] });
  },
});
