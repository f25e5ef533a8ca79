/** The words of `wirejig report`. */
import type { Argv, CommandModule } from 'yargs';
import { finished } from './finished';
import { COLOR, off, REPORTER, text, type WordsOf } from './words';

function words(yargs: Argv) {
  return yargs
    .positional('journal', {
      type: 'string',
      demandOption: true,
      describe: 'The --out DIR of a run, or its journal.jsonl',
    })
    .options({
      out: text('out', 'Where the reports go; none: beside the journal'),
      quiet: { ...off('Do not show the run here'), alias: 'q' },
      verbose: { ...off('Show every check that did not pass, and more bytes'), alias: 'v' },
      reporter: REPORTER,
      color: COLOR,
    })
    .example('$0 report wirejig-report', 'the reports of the last run again')
    .example('$0 report run.jsonl --out again', 'from a journal that was sent to you');
}

export const reportCommand: CommandModule<object, WordsOf<typeof words>> = {
  command: 'report <journal>',
  describe: 'Draw the reports of a run again, of a killed one too',
  builder: words,
  handler: ({ journal, ...rest }) =>
    finished(async () => {
      const { reportCommand: report } = await import('../redraw.js');
      return report({ ...rest, path: journal });
    }),
};
