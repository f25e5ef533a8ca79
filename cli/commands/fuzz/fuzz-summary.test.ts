import { fuzzExitCode, openText } from './fuzz-summary';

const END = { outcome: 'done', cases: 7, findings: {}, responses: { ACK: 2, silence: 9 } } as const;

test('a campaign in which nothing that the board sent was judged is no pass', () => {
  expect(fuzzExitCode(END, undefined)).toBe(0);
  expect(fuzzExitCode({ ...END, responses: { silence: 9 } }, undefined)).toBe(3);
  expect(openText(0)).toBe('nothing that the board sent could be judged');
});
