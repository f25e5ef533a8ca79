import { requirementsWith, notPassed, runSuite, withLinks } from '../../scenarios/testing/suite-run';
import { millis } from '../../api/index';
import { gm67 } from './gm67';

const gm67Suite = gm67.suite;

test('a sound board of another profile than the page’s passes everything', async () => {
  const own = { badChecksum: 'silent', interByteMs: 80, dataRetries: 1, dataAckMs: 700, values8C: '01..05' };
  const ran = await runSuite(gm67Suite, { own, sampled: true });
  expect([ran.end.outcome, notPassed(ran)]).toEqual(['done', []]);
  expect(Object.keys(ran.end.verdicts)).toHaveLength(gm67Suite.requirements.length);
});

const inSamples = (scenario: string) => ({ sampled: true, scenarios: [scenario] });

test.each([
  ['checksum-carry', 'GM-FR-01', { only: ['GM-FR-01'] }],
  ['noise-xoff', 'GM-FR-05', { only: ['GM-FR-05'] }],
  ['disable-holds-code', 'GM-DT-05', { only: ['GM-DT-05'] }],
  ['light-sets-collimation', 'GM-CM-05', inSamples('gm67/parameters')],
  ['start-again-denied', 'GM-CM-01', inSamples('gm67/commands')],
  ['sleep-silent', 'GM-CM-01', inSamples('gm67/sleep')],
])('%s fails %s', async (defect, clause, options) => {
  const ran = await runSuite(gm67Suite, { board: `gm67+${defect}`, ...options });
  // What else was seen to fail counts, too.
  expect(requirementsWith(ran, 'fail')).toEqual([clause]);
});

test('bytes that are no frame fail, however long this host stood still', async () => {
  const ran = await runSuite(gm67Suite, {
    ...{ board: 'gm67+long-code-in-short', only: ['GM-DT-03'], sampled: true },
    around: (board) => withLinks(board, () => ({ stallDuration: () => millis(900) })),
  });
  expect(requirementsWith(ran, 'fail')).toEqual(['GM-DT-03']);
});
