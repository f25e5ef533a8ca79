/** Requests that depend on the state: suite and fuzzing send what fits, and now and then what does not. */
import { sequenceNumbers } from '../../../protocols/request-response/testing/sequence-numbers';
import { requirementsWith, runSuite } from '../../testing/suite-run';
import { describedProtocol } from './protocol';

const { suite, boards } = describedProtocol(sequenceNumbers, []);

test.each([
  ['numbered', []],
  ['numbered+set-lost', ['NR-01']],
  ['numbered+resend-expected-bit-stuck', ['NR-02']],
  ['numbered+nr-02-unanswered', ['NR-02']],
  ['numbered+silence-ignored', ['NR-01']],
])('%s', async (board, failed) => {
  const result = await runSuite(suite, { board, kinds: boards });
  expect(requirementsWith(result, 'fail')).toEqual(expect.arrayContaining(failed));
  if (failed.length === 0) expect(requirementsWith(result, 'pass')).toHaveLength(5);
});
