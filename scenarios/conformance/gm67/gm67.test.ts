import { having, notPassed, suiteRun } from '../suite-run';
import { gm67Suite } from './gm67';

test.each([
  ['the page’s profile', {}],
  [
    'another profile',
    { badChecksum: 'silent', interByteMs: 80, dataRetries: 1, dataAckMs: 700, values8C: '01..05' },
  ],
])('a sound board passes everything by %s', async (_name, own) => {
  const ran = await suiteRun(gm67Suite, { own, sampled: true });
  expect([ran.end.outcome, notPassed(ran)]).toEqual(['done', []]);
  expect(Object.keys(ran.end.verdicts)).toHaveLength(gm67Suite.requirements.length);
});

test.each([
  ['checksum-carry', 'GM-FR-01'],
  ['noise-xoff', 'GM-FR-05'],
  ['disable-holds-code', 'GM-DT-05'],
])('%s fails %s', async (defect, clause) => {
  const ran = await suiteRun(gm67Suite, { board: `gm67+${defect}`, only: [clause] });
  expect(having(ran, 'fail')).toEqual([clause]);
});
