import type { JournalEvent } from '../../scenarios/record';
import { runReport } from './run-page';
import { foldsOf, idsOf, tagsOf } from '../testing/page-reader';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';

const journal = sampleJournal();
const page = (events: readonly JournalEvent[] = journal): string => runReport(summarize(events));

describe('report.html', () => {
  const text = page();

  test('is one whole page that fetches nothing', () => {
    expect(new Set(tagsOf(text))).toContain('svg');
    expect(text).not.toMatch(/\b(src|srcset|action)=|url\(|@import|https?:/);
    expect(text).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[^ ]{44}';/,
    );
  });

  test('every clause can be linked to, once, and every link leads somewhere', () => {
    const ids = idsOf(text);
    expect(new Set(ids).size).toBe(ids.length);
    for (const event of journal)
      if (event.type === 'run')
        for (const { id } of event.suites.flatMap((suite) => suite.requirements)) expect(ids).toContain(id);
    for (const [, target = ''] of text.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });

  test('shows the command of one clause alone; a trace is checked again whole', () => {
    const commanded = (command: string): string =>
      page(journal.map((event) => (event.type === 'run' ? { ...event, command } : event)));
    const asked = commanded("wirejig run stm --only STM-FR-01 --seed 1 --only 'a b'");
    expect(asked).toContain('<code>wirejig run stm --seed 1 --only STM-FR-02</code>');
    const judged = commanded('wirejig check a.pcapng --suite stm');
    expect(judged).toContain('<code>wirejig check a.pcapng --suite stm</code>');
    expect(judged).not.toContain('--only');
  });

  test('shows failures first, with expected, seen, fields, counterexample and command', () => {
    const failed = text.slice(text.indexOf('id="STM-FR-02"'), text.indexOf('id="STM-GM-05"'));
    expect(failed).toContain('<dd>exactly one Error (01), and no game</dd>');
    expect(failed).toContain('<dd>the answer to Start: 01 FF FE</dd>');
    expect(failed).toMatch(/<span class="hex">FF<\/span\s*><span class="name">descriptor<\/span/);
    expect(failed).toContain('<span class="hex">✗ 00</span><span class="name">CRC</span>');
    expect(failed).toContain('<pre>[\n  { command: &#39;Start&#39;, checksum: 0x00 },\n]</pre>');
    expect(failed).toContain('--seed 20481 --only STM-FR-02</code>');
    expect(text.indexOf('id="failures"')).toBeLessThan(text.indexOf('id="clauses"'));
  });

  test('marks the field of a wrong byte, and shows the right value', () => {
    const refused = { reject: 'no frame', wrong: { offset: 2, expected: 'FE' } };
    const events = journal.map((event) => {
      if (event.type !== 'check' || event.requirement !== 'STM-FR-02') return event;
      return { ...event, evidence: (event.evidence ?? []).map((one) => ({ ...one, ...refused })) };
    });
    const marked = [...page(events).matchAll(/class="seg wrong" data-t="([^"]*)"/g)];
    expect(marked.length).toBeGreaterThan(0);
    for (const [, tip] of marked) expect(tip).toMatch(/^(?!CMD)[^]*wrong: FE is due$/);
  });

  test('expected bytes stand over seen bytes, and those that differ have a sign', () => {
    const due = { link: 'main', hex: 'ee01ef', fields: [{ name: 'CMD', offset: 0, length: 1, value: 238 }] };
    const shown = page(journal.map((event) => (event.type === 'check' ? { ...event, due } : event)));
    const table = /<table class="against">[^]*?<\/table>/.exec(shown)?.[0] ?? '';
    expect(table).toMatch(
      /expected<\/th>\s*<td class="hex">EE<\/td><td class="hex">01<\/td><td class="hex">EF<\/td>/,
    );
    expect(table.match(/<td class="hex wrong">/g)).toHaveLength(3);
  });

  test('a time that failed has one unit throughout, at the top as beside its limits', () => {
    const measurement = {
      name: 'retry',
      unit: 'us',
      low: 3_001_000,
      high: 3_001_000,
      min: 1_600_000,
      max: 2_400_000,
    } as const;
    const late = journal.map((event) =>
      event.type === 'check' && event.requirement === 'STM-FR-02'
        ? { ...event, measurement, expected: '1600.0 ms to 2400.0 ms', seen: '3001.0 ms' }
        : event,
    );
    expect(page(late)).toContain('3.001 s, limit 2.4 s: Start with');
    expect(page(late)).not.toContain('3001.0');
  });

  test('every verdict has its word, not colour alone', () => {
    for (const word of ['fail', 'warning', 'inconclusive', 'skipped', 'pass'])
      expect(text).toMatch(new RegExp(`<span aria-hidden="true">[✗!?–✓]</span> ${word}</span`));
  });
});

test('a histogram of nothing, of one value, and without a limit is drawn', () => {
  const forms = [
    { buckets: [], count: 0, worst: 0 },
    { buckets: [[0, 1]] as const, count: 1, worst: 0 },
    { buckets: [[-5, 2]] as const, count: 2, worst: -5 },
  ];
  for (const form of forms) {
    const events = journal.map((event) => {
      if (event.type !== 'histogram') return event;
      const { limit: _limit, ...rest } = event;
      return { ...rest, ...form };
    });
    const text = page(events);
    tagsOf(text);
    expect(text).toContain('No upper limit.');
    expect(text).not.toMatch(/NaN|Infinity/);
  }
});

test('a journal that stops at any line gives a whole page', () => {
  for (const events of [journal, sampleJournal(HOSTILE)])
    for (let length = 0; length < events.length; length += 1) tagsOf(page(events.slice(0, length)));
  expect(page([])).toContain('NOT JUDGED');
  expect(page(journal.slice(0, 3))).toContain('the run ended before it was judged');
});

describe('text from a board', () => {
  const hostile = page(sampleJournal(HOSTILE));

  test('makes no tag and no attribute', () => {
    expect(hostile.match(/<script>/g)).toHaveLength(1);
    expect(tagsOf(hostile)).toEqual(tagsOf(page()));
    expect(foldsOf(hostile).map(tagsOf)).toEqual(foldsOf(page()).map(tagsOf));
    const twice = sampleJournal(HOSTILE).map((event) =>
      event.type === 'check'
        ? { ...event, evidence: [...(event.evidence ?? []), ...(event.evidence ?? [])] }
        : event,
    );
    expect(foldsOf(page(twice)).join('')).toContain('&lt;script&gt;alert(1)');
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;]]&gt;\\x1B[31m');
  });

  test('brings no character that cannot be seen', () => {
    for (const text of [hostile, ...foldsOf(hostile)])
      expect(/[\p{Cc}\p{Cf}\p{Cs}]/u.exec(text.replaceAll('\n', ''))).toBeNull();
  });

  test('cannot leave an attribute through an id', () => {
    const evil = `X" onload="alert(1)`;
    const checks = journal.flatMap((event) =>
      event.type === 'check' ? [{ ...event, requirement: evil }] : [],
    );
    const text = page([...journal.slice(0, 1), ...checks]);
    tagsOf(text);
    expect(text).not.toContain('onload="');
    expect(text).toContain(`--only &#39;X&quot; onload=&quot;alert(1)`);
  });
});

test('the tiles count each MUST once, as the headline does', () => {
  const { MUST } = summarize(journal).counts;
  const tiles = [...page().matchAll(/<dt>. MUST [a-z ]+<\/dt>\s*<dd>(\d+) /g)].map(([, count]) =>
    Number(count),
  );
  expect(tiles).toEqual([MUST.fail, MUST.pass, MUST.error + MUST.inconclusive, MUST.skip]);
  expect(tiles.reduce((sum, count) => sum + count)).toBe(MUST.total);
});

test('clauses that were never tried are listed before the matrix', () => {
  const text = page();
  const note = /<p class="untried">[^]*?<\/p>/.exec(text)?.[0] ?? '';
  expect(note).toContain('Never tried: 1 clause</b>');
  expect(note).toContain('href="#STM-TM-03"');
  const matrix = text.slice(text.indexOf('id="clauses"'));
  expect(matrix).toContain('<b class="never">never tried</b>: no check was made');
  expect(matrix).toContain('6\u202f772 in “Games played to their end”; 40 in “Frames with right and wrong');
  expect(text).toMatch(/class="cell dim never"\s+href="#STM-TM-03"/);
});

test('thousands of failures: all are named, and the page stays small', () => {
  const [start] = journal;
  const check = journal.find((event) => event.type === 'check' && event.requirement === 'STM-GM-05');
  if (start?.type !== 'run' || check?.type !== 'check') throw new Error('not the sample');
  const many = Array.from({ length: 3000 }, (_, index) => ({ ...check, requirement: `BAD-${index}` }));
  const text = page([start, ...many]);
  tagsOf(text);
  for (const { requirement } of [many[0], many[1500], many[2999]].flatMap((each) => each ?? []))
    expect(text.includes(`id="${requirement}"`)).toBe(true);
  expect(text.length).toBeLessThan(14_000_000);
});

test('much evidence is cut, and what is left out is counted', () => {
  const record = {
    link: 'main',
    direction: 'rx',
    notBefore: 0,
    notAfter: 1,
    hex: 'ab'.repeat(5000),
  } as const;
  const checks = journal.flatMap((event) =>
    event.type === 'check' && event.verdict === 'fail'
      ? [{ ...event, seen: 'x'.repeat(50_000), evidence: Array.from({ length: 500 }, () => record) }]
      : [],
  );
  const text = page([...journal.slice(0, 1), ...checks]);
  expect(text).toContain('476 earlier exchanges left out');
  expect(text).toContain('3\u202f976 bytes left out');
  expect(text).toContain('(46000 characters left out)');
  expect(text.length).toBeLessThan(2_000_000);
});

describe('times', () => {
  const withHistogram = (change: object): string =>
    page(journal.map((event) => (event.type === 'histogram' ? { ...event, ...change } : event)));

  test('values of a real port are never called exact', () => {
    const exact = { uncertainty: { p50: 0, worst: 0 } };
    expect(withHistogram(exact)).toContain('Each value is exact: the clock is virtual.');
    const real = journal.map((event) =>
      event.type === 'run'
        ? { ...event, board: { ...event.board, virtual: false } }
        : event.type === 'histogram'
          ? { ...event, ...exact }
          : event,
    );
    const cards = page(real).split('id="timing"')[1]?.split('id="clauses"')[0] ?? '';
    expect(cards).toContain('those of this host’s clock');
    expect(cards).not.toContain('exact');
  });

  test('a measured time that failed is bracketed on the ladder, with its limit', () => {
    const record = { link: 'main', direction: 'rx', hex: '00' } as const;
    const evidence = [
      { ...record, notBefore: 0, notAfter: 10 },
      { ...record, notBefore: 3010, notAfter: 3020 },
    ];
    const measurement = { name: 'pause', unit: 'us', low: 3000, high: 3000, max: 2400 } as const;
    const late = journal.map((event) =>
      event.type === 'check' && event.verdict === 'fail' ? { ...event, evidence, measurement } : event,
    );
    expect(page(late)).toMatch(/class="gap over"[^]*?>✗ 3 ms, limit 2\.4 ms</);
  });
});
