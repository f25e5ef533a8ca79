/** The words of `wirejig list`. */
import { CONFIG, JSON_ONLY, SUITES, defineCommand } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const listCommand = defineCommand({
  positionals: {
    what: {
      type: 'string',
      describe: 'suites, boards, defects, requirements, scenarios or params (default: suites and boards)',
    },
    suite: { ...SUITES, describe: 'Only for these suites (default: all)' },
  },
  options: { config: CONFIG, json: JSON_ONLY },
  examples: [
    ['$0 list defects', 'firmware bugs that virtual boards can have'],
    [`$0 list requirements ${EXAMPLE}`, 'the clauses of a suite'],
    [`$0 list scenarios ${EXAMPLE}`, 'what plays them: names for --only'],
  ],
  usesProtocols: true,
  run: async ({ what, suite, ...rest }) =>
    (await import('./list.js')).listCommand({ ...rest, subject: what, suites: suite ?? [] }),
});
