/** The words of `wirejig tap`. */
import {
  COLOR,
  CONFIG,
  JSON_ONLY,
  PARAM,
  defineCommand,
  off,
  path,
  text,
  texts,
} from '../../shared/command-options';

export const tapCommand = defineCommand({
  options: {
    a: text('First board: a serial path, tcp://HOST:PORT, a name of wirejig.config.*, or virtual:durak'),
    b: text('Second board, likewise'),
    suite: text('Protocol of both (default: durak)'),
    config: CONFIG,
    faults: texts(
      'Faults to inject: flip, drop, duplicate, split, merge, gap, delay, break, cut (default: none)',
    ),
    rate: text('Fault rate: one byte in N (default: 1/200)'),
    time: text('Time limit: 90s, 2m, 1h (default: none)'),
    games: text('Play N games of virtual boards, each with the next seed, without reports'),
    param: PARAM,
    seed: text('Seed of all random choices (default: random)'),
    out: path('Folder for the journal and the reports (default: wirejig-report/)'),
    json: JSON_ONLY,
    quiet: { ...off('Print only the verdict'), alias: 'q' },
    verbose: { ...off('Show every fault, every check that did not pass, and more bytes'), alias: 'v' },
    color: COLOR,
  },
  examples: [
    ['$0 tap -a /dev/ttyUSB0 -b /dev/ttyUSB1', 'two boards play each other, both judged'],
    ['$0 tap -a virtual:durak -b virtual:durak --faults drop,delay', 'on a bad cable'],
    ['$0 tap -a virtual:durak -b virtual:durak --faults flip --games 1000', 'a thousand games'],
  ],
  usesProtocols: true,
  excludes: { games: ['verbose'] },
  run: async ({ faults, param, ...rest }) =>
    (await import('./tap.js')).tapCommand({ ...rest, faults: faults ?? [], params: param ?? [] }),
});
