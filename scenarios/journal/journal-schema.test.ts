import { stmSuite } from '../../protocols/stm/testing/parts';
import { runSuite } from '../testing/suite-run';
import { journalEvent } from './journal-schema';
import type { JournalEvent } from '../record';

/** On a board with many failures, these scenarios show every kind of event. */
const SCENARIOS = ['stm/timing', 'stm/heads', 'stm/deals', 'stm/shuffles', 'stm/no-game', 'stm/sessions'];

/** Events of a real run of a board with many failures: one of each type and set of fields. */
const SAMPLE: JournalEvent[] = [];

beforeAll(async () => {
  const board = 'stm+slow-set-state+sixth-shuffle';
  const seen = new Set<string>();
  const { events } = await runSuite(stmSuite, { board, seed: 1, scenarios: SCENARIOS });
  for (const event of events) {
    const fields = JSON.stringify([event.type, Object.keys(event)]);
    if (!seen.has(fields)) SAMPLE.push(event);
    seen.add(fields);
  }
  // Of a datagram.
  const chunk = SAMPLE.find(({ type }) => type === 'chunk');
  if (chunk?.type === 'chunk') SAMPLE.push({ ...chunk, elided: 904 });
}, 30_000);

function refusal(event: unknown): string {
  try {
    journalEvent(event);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

test('every event of a run is read as it was written', () => {
  expect(new Set(SAMPLE.map(({ type }) => type)).size).toBe(8);
  const fields = new Set(SAMPLE.flatMap((event) => Object.keys(event)));
  for (const field of ['evidence', 'measurement', 'counterexample', 'elided'])
    expect(fields).toContain(field);
  expect(SAMPLE.map((event) => journalEvent(JSON.parse(JSON.stringify(event))))).toEqual(
    JSON.parse(JSON.stringify(SAMPLE)),
  );
});

/** The same with lists of at most two entries: longer lists have the same types. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(pruned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pruned(inner)]));
}

/** Every field of an event, as a path of names and indices. */
function* paths(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* paths(inner, [...path, name]);
}

function withField(value: unknown, [name = '', ...rest]: readonly string[], field: unknown): unknown {
  const change = (inner: unknown): unknown => (rest.length === 0 ? field : withField(inner, rest, field));
  if (Array.isArray(value))
    return value.map((inner: unknown, i) => (String(i) === name ? change(inner) : inner));
  const entries = Object.entries(value ?? {}).map(([key, inner]): [string, unknown] =>
    key === name ? [key, change(inner)] : [key, inner],
  );
  return Object.fromEntries(entries);
}

test('every field has only its own type', () => {
  for (const event of SAMPLE.map((one) => pruned(one)))
    for (const path of paths(event)) {
      const broken = withField(event, path, null);
      const result = refusal(broken);
      expect([path, result === 'taken' || result.includes('\n')]).toEqual([path, false]);
    }
});

test('fields that record.ts does not name are accepted', () => {
  const [start] = SAMPLE;
  expect(refusal({ ...start, humour: 'dry' })).toBe('taken');
});

test('the error names the field', () => {
  const chunk: JournalEvent = {
    type: 'chunk',
    link: 'a',
    direction: 'rx',
    notBefore: 0,
    notAfter: 1,
    hex: '01',
  };
  expect(refusal(chunk)).toBe('taken');
  expect(refusal({ ...chunk, hex: '0' })).toBe('hex: is no hex text of whole bytes');
  expect(refusal({ ...chunk, type: 'lump' })).toMatch(/^type: /);
  expect(refusal('text')).not.toBe('taken');
});

const CHUNK = { type: 'chunk', link: 'main', direction: 'tx', notBefore: 1, notAfter: 2, hex: '01' };

test.each<readonly [string, object, RegExp]>([
  ['a time beyond all clocks', { notAfter: 1e29 }, /^notAfter: /],
  ['a time before all clocks', { notBefore: -1e29 }, /^notBefore: /],
  ['an end before its begin', { notAfter: 0 }, /^notAfter is before notBefore/],
  ['a chunk that no run writes', { hex: '00'.repeat(1 << 20) }, /^hex: /],
])('%s is refused with its field', (_, change, reason) => {
  expect(refusal(CHUNK)).toBe('taken');
  expect(refusal({ ...CHUNK, ...change })).toMatch(reason);
});
