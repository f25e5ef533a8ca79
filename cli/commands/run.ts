/** The words of `wirejig run`. */
import type { Argv, CommandModule } from 'yargs';
import { finished } from './finished';
import { once } from './once';

const OUT = 'wirejig-report';

function words(yargs: Argv) {
  return yargs
    .positional('suite', {
      type: 'string',
      array: true,
      default: [],
      describe: 'Suites to ask; without one: all',
    })
    .options({
      board: {
        type: 'string',
        coerce: once('board'),
        requiresArg: true,
        describe: 'virtual:stm, or with defects: virtual:stm+crc-ignored',
      },
      link: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'A real board: [name=]URL, a serial path or tcp://HOST:PORT',
      },
      param: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'key=value: a profile parameter (wirejig list params)',
      },
      only: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'Requirements by id or its beginning, or scenarios; commas allowed',
      },
      skip: {
        type: 'string',
        array: true,
        default: [],
        requiresArg: true,
        describe: 'The same, left out',
      },
      seed: {
        type: 'string',
        coerce: once('seed'),
        requiresArg: true,
        describe: 'What every random choice comes from',
      },
      out: {
        type: 'string',
        coerce: once('out'),
        requiresArg: true,
        default: OUT,
        describe: 'Where journal and reports go',
      },
      reset: {
        type: 'string',
        coerce: once('reset'),
        requiresArg: true,
        describe: 'How the real board is reset: reopen, dtr, rts, break or cmd:COMMAND',
      },
      unattended: { type: 'boolean', default: false, describe: 'Nobody is there to be asked for help' },
      json: { type: 'boolean', default: false, describe: 'Print one JSON object and nothing else' },
      quiet: { type: 'boolean', default: false, alias: 'q', describe: 'Print the verdict only' },
      verbose: {
        type: 'boolean',
        default: false,
        alias: 'v',
        describe: 'Show every check that did not pass',
      },
      color: {
        type: 'boolean',
        default: true,
        describe: 'Colours where the terminal has them; --no-color: none',
      },
    })
    .example('$0 run stm', 'the STM suite on its virtual board')
    .example('$0 run stm --board virtual:stm+crc-ignored', 'the same with a firmware bug')
    .example('$0 run stm --link /dev/ttyUSB0 --reset dtr', 'a real board')
    .example('$0 run stm --only STM-FR --seed 7', 'the framing clauses, the same bytes each time');
}

export const runCommand: CommandModule<object, ReturnType<typeof words> extends Argv<infer T> ? T : never> = {
  command: 'run [suite..]',
  describe: 'Ask a board what its protocol promises, and report',
  builder: words,
  handler: (asked) =>
    finished(async () => {
      const { runCommand: run } = await import('../run.js');
      return run({
        ...asked,
        suites: asked.suite,
        links: asked.link,
        params: asked.param,
        out: asked.out ?? OUT,
      });
    }),
};
