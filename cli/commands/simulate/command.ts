/** The words of `wirejig simulate`. */
import { CONFIG, off, text, texts, defineCommand } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const simulateCommand = defineCommand({
  usage: 'simulate <board>',
  describe: 'Run a virtual board in real time, on a pseudo-terminal or a TCP port',
  builder: (yargs) =>
    yargs
      .positional('board', {
        type: 'string',
        demandOption: true,
        describe: `${EXAMPLE}, or with defects ${EXAMPLE}+crc-ignored; or one of wirejig.config.*, with its parameters`,
      })
      .options({
        pty: texts('[link=]PATH: a pseudo-terminal there'),
        tcp: texts('[link=][HOST:]PORT; 0: any free port'),
        udp: texts('PORT, of boards that speak UDP'),
        stdio: off('The only link of the board is this terminal: keys go in, its screen comes out'),
        config: CONFIG,
        seed: text('seed', 'The seed of the board’s random choices; none: a new one'),
        param: texts('key=value: a profile parameter (wirejig list params)'),
        'reset-on-connect': off('A new TCP connection resets the board: what run --reset reopen needs'),
      })
      .epilogue(
        'Lines on standard input act on the board: qr 6869 presents a code to a scanner; Enter presses the buttons of durak with --param moves=operator.',
      )
      .example(`$0 simulate ${EXAMPLE} --pty ./board`, `then: wirejig run ${EXAMPLE} --link ./board`)
      .example(
        `$0 simulate ${EXAMPLE} --tcp 4000`,
        `then: wirejig run ${EXAMPLE} --link tcp://127.0.0.1:4000`,
      ),
  usesProtocols: true,
  needed: { tcp: ['reset-on-connect'] },
  run: async ({ pty, tcp, udp, param, 'reset-on-connect': resetOnConnect, ...rest }) => {
    const { simulateCommand: simulate } = await import('./simulate.js');
    return simulate({
      ...rest,
      pty: pty ?? [],
      tcp: tcp ?? [],
      udp: udp ?? [],
      params: param ?? [],
      resetOnConnect,
    });
  },
});
