/** The words of `wirejig history`. */
import { COLOR, off, defineCommand, path } from '../../shared/command-options';

export const historyCommand = defineCommand({
  positionals: {
    folder: {
      type: 'string',
      array: true,
      describe: 'Folders with runs in them, as those of CI artifacts (default: this one)',
    },
  },
  options: {
    out: path('The page (default: wirejig-history.html)'),
    open: off('Open the page at the end'),
    json: off('Print one JSON object and nothing else'),
    color: COLOR,
  },
  examples: [
    ['$0 history', 'the runs in this folder'],
    ['$0 history artifacts --open', 'those of CI'],
  ],
  run: async ({ folder, ...rest }) =>
    (await import('./history.js')).historyCommand({ ...rest, folders: folder ?? [] }),
});
