/** The words of `wirejig audit`. */
import { common, defineCommand, off, path, text, texts, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const auditCommand = defineCommand({
  positionals: {
    suite: {
      ...common.suites,
      describe: 'Suites to audit (default: those of your own protocols, else all)',
    },
  },
  options: {
    config: common.config,
    defect: {
      ...texts('Audit only these defects; comma-separated (wirejig list defects)'),
      as: 'defects',
    },
    quick: off('Run the clause of each defect first, and stop once it has failed'),
    'as-real': off('Judge virtual boards like real ones: by samples, within the limits of real time'),
    firmware: off(
      'Audit the C firmware with compiled defects in QEMU, and compare it with the virtual boards',
    ),
    fuzz: off('Audit the fuzzer, not the suite: cases needed, bytes, reproduction rate, findings per bug'),
    seeds: text('With --fuzz: campaigns per board (default: 5)'),
    cases: text('With --fuzz: limit of cases per campaign (default: 20000)'),
    seed: text('Seed of all random choices (default: random)'),
    jobs: text('Parallel processes (default: one per processor; three with --firmware)'),
    lab: common.lab,
    wait: common.wait,
    urgent: common.urgent,
    out: path('Also write the audit to this HTML file (default: none)'),
    json: common.json,
    progress: common.progress,
    color: common.color,
  },
  examples: [
    [`$0 audit ${EXAMPLE}`, 'every defect of the virtual board, and the conformant board'],
    [`$0 audit ${EXAMPLE} --defect crc-ignored`, 'one defect'],
    ['$0 audit --quick', 'every defect of every suite, in a fifth of the time'],
    [`$0 audit ${EXAMPLE} --as-real`, 'what the suite catches on a real board, where it takes samples'],
    [`$0 audit ${EXAMPLE} --fuzz`, 'what the fuzzer finds of each defect'],
    [`$0 audit ${EXAMPLE} --firmware`, 'every defect that can be compiled into the C firmware'],
  ],
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
});

export type AuditRequest = RequestOf<typeof auditCommand>;
