/** The words of `wirejig compare`. */
import { OUTPUT, defineCommand, path, type RequestOf } from '../../shared/command-options';

export const compareCommand = defineCommand({
  positionals: {
    before: {
      type: 'string',
      demandOption: true,
      describe: '--out DIR of the earlier run, or its journal.jsonl',
    },
    after: {
      type: 'string',
      demandOption: true,
      describe: '--out DIR of the later run, or its journal.jsonl',
    },
  },
  options: {
    out: path('Also write the comparison to this HTML file (default: none)'),
    ...OUTPUT,
  },
  examples: [
    ['$0 compare release-1 release-2', 'exit code 1: a MUST newly fails; 3: one is no longer judged'],
    ['$0 compare main wirejig-report --out compare.html', 'as a file to send'],
  ],
});

export type CompareRequest = RequestOf<typeof compareCommand>;
