/** The words of `wirejig ui`. */
import { CONFIG, defineCommand } from '../../shared/command-options';

export const uiCommand = defineCommand({
  positionals: {
    folder: {
      type: 'string',
      describe: 'Folder of a run, or of several runs (default: the current one)',
    },
  },
  options: { config: CONFIG },
  examples: [
    ['$0 ui', 'the runs in this folder'],
    ['$0 ui wirejig-report', 'one run'],
  ],
  epilogue: 'The page is served on 127.0.0.1 until Ctrl-C. To watch a run live: wirejig run --ui',
  usesProtocols: true,
  run: async ({ folder }) => (await import('./ui.js')).uiCommand(folder ?? '.'),
});
