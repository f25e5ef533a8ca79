import { reproduce } from '../execution/reproduce';
import { runCampaign } from '../testing/campaign-run';
import { virtualContext } from '../testing/virtual-context';
import { stepsOf } from '../triage/finding';

test.each([
  ['stm', 6000],
  ['gm67', 1500],
])('%s: %i cases reach everything that can be reached, without a false alarm', async (board, cases) => {
  const { findings, end } = await runCampaign(board, { cases });
  expect([findings, end.cases, end.flakes]).toEqual([[], cases, 0]);
  const { states, triggers, responses, fields } = virtualContext(board).target;
  const reached = [end.states, end.triggers, end.responses, end.fields].map((counts) => Object.keys(counts));
  for (const [i, all] of [states, triggers, responses, fields].entries())
    expect(reached[i]).toEqual(expect.arrayContaining([...all]));
});

test.each([
  ['set', 500],
  ['durak', 160],
  ['ttt', 200],
  ['ttt-udp', 200],
  ['ttt-serial', 200],
  ['chinese-ten', 40],
])('%s: hundreds of cases without a false alarm', async (board, cases) => {
  const { findings, end } = await runCampaign(board, { cases });
  expect([findings, end.cases]).toEqual([[], cases]);
});

test.each([
  [
    'ttt-udp',
    'an answer on one link overtakes the one that is due before it on another',
    [
      { link: 'b', hex: '4a' },
      { link: 'a', hex: '4a' },
      { link: 'b', hex: '30' },
      { link: 'a', hex: '4a', gapUs: 210 },
      { link: 'a', hex: '4a', gapUs: 18_634 },
    ],
  ],
  [
    'chinese-ten',
    'a key between prompts counts at the next one, while its screen is on its way',
    [
      ...['good 0', 'good 1', 'good 6', 'good 0', 'bad 1434', 'good 9459', 'good 7454', 'good 7454'].map(
        (recipe) => ({
          link: 'main',
          hex: '30',
          recipe,
        }),
      ),
      { link: 'main', hex: '00', gapUs: 18_037 },
    ],
  ],
  [
    'chinese-ten',
    'a name hides from a terminal whose turn it is',
    [
      ...['good 0', 'good 1', 'good 1'].map((recipe) => ({ link: 'main', hex: '30', recipe })),
      ...['581b0d', '591b0d', '5a1b0d'].map((hex) => ({ link: 'main', hex })),
      ...['good 0', 'good 0', 'good 0'].map((recipe) => ({ link: 'main', hex: '30', recipe })),
    ],
  ],
  [
    'gm67',
    'a session goes on that a start began which had longer than its repeat',
    [
      { link: 'main', hex: '07c60400008a08fe9d' },
      { link: 'main', hex: '07c60400008863fe44' },
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '07c60400008820fe87' },
      { link: 'main', hex: '04ea0400ff0e' },
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '04' },
      { link: 'main', hex: '04' },
      { link: 'main', hex: '88' },
      { present: 'code128' as const, hex: '31' },
      { present: 'code128' as const, hex: '31' },
      { listenUs: 300000 },
      { link: 'main', hex: '04e90400ff0f' },
      { present: 'code128' as const, hex: '31' },
    ],
  ],
  [
    'gm67',
    'a start that seems a repeat, and is none, begins a session that is shorter',
    [
      ...[
        '07c60400008a08fe9d',
        '07c60400008863fe44',
        '04e40400ff14',
        '07c60400ff8802fda6',
        '04a30464ff54',
      ].map((hex) => ({ link: 'main', hex })),
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '04' },
      { present: 'code128' as const, hex: '31' },
    ],
  ],
])('a sound board of %s is not blamed: %s', async (kind, _where, steps) => {
  const { rig, session } = virtualContext(kind);
  for (let n = 0; n < 8; n++) {
    const { failure } = await reproduce(rig, session, stepsOf(steps));
    expect(failure).toBeUndefined();
  }
});

test('a sound scanner is not blamed for garbled bytes and other noise while it repeats a code', async () => {
  const { rig, session } = virtualContext('gm67', { seed: 4 });
  const steps = stepsOf([
    { link: 'main', hex: '07c6040000ee01fe40' },
    { present: 'datamatrix', hex: '41'.repeat(128) },
    { listenUs: 1_750_000 },
    { link: 'main', hex: '04e90400fe0fc6040000000800' },
  ]);
  for (let n = 0; n < 8; n++) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
});
