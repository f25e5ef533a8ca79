/** The words of `wirejig compare`. */
import { COLOR, off, defineCommand, path } from '../../shared/command-options';

export const compareCommand = defineCommand({
  usage: 'compare <before> <after>',
  describe: 'Compare two runs: what newly fails, is fixed, is slower, or has another answer',
  builder: (yargs) =>
    yargs
      .positional('before', {
        type: 'string',
        demandOption: true,
        describe: 'The --out DIR of the earlier run, or its journal.jsonl',
      })
      .positional('after', { type: 'string', demandOption: true, describe: 'The same for the later run' })
      .options({
        out: path('out', 'Also write the comparison to this HTML file'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example(
        '$0 compare release-1 release-2',
        'exit code 1: a MUST is newly broken; 3: one is no longer judged',
      )
      .example('$0 compare main wirejig-report --out compare.html', 'as a page to mail'),
  run: async (request) => {
    const { compareCommand: compare } = await import('./compare.js');
    return compare(request);
  },
});
