/** The words of `wirejig audit`. */
import {
  COLOR,
  CONFIG,
  JSON_ONLY,
  LAB,
  PROGRESS,
  SUITES,
  URGENT,
  WAIT,
  defineCommand,
  off,
  path,
  text,
  texts,
} from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const auditCommand = defineCommand({
  builder: (yargs) =>
    yargs
      .positional('suite', {
        ...SUITES,
        describe: 'Suites to audit (default: those of your own protocols, else all)',
      })
      .options({
        config: CONFIG,
        defect: texts('Audit only these defects; comma-separated (wirejig list defects)'),
        quick: off('Run the clause of each defect first, and stop once it has failed'),
        'as-real': off('Judge virtual boards like real ones: by samples, within the limits of real time'),
        firmware: off(
          'Audit the C firmware with compiled defects in QEMU, and compare it with the virtual boards',
        ),
        fuzz: off(
          'Audit the fuzzer, not the suite: cases needed, bytes, reproduction rate, findings per bug',
        ),
        seeds: text('seeds', 'With --fuzz: campaigns per board (default: 5)'),
        cases: text('cases', 'With --fuzz: limit of cases per campaign (default: 20000)'),
        seed: text('seed', 'Seed of all random choices (default: random)'),
        jobs: text('jobs', 'Parallel processes (default: one per processor; three with --firmware)'),
        lab: LAB,
        wait: WAIT,
        urgent: URGENT,
        out: path('out', 'Also write the audit to this HTML file (default: none)'),
        json: JSON_ONLY,
        progress: PROGRESS,
        color: COLOR,
      })
      .example(`$0 audit ${EXAMPLE}`, 'every defect of the virtual board, and the conformant board')
      .example(`$0 audit ${EXAMPLE} --defect crc-ignored`, 'one defect')
      .example('$0 audit --quick', 'every defect of every suite, in a fifth of the time')
      .example(
        `$0 audit ${EXAMPLE} --as-real`,
        'what the suite catches on a real board, where it takes samples',
      )
      .example(`$0 audit ${EXAMPLE} --fuzz`, 'what the fuzzer finds of each defect')
      .example(`$0 audit ${EXAMPLE} --firmware`, 'every defect that can be compiled into the C firmware'),
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
