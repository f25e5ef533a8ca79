/** The words of `wirejig simulate`. */
import type { Argv, CommandModule } from 'yargs';
import { finished } from './finished';
import { once } from './once';

function words(yargs: Argv) {
  return yargs
    .positional('board', {
      type: 'string',
      demandOption: true,
      describe: 'stm, or with defects: stm+crc-ignored',
    })
    .options({
      pty: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: '[link=]PATH: a pseudo-terminal there',
      },
      tcp: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: '[link=][HOST:]PORT; 0: any free port',
      },
      udp: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'PORT, for boards that speak UDP',
      },
      seed: {
        type: 'string',
        requiresArg: true,
        coerce: once('seed'),
        describe: 'What all that the board does at random comes from',
      },
      param: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'key=value: a profile parameter (wirejig list params)',
      },
      'reset-on-connect': {
        type: 'boolean',
        default: false,
        describe: 'Each new TCP connection resets the board: what --reset reopen needs',
      },
    })
    .example('$0 simulate stm --pty ./board', 'then: wirejig run stm --link ./board')
    .example('$0 simulate stm+crc-ignored --tcp 4000', 'then: wirejig run stm --link tcp://127.0.0.1:4000');
}

type Words = ReturnType<typeof words> extends Argv<infer T> ? T : never;

export const simulateCommand: CommandModule<object, Words> = {
  command: 'simulate <board>',
  describe: 'Be a virtual board in real time, on a pseudo-terminal or a TCP port',
  builder: words,
  handler: (asked) =>
    finished(async () => {
      const { simulateCommand: simulate } = await import('../simulate.js');
      return simulate({ ...asked, params: asked.param, resetOnConnect: asked['reset-on-connect'] });
    }),
};
