/** The words of `wirejig audit`. */
import { CONFIG, COLOR, off, SUITES, text, texts, defineCommand } from '../../shared/command-options';

export const auditCommand = defineCommand({
  usage: 'audit [suite..]',
  describe: 'Find out whether a suite catches every defect of its virtual boards',
  builder: (yargs) =>
    yargs
      .positional('suite', { ...SUITES, describe: 'Suites to audit; none: all' })
      .options({
        config: CONFIG,
        defect: texts('These defects only; commas allowed (wirejig list defects)'),
        quick: off('Ask of each defect its own clause first, and no more once that has failed'),
        firmware: off(
          'The C firmware with its compiled defects, under emulation, next to the virtual boards',
        ),
        fuzz: off(
          'What fuzzing finds, in place of what the suite catches: when, how small, how surely, how often',
        ),
        seeds: text('seeds', 'With --fuzz: campaigns against each board (default: 5)'),
        cases: text('cases', 'With --fuzz: cases of a campaign at most (default: 20000)'),
        seed: text('seed', 'What every random choice comes from; none: a fresh one'),
        jobs: text('jobs', 'Processes side by side; none: one for each processor, three with --firmware'),
        json: off('Print one JSON object and nothing else'),
        color: COLOR,
      })
      .example('$0 audit stm', 'every defect of the virtual board, and the sound board')
      .example('$0 audit stm --defect crc-ignored', 'one defect')
      .example('$0 audit --quick', 'every defect of every suite, in a fifth of the time')
      .example('$0 audit stm --fuzz', 'what fuzzing finds of each defect')
      .example('$0 audit stm --firmware', 'every defect that the C firmware can be compiled with'),
  usesProtocols: true,
  run: async ({ suite, defect, ...rest }) => {
    const { auditCommand: audit } = await import('./audit.js');
    return audit({ ...rest, suites: suite ?? [], defects: defect ?? [] });
  },
});
