/** The words of `wirejig report`. */
import { common, defineCommand, off, path, text, texts, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const reportCommand = defineCommand({
  positionals: {
    journal: {
      as: 'paths',
      type: 'string',
      array: true,
      describe: '--out DIR of a run or of fuzz, or its journal.jsonl; several: one page of boards and suites',
    },
  },
  options: {
    config: common.config,
    out: path('Folder for the reports (default: next to the journal; for several wirejig-boards/)'),
    dissector: text('Print a Wireshark dissector for this suite, and write no report'),
    param: {
      ...texts('With --dissector: set a parameter, key=value (wirejig list params)'),
      as: 'params',
    },
    quiet: { ...off('Do not print the run'), alias: 'q' },
    verbose: { ...off('Show every check that did not pass, and more bytes'), alias: 'v' },
    reporter: common.reporter,
    color: common.color,
  },
  examples: [
    ['$0 report wirejig-report', 'rewrite the reports of the last run'],
    ['$0 report bench-*/', 'many boards in one page, earlier runs before later ones'],
    ['$0 report run.jsonl --out again', 'from a journal that was sent to you'],
    [`$0 report --dissector ${EXAMPLE} > ${EXAMPLE}.lua`, 'for Wireshark, to read trace.pcapng'],
  ],
  usesProtocols: true,
  excludes: { dissector: ['out', 'quiet', 'verbose', 'reporter'], quiet: ['verbose'] },
});

export type ReportRequest = RequestOf<typeof reportCommand>;
