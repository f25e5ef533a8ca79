/** The words of `wirejig list`. */
import type { Argv, CommandModule } from 'yargs';
import { setExitCode } from '../../shared/exit-code';
import { CONFIG, off, SUITES, type OptionsOf } from '../../shared/command-options';

function words(yargs: Argv) {
  return yargs
    .positional('what', {
      type: 'string',
      describe: 'suites, boards, defects, requirements or params; none: suites and boards',
    })
    .positional('suite', { ...SUITES, describe: 'Of these suites only' })
    .options({ config: CONFIG, json: off('Print JSON') })
    .example('$0 list defects', 'firmware bugs that virtual boards can have')
    .example('$0 list requirements stm', 'the clauses of a suite');
}

export const listCommand: CommandModule<object, OptionsOf<typeof words>> = {
  command: 'list [what] [suite..]',
  describe: 'Show suites, boards, defects, requirements or params',
  builder: words,
  handler: ({ what, suite, ...rest }) =>
    setExitCode(async () => {
      const { listCommand: list } = await import('./list.js');
      return list({ ...rest, subject: what, suites: suite ?? [] });
    }),
};
