import type { FuzzFinding } from '../../scenarios/record';
import type { CampaignSummary } from './campaign';
import { joinCampaigns } from './joined-campaigns';

const FINDING: FuzzFinding = {
  type: 'fuzz-finding',
  case: 1,
  id: 'a',
  kind: 'answer',
  title: 'wrong',
  requirement: 'X-FR-01',
  level: 'MUST',
  cause: 'crc',
  expected: '1',
  seen: '2',
  bytes: 9,
  foundBytes: 9,
  history: 0,
  repeats: { shown: 10, tried: 10 },
  file: 'a.json',
  evidence: [],
};

function campaign(
  name: string,
  findings: readonly FuzzFinding[],
  outcome: 'done' | 'lost' = 'done',
): CampaignSummary {
  return {
    start: {
      type: 'fuzz',
      version: '1',
      suite: 'x',
      seed: 1,
      board: { name, kind: 'x', virtual: true, defects: [], links: [{ name: 'main', url: 'virtual:x' }] },
      parameters: {},
      cases: 100,
      generators: [],
      fields: [],
      states: [],
      triggers: [],
      responses: [],
      command: 'wirejig fuzz x',
      platform: 'linux',
    },
    end: {
      type: 'fuzz-end',
      outcome,
      cases: 100,
      exchanges: 250,
      findings: Object.fromEntries(findings.map(({ id }) => [id, 2])),
      flakes: 1,
      kinds: { valid: [90, 2], [name]: [10, 0] },
      fields: { cmd: 5 },
      states: {},
      triggers: {},
      responses: {},
      reached: { [`s | ${name} | ok`]: 4 },
    },
    outcome,
    headline: { word: 'PASS', sign: '✓', tone: 'good', text: '' },
    cases: 100,
    exchanges: 250,
    failures: 2 * findings.length,
    findings,
    findingsLeftOut: 0,
    unconfirmed: [],
    progress: [],
    resumed: 0,
  };
}

test('cases, coverage and failures are added; of one finding the shortest case counts', () => {
  const joined = joinCampaigns(
    [
      campaign('a', [FINDING]),
      campaign('b', [
        { ...FINDING, bytes: 4 },
        { ...FINDING, id: 'b' },
      ]),
    ],
    ['pc/a', 'pc/b'],
    'wirejig fuzz x --lab',
  );
  expect(joined).toMatchObject({ cases: 200, exchanges: 500, failures: 6, boards: ['pc/a', 'pc/b'] });
  expect(joined.findings.map(({ id, bytes }) => [id, bytes])).toEqual([
    ['a', 4],
    ['b', 9],
  ]);
  expect(joined.end).toMatchObject({
    flakes: 2,
    findings: { a: 4, b: 2 },
    kinds: { valid: [180, 4], a: [10, 0], b: [10, 0] },
    fields: { cmd: 10 },
    reached: { 's | a | ok': 4, 's | b | ok': 4 },
  });
  expect(joined.headline).toMatchObject({ word: 'FAIL', text: '2 findings in 200 cases.' });
});

test('a campaign with a lost board is not passed', () => {
  const joined = joinCampaigns([campaign('a', []), campaign('b', [], 'lost')], ['pc/a', 'pc/b'], '');
  expect(joined.headline).toMatchObject({
    word: 'INCOMPLETE',
    text: 'No finding in 200 cases. The board was lost.',
  });
});
