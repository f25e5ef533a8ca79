/** The words of `wirejig list`. */
import { common, defineCommand, type RequestOf } from '../../shared/command-options';
import { EXAMPLE } from '../../../scenarios/protocols';

export const listCommand = defineCommand({
  positionals: {
    what: {
      as: 'subject',
      type: 'string',
      describe: 'suites, boards, defects, requirements, scenarios or params (default: suites and boards)',
    },
    suite: { ...common.suites, describe: 'Only for these suites (default: all)' },
  },
  options: { config: common.config, json: common.json },
  examples: [
    ['$0 list defects', 'firmware bugs that virtual boards can have'],
    [`$0 list requirements ${EXAMPLE}`, 'the clauses of a suite'],
    [`$0 list scenarios ${EXAMPLE}`, 'what plays them: names for --only'],
  ],
  usesProtocols: true,
});

export type ListRequest = RequestOf<typeof listCommand>;
