/** The words of `wirejig check`. */
import {
  OUTPUT_EXCLUDES,
  common,
  defineCommand,
  folder,
  off,
  text,
  texts,
  type RequestOf,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const checkCommand = defineCommand({
  positionals: {
    trace: {
      as: 'path',
      type: 'string',
      demandOption: true,
      describe: 'Journal or its folder, pcapng or pcap file (RTAC Serial), or export of a UART analyser',
    },
  },
  options: {
    config: common.config,
    suite: text('Protocol, a suite of wirejig list (default: the one in the journal)'),
    link: text('Link to judge, where the file has several; NAME=CHANNEL for each link of the protocol'),
    host: {
      ...text('In an export: channel of the host; the same as --board if both share one wire'),
      requiresArg: false,
    },
    board: {
      ...text('In an export: channel of the board; without --host: only the board was recorded'),
      requiresArg: false,
    },
    raw: off('Read a file of plain bytes of one side, without times: --raw --board or --raw --host'),
    'from-reset': off('The recording starts at a reset of the board'),
    samplerate: text('Sample rate of an export that counts time in samples: 1MHz'),
    notation: text('Notation of bytes in an ambiguous CSV: hex, dec, oct, bin or ascii (default: detected)'),
    binding: text('Kind of link, if the file does not say: serial, tcp or udp; for ttt only'),
    param: common.param,
    only: texts('Judge only these clauses, by id or prefix; the trace must show them; comma-separated'),
    skip: texts('Skip these clauses; comma-separated'),
    'least-judged': common.leastJudged,
    out: folder('Folder for the journal and the reports', 'wirejig-check'),
    json: common.json,
    quiet: common.quiet,
    verbose: { ...off('Show every check that did not pass, and more bytes'), alias: 'v' },
    reporter: common.reporter,
    color: common.color,
  },
  examples: [
    ['$0 check wirejig-report', 'a recorded run'],
    [`$0 check run/trace.pcapng --suite ${EXAMPLE}`, 'its pcapng file'],
    [`$0 check uart.csv --suite ${EXAMPLE} --host TX --board RX`, 'from a logic analyser'],
    [`$0 check board.bin --suite ${EXAMPLE} --raw --board`, 'the log of a receiver, without times'],
    [
      `$0 check uart.txt --suite ${EXAMPLE} --samplerate 1MHz --host "uart-1 RX" --board "uart-1 TX"`,
      'of sigrok',
    ],
  ],
  usesProtocols: true,
  excludes: OUTPUT_EXCLUDES,
});

export type CheckRequest = RequestOf<typeof checkCommand>;
