/** The words of `wirejig history`. */
import { COLOR, off, defineCommand, path } from '../../shared/command-options';

export const historyCommand = defineCommand({
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        describe: 'Folders with runs in them, as those of CI artifacts (default: this one)',
      })
      .options({
        out: path('out', 'The page (default: wirejig-history.html)'),
        open: off('Open the page at the end'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example('$0 history', 'the runs in this folder')
      .example('$0 history artifacts --open', 'those of CI'),
  run: async ({ folder, ...rest }) =>
    (await import('./history.js')).historyCommand({ ...rest, folders: folder ?? [] }),
});
