/** The words of `wirejig ui`. */
import { common, defineCommand, type RequestOf } from '../../shared/command-options';

export const uiCommand = defineCommand({
  positionals: {
    folder: {
      fallback: '.',
      type: 'string',
      describe: 'Folder of a run, or of several runs (default: the current one)',
    },
  },
  options: { config: common.config },
  examples: [
    ['$0 ui', 'the runs in this folder'],
    ['$0 ui wirejig-report', 'one run'],
  ],
  epilogue: 'The page is served on 127.0.0.1 until Ctrl-C. To watch a run live: wirejig run --ui',
  usesProtocols: true,
});

export type UiRequest = RequestOf<typeof uiCommand>;
