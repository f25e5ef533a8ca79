/** The words of `wirejig ui`. */
import { CONFIG, defineCommand } from '../../shared/command-options';

export const uiCommand = defineCommand({
  usage: 'ui [folder]',
  describe: 'Show past runs in a browser: open one, or compare two',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        describe: 'The folder of a run, or one that holds folders of runs; default: this one',
      })
      .options({ config: CONFIG })
      .example('$0 ui', 'the runs in this folder')
      .example('$0 ui wirejig-report', 'one run')
      .epilogue('The page is on 127.0.0.1 until Ctrl-C. A run as it goes: wirejig run --ui'),
  usesProtocols: true,
  run: async ({ folder }) => {
    const { uiCommand: ui } = await import('./ui.js');
    return ui(folder ?? '.');
  },
});
