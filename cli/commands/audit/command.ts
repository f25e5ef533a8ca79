/** The words of `wirejig audit`. */
import {
  CONFIG,
  COLOR,
  off,
  PROGRESS,
  SUITES,
  text,
  texts,
  defineCommand,
  LAB,
  URGENT,
  WAIT,
  path,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const auditCommand = defineCommand({
  usage: 'audit [suite..]',
  describe: 'Find out whether a suite catches every defect of its virtual boards',
  builder: (yargs) =>
    yargs
      .positional('suite', {
        ...SUITES,
        describe: 'Suites to audit; none: those of your own protocols, else all',
      })
      .options({
        config: CONFIG,
        defect: texts('These defects only; commas allowed (wirejig list defects)'),
        quick: off('For each defect run its own clause first, and end once it has failed'),
        'as-real': off('Judge the virtual boards as real ones: in samples, with the limits of real time'),
        firmware: off(
          'Audit the C firmware with its compiled defects under emulation, and compare it with the virtual boards',
        ),
        fuzz: off(
          'Audit fuzzing instead of the suite: cases needed, bytes, reproduction rate, findings per bug',
        ),
        seeds: text('seeds', 'With --fuzz: campaigns against each board (default: 5)'),
        cases: text('cases', 'With --fuzz: the most cases of a campaign (default: 20000)'),
        seed: text('seed', 'The seed of all random choices; none: a new one'),
        jobs: text('jobs', 'Parallel processes; none: one for each processor, three with --firmware'),
        lab: LAB,
        wait: WAIT,
        urgent: URGENT,
        out: path('out', 'Also write the audit to this HTML file'),
        json: off('Print one JSON object and nothing else'),
        progress: PROGRESS,
        color: COLOR,
      })
      .example(`$0 audit ${EXAMPLE}`, 'every defect of the virtual board, and the sound board')
      .example(`$0 audit ${EXAMPLE} --defect crc-ignored`, 'one defect')
      .example('$0 audit --quick', 'every defect of every suite, in a fifth of the time')
      .example(
        `$0 audit ${EXAMPLE} --as-real`,
        'what the suite catches on a real board, where it takes samples',
      )
      .example(`$0 audit ${EXAMPLE} --fuzz`, 'what fuzzing finds of each defect')
      .example(`$0 audit ${EXAMPLE} --firmware`, 'every defect that the C firmware can be compiled with'),
  usesProtocols: true,
  excludes: {
    progress: ['json'],
    fuzz: ['firmware'],
    'as-real': ['fuzz', 'firmware'],
    quick: ['fuzz', 'firmware'],
    out: ['fuzz', 'firmware'],
    lab: ['fuzz', 'firmware', 'jobs'],
  },
  needed: { fuzz: ['seeds', 'cases'], lab: ['wait', 'urgent'] },
  run: async ({ suite, defect, 'as-real': asReal, ...rest }) => {
    const { auditCommand: audit } = await import('./audit.js');
    return audit({ ...rest, asReal, suites: suite ?? [], defects: defect ?? [] });
  },
});
