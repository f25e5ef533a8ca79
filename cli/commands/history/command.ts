/** The words of `wirejig history`. */
import { OUTPUT, defineCommand, off, path, type RequestOf } from '../../shared/command-options';

export const historyCommand = defineCommand({
  positionals: {
    folder: {
      as: 'folders',
      type: 'string',
      array: true,
      describe: 'Folders of runs, such as downloaded CI artifacts (default: the current one)',
    },
  },
  options: {
    out: path('HTML file to write (default: wirejig-history.html)'),
    open: off('Open the page at the end'),
    ...OUTPUT,
  },
  examples: [
    ['$0 history', 'the runs in this folder'],
    ['$0 history artifacts --open', 'the runs of CI'],
  ],
});

export type HistoryRequest = RequestOf<typeof historyCommand>;
