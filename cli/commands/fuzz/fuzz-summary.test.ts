import type { FuzzEnd } from '../../../scenarios/record';
import { fuzzExitCode, openText } from './fuzz-summary';

const END: FuzzEnd = {
  type: 'fuzz-end',
  at: 1,
  outcome: 'done',
  cases: 7,
  exchanges: 7,
  findings: {},
  flakes: 0,
  kinds: {},
  fields: {},
  states: { unknown: 9 },
  triggers: {},
  responses: { ACK: 2, silence: 9 },
} as unknown as FuzzEnd;

test('a campaign in which nothing that the board sent was judged is no pass', () => {
  expect(fuzzExitCode(END, undefined)).toBe(0);
  expect(fuzzExitCode({ ...END, responses: { silence: 9 } }, undefined)).toBe(3);
  expect(openText(0)).toBe('nothing that the board sent could be judged');
});
