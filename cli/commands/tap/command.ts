/** The words of `wirejig tap`. */
import { COLOR, CONFIG, off, text, texts, defineCommand } from '../../shared/command-options';

export const tapCommand = defineCommand({
  usage: 'tap',
  describe: 'Be the cable between two boards, and judge both as they play each other',
  builder: (yargs) =>
    yargs
      .options({
        a: text(
          'a',
          'One board: a serial path, tcp://HOST:PORT, a name of wirejig.config.*, or virtual:durak',
        ),
        b: text('b', 'The other one'),
        suite: text('suite', 'What they speak (default: durak)'),
        config: CONFIG,
        faults: texts(
          'What goes wrong between them: flip, drop, duplicate, split, merge, gap, delay, break, cut',
        ),
        rate: text('rate', 'How often: one byte in so many (default: 1/200)'),
        time: text('time', 'Ends then, if the game has not: 90s, 2m, 1h'),
        games: text('games', 'So many games on end of virtual boards, each with the next seed; no reports'),
        param: texts('key=value: a profile parameter (wirejig list params)'),
        seed: text('seed', 'What every random choice comes from; none: a fresh one'),
        out: text('out', 'Where the journal and the reports go (default: wirejig-report/)'),
        json: off('Print one JSON object and nothing else'),
        quiet: { ...off('Print the verdict only'), alias: 'q' },
        verbose: { ...off('Show every fault, every check that did not pass, and more bytes'), alias: 'v' },
        color: COLOR,
      })
      .example('$0 tap --a /dev/ttyUSB0 --b /dev/ttyUSB1', 'two boards play each other, both judged')
      .example('$0 tap --a virtual:durak --b virtual:durak --faults drop,delay', 'on a bad cable')
      .example('$0 tap --a virtual:durak --b virtual:durak --faults flip --games 1000', 'a thousand games'),
  usesProtocols: true,
  run: async ({ faults, param, ...rest }) => {
    const { tapCommand: tap } = await import('./tap.js');
    return tap({ ...rest, faults: faults ?? [], params: param ?? [] });
  },
});
