/** The words of `wirejig check`. */
import {
  CONFIG,
  COLOR,
  LEAST_JUDGED,
  off,
  REPORTER,
  text,
  texts,
  defineCommand,
  path,
} from '../../shared/command-options';

const OUT = 'wirejig-check';

export const checkCommand = defineCommand({
  usage: 'check <trace>',
  describe: 'Judge a recorded trace, as far as a trace shows it',
  builder: (yargs) =>
    yargs
      .positional('trace', {
        type: 'string',
        demandOption: true,
        describe:
          'A journal or its directory, a pcapng or pcap file (RTAC Serial), or the export of a UART analyser',
      })
      .options({
        config: CONFIG,
        suite: text('suite', 'The protocol (wirejig list suites); none: that of the journal'),
        link: text(
          'link',
          'The name of the link in the file, where it has several; for several links scanner=NAME,console=NAME',
        ),
        host: {
          ...text(
            'host',
            'Export: the channel that the host sends on; that of --board: both are on one wire',
          ),
          requiresArg: false,
        },
        board: {
          ...text('board', 'Export: the channel that the board sends on; alone: only the board was recorded'),
          requiresArg: false,
        },
        raw: off('Read the bytes of one side, without times: --raw --board, or --raw --host'),
        'from-reset': off('The recording begins at a reset of the board'),
        samplerate: text('samplerate', 'Samples per second, as 1MHz, where times are counted in samples'),
        notation: text(
          'notation',
          'How bytes are written in a CSV (hex, dec, oct, bin or ascii), where it may be read in several ways',
        ),
        binding: text(
          'binding',
          'The kind of link (serial, tcp or udp), where the protocol depends on it (ttt) and the file does not have it',
        ),
        param: texts('key=value: a profile parameter (wirejig list params)'),
        only: texts('Clauses by id or its beginning, which the trace must show; commas allowed'),
        skip: texts('Leave out these clauses'),
        'least-judged': LEAST_JUDGED,
        out: path('out', `Where the journal and the reports go (default: ${OUT}/)`),
        json: off('Print one JSON object and nothing else'),
        quiet: { ...off('Print the verdict only'), alias: 'q' },
        verbose: { ...off('Show every check that did not pass, and more bytes'), alias: 'v' },
        reporter: REPORTER,
        color: COLOR,
      })
      .example('$0 check wirejig-report', 'a run that was recorded')
      .example('$0 check run/trace.pcapng --suite stm', 'its pcapng file')
      .example('$0 check uart.csv --suite stm --host TX --board RX', 'from a logic analyser')
      .example('$0 check board.bin --suite stm --raw --board', 'the log of a receiver, without times')
      .example(
        '$0 check uart.txt --suite stm --samplerate 1MHz --host "uart-1 RX" --board "uart-1 TX"',
        'of sigrok',
      ),
  usesProtocols: true,
  run: async ({
    trace,
    param,
    only,
    skip,
    out,
    'least-judged': leastJudged,
    'from-reset': fromReset,
    ...rest
  }) => {
    const { checkCommand: check } = await import('./check.js');
    const lists = { params: param ?? [], only: only ?? [], skip: skip ?? [] };
    return check({ ...rest, ...lists, path: trace, leastJudged, fromReset, out: out ?? OUT });
  },
});
