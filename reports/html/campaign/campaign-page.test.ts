import type { JournalEvent } from '../../../scenarios/record';
import { summarizeCampaign } from '../../summary/campaign';
import { campaignReport } from './campaign-page';
import { sampleCampaign } from '../../testing/sample-campaign';
import { idsOf, tagsOf } from '../../testing/page-reader';
import { HOSTILE } from '../../testing/sample-journal';

const page = (events: readonly JournalEvent[] = sampleCampaign()): string =>
  campaignReport(summarizeCampaign(events));

test('each finding has its clause, its bytes by field, its reproducibility, its count, its files and the command', () => {
  const text = page();
  const found = text.slice(text.indexOf('id="stm-00000001"'), text.indexOf('id="stm-00000002"'));
  for (const words of [
    'STM-FR-02',
    'Error 01 bad CRC',
    '3 bytes, minimised from 22 bytes; needs 1 case before it',
    'reproduced 9 of 10 times, flaky',
    '40 failures',
    'href="findings/stm-00000001.c"',
    'wirejig replay night/findings/stm-00000001.json',
    'python3 night/findings/stm-00000001.py PORT',
  ])
    expect(found).toContain(words);
  expect(found).toMatch(/<span class="hex">01<\/span\s*><span class="name">CMD<\/span/);
  expect(text).toContain('3 findings in 20\u202f000 cases. Too slow after 1 kind of garbage.');
});

test('resynchronisation that the host spoilt is inconclusive: it neither passes nor fails the campaign', () => {
  const whole = sampleCampaign().filter(({ type }) => type !== 'fuzz-finding');
  const known = { frames: 1, bytes: 3, never: 0, over: false };
  const spoilt = whole.map((event) =>
    event.type === 'fuzz-resync'
      ? { ...event, rows: event.rows.map((row, n) => ({ ...row, ...known, tries: n === 0 ? 0 : 3 })) }
      : event,
  );
  const { headline } = summarizeCampaign(spoilt);
  expect(headline).toMatchObject({ word: 'INCOMPLETE', sign: '?' });
  expect(headline.text).toContain('Resynchronisation is inconclusive.');
  expect(page(spoilt)).toMatch(/Inconclusive: 1 of 6 are not known/);
});

test('every link has a target, every id is unique, nothing is fetched', () => {
  const text = page();
  const ids = idsOf(text);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target = ''] of text.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  expect(text).not.toMatch(/\b(src|srcset|action)=|url\(|@import|https?:/);
});

/** A campaign whose findings did not reproduce, but for the first `confirmed`. */
function unconfirmedCampaign(
  confirmed: number,
  outcome: 'done' | 'wedged' = 'done',
): readonly JournalEvent[] {
  const never = { repeats: { shown: 0, tried: 4 }, replaysEndedBy: 'the board answers nothing' };
  return sampleCampaign().flatMap((event): JournalEvent[] => {
    if (event.type === 'fuzz-resync') return [];
    if (event.type === 'fuzz-finding') return [event.case < 7 + confirmed ? event : { ...event, ...never }];
    if (event.type !== 'fuzz-end') return [event];
    const counts = Object.entries(event.findings);
    const findings = Object.fromEntries(counts.slice(0, confirmed));
    return [{ ...event, outcome, findings, unconfirmed: Object.fromEntries(counts.slice(confirmed)) }];
  });
}

test('what did not reproduce is apart from the findings, with its replays, and fails no campaign', () => {
  const text = page(unconfirmedCampaign(1));
  const [found = '', open = ''] = text.slice(text.indexOf('id="found"')).split('id="unconfirmed"');
  expect([found.match(/<article/g)?.length, open.match(/<article/g)?.length]).toEqual([1, 2]);
  expect(open).toContain('did not reproduce in 4 replays, then the board answers nothing');
  expect(open).toContain('wirejig replay night/findings/stm-00000001.json');
  expect(summarizeCampaign(unconfirmedCampaign(1)).headline).toMatchObject({
    word: 'FAIL',
    text: '1 finding and 2 unconfirmed failures in 20\u202f000 cases.',
  });
  expect(summarizeCampaign(unconfirmedCampaign(0)).headline).toMatchObject({ word: 'INCOMPLETE', sign: '?' });
});

test('the headline of a wedged board says after how many cases', () => {
  expect(summarizeCampaign(unconfirmedCampaign(0, 'wedged')).headline.text).toBe(
    'No finding and 3 unconfirmed failures in 20\u202f000 cases. Then the board answered nothing any more, and no reset recovered it.',
  );
});

test('a finding of an earlier version that was never replayed is unconfirmed', () => {
  const old = sampleCampaign().map((event) =>
    event.type === 'fuzz-finding' ? { ...event, repeats: { shown: 0, tried: 0 } } : event,
  );
  const { findings, unconfirmed } = summarizeCampaign(old);
  expect([findings.length, unconfirmed.length]).toEqual([0, 3]);
  expect(page(old)).toContain('no replay was possible: the campaign ended');
});

test('no text from a board becomes markup', () => {
  const hostile = `${HOSTILE}</script><img src=x onerror=alert(1)>`;
  expect(tagsOf(page(sampleCampaign({ hostile })))).toEqual(tagsOf(page()));
});

test('a killed campaign has its findings and its last count; a resumed one counts nothing twice', () => {
  const all = sampleCampaign();
  const cut = summarizeCampaign(all.slice(0, 6));
  expect([cut.outcome, cut.findings.length, cut.cases]).toEqual(['cut-off', 3, 10_000]);
  expect(page(all.slice(0, 6))).toContain('The record stops before the campaign ended.');
  const resumed = [...all.slice(0, 6), { type: 'fuzz-resume', cases: 5000 } as const, ...all.slice(1)];
  const { progress, findings, resumed: times } = summarizeCampaign(resumed);
  expect([progress.map(({ cases }) => cases), findings.length, times]).toEqual([
    [5000, 5000, 10_000, 15_000, 20_000],
    3,
    1,
  ]);
  expect(() => summarizeCampaign(all.slice(1))).toThrow('does not begin with a campaign');
});

test('100 million cases and thousands of findings stay small', () => {
  const long = page(sampleCampaign({ cases: 100_000_000, findings: 5000 }));
  expect(long.length).toBeLessThan(5_000_000);
  expect(long).toContain('4\u202f700 findings left out');
  const { progress } = summarizeCampaign(sampleCampaign({ cases: 100_000_000 }));
  expect(progress.length).toBeLessThanOrEqual(480);
  expect(progress.at(-1)?.cases).toBeGreaterThan(99_000_000);
});
