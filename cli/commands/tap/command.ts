/** The words of `wirejig tap`. */
import {
  OUTPUT_EXCLUDES,
  common,
  defineCommand,
  off,
  path,
  text,
  texts,
  type RequestOf,
} from '../../shared/command-options';

export const tapCommand = defineCommand({
  options: {
    a: text('First board: a serial path, tcp://HOST:PORT, a name of wirejig.config.*, or virtual:durak'),
    b: text('Second board, likewise'),
    suite: text('Protocol of both (default: durak)'),
    config: common.config,
    faults: texts(
      'Faults to inject: flip, drop, duplicate, split, merge, gap, delay, break, cut (default: none)',
    ),
    rate: text('Fault rate: one byte in N (default: 1/200)'),
    time: text('Time limit: 90s, 2m, 1h (default: none)'),
    games: text('Play N games of virtual boards, each with the next seed, without reports'),
    param: common.param,
    seed: text('Seed of all random choices (default: random)'),
    out: path('Folder for the journal and the reports (default: wirejig-report/)'),
    json: common.json,
    quiet: common.quiet,
    verbose: { ...off('Show every fault, every check that did not pass, and more bytes'), alias: 'v' },
    color: common.color,
  },
  examples: [
    ['$0 tap -a /dev/ttyUSB0 -b /dev/ttyUSB1', 'two boards play each other, both judged'],
    ['$0 tap -a virtual:durak -b virtual:durak --faults drop,delay', 'on a bad cable'],
    ['$0 tap -a virtual:durak -b virtual:durak --faults flip --games 1000', 'a thousand games'],
  ],
  usesProtocols: true,
  excludes: { ...OUTPUT_EXCLUDES, games: ['verbose'] },
});

export type TapRequest = RequestOf<typeof tapCommand>;
