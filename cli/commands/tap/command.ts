/** The words of `wirejig tap`. */
import { COLOR, CONFIG, off, text, texts, defineCommand, path } from '../../shared/command-options';

export const tapCommand = defineCommand({
  usage: 'tap',
  describe: 'Forward bytes between two boards, and judge both while they play each other',
  builder: (yargs) =>
    yargs
      .options({
        a: text(
          'a',
          'One board: a serial path, tcp://HOST:PORT, a name of wirejig.config.*, or virtual:durak',
        ),
        b: text('b', 'The other one'),
        suite: text('suite', 'Their protocol (default: durak)'),
        config: CONFIG,
        faults: texts(
          'Faults on the wire between them: flip, drop, duplicate, split, merge, gap, delay, break, cut',
        ),
        rate: text('rate', 'How often faults come: 1/200 is one byte in 200 (default)'),
        time: text('time', 'End after this time: 90s, 2m, 1h'),
        games: text('games', 'The number of games of virtual boards, each with the next seed; no reports'),
        param: texts('key=value: a profile parameter (wirejig list params)'),
        seed: text('seed', 'The seed of all random choices; none: a new one'),
        out: path('out', 'Where the journal and the reports go (default: wirejig-report/)'),
        json: off('Print one JSON object and nothing else'),
        quiet: { ...off('Print the verdict only'), alias: 'q' },
        verbose: { ...off('Show every fault, every check that did not pass, and more bytes'), alias: 'v' },
        color: COLOR,
      })
      .example('$0 tap --a /dev/ttyUSB0 --b /dev/ttyUSB1', 'two boards play each other, both judged')
      .example('$0 tap --a virtual:durak --b virtual:durak --faults drop,delay', 'on a bad cable')
      .example('$0 tap --a virtual:durak --b virtual:durak --faults flip --games 1000', 'a thousand games'),
  usesProtocols: true,
  excludes: { games: ['verbose'] },
  run: async ({ faults, param, ...rest }) => {
    const { tapCommand: tap } = await import('./tap.js');
    return tap({ ...rest, faults: faults ?? [], params: param ?? [] });
  },
});
