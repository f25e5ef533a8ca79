/** The words of `wirejig compare`. */
import type { Argv, CommandModule } from 'yargs';
import { setExitCode } from '../../shared/exit-code';
import { COLOR, off, text, type OptionsOf } from '../../shared/command-options';

function words(yargs: Argv) {
  return yargs
    .positional('before', {
      type: 'string',
      demandOption: true,
      describe: 'The --out DIR of the earlier run, or its journal.jsonl',
    })
    .positional('after', { type: 'string', demandOption: true, describe: 'The same of the later run' })
    .options({
      out: text('out', 'An HTML file to write as well'),
      json: off('Print one JSON object and nothing else'),
      color: COLOR,
    })
    .example('$0 compare release-1 release-2', 'exit code 1: a MUST is newly broken')
    .example('$0 compare main wirejig-report --out compare.html', 'as a page to mail');
}

export const compareCommand: CommandModule<object, OptionsOf<typeof words>> = {
  command: 'compare <before> <after>',
  describe: 'Compare two runs: newly failing, fixed, slower, answered otherwise',
  builder: words,
  handler: (request) =>
    setExitCode(async () => {
      const { compareCommand: compare } = await import('./compare.js');
      return compare(request);
    }),
};
