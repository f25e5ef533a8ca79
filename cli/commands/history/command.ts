/** The words of `wirejig history`. */
import { OUTPUT, defineCommand, off, path } from '../../shared/command-options';

export const historyCommand = defineCommand({
  positionals: {
    folder: {
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
  run: async ({ folder, ...rest }) =>
    (await import('./history.js')).historyCommand({ ...rest, folders: folder ?? [] }),
});
