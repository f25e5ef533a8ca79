import type { JournalEvent } from '../../../scenarios/record';
import { summarize } from '../../summary/summary';
import { sampleJournal } from '../../testing/sample-journal';
import { runReport } from '../run-page';

const journal = sampleJournal();
const page = (events: readonly JournalEvent[]): string => runReport(summarize(events));

test('several links are lanes of one ladder, on one clock', () => {
  const events = journal.map((event) =>
    event.type === 'check' && event.requirement === 'STM-FR-10'
      ? {
          ...event,
          evidence: event.evidence?.map((each, index) => ({ ...each, link: `link ${index}` })) ?? [],
        }
      : event,
  );
  const article = page(events).split('id="STM-FR-10"')[1]?.split('</figure>')[0] ?? '';
  expect([...article.matchAll(/<path class="life"/g)]).toHaveLength(2);
  const rungs = [...article.matchAll(/class="rung (tx|rx)[^]*?class="arrow" d="M(\d+) (\d+)L(\d+)/g)];
  const [sent, got] = rungs.map(([, way, from, y, to]) => ({
    way,
    from: Number(from),
    y: Number(y),
    to: Number(to),
  }));
  expect([sent?.way, got?.way]).toEqual(['tx', 'rx']);
  expect(sent?.from).toBeLessThan(sent?.to ?? 0);
  expect(got?.to).toBeGreaterThan(sent?.to ?? Infinity);
  expect(got?.from).toBeGreaterThan(got?.to ?? Infinity);
  expect(got?.y).toBeGreaterThan(sent?.y ?? Infinity);
  const lanes = (order: readonly string[]): string[] => {
    const links = order.map((name) => ({ name, url: name }));
    const named = events.map((event) =>
      event.type === 'run' ? { ...event, board: { ...event.board, links } } : event,
    );
    const ladder = page(named).split('id="STM-FR-10"')[1]?.split('</figure>')[0] ?? '';
    return [...ladder.matchAll(/class="link"[^>]*>(link \d)/g)].map(([, name = '']) => name);
  };
  expect(lanes(['link 1', 'link 0'])).toEqual(['link 1', 'link 0']);
  expect(lanes(['link 0', 'link 1'])).toEqual(['link 0', 'link 1']);
});

test('the words of a rung do not repeat its bytes', () => {
  const gists = ['dropped', 'text'].map((name) => {
    const field =
      name === 'text'
        ? { name, offset: 0, length: 4, value: '09C6' }
        : { name, offset: 0, length: 4, value: '09 C6 04 00', meaning: 'begins no frame: dropped' };
    const hex = name === 'text' ? '30394336' : '09c60400';
    const record = {
      link: 'main',
      direction: 'tx',
      notBefore: 0,
      notAfter: 9,
      hex,
      fields: [field],
    } as const;
    const events = journal.map((event) =>
      event.type === 'check' && event.requirement === 'STM-FR-10' ? { ...event, evidence: [record] } : event,
    );
    const article = page(events).split('id="STM-FR-10"')[1]?.split('</figure>')[0] ?? '';
    return /class="gist">([^<]*)</.exec(article)?.[1];
  });
  expect(gists).toEqual(['begins no frame', '09C6']);
});
