import { sampleJournal } from '../reports/sample-journal';
import { journalEvent } from '../scenarios/journal-schema';
import type { JournalEvent } from '../scenarios/record';

const SAMPLE = sampleJournal();

function refusal(event: unknown): string {
  try {
    journalEvent(event);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

test('every event of a run comes through as it was written', () => {
  expect(new Set(SAMPLE.map(({ type }) => type)).size).toBe(8);
  expect(SAMPLE.map((event) => journalEvent(JSON.parse(JSON.stringify(event))))).toEqual(
    JSON.parse(JSON.stringify(SAMPLE)),
  );
});

/** Every field of an event, as a path of names and places. */
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

test('no field may be of another type', () => {
  for (const event of SAMPLE)
    for (const path of paths(event)) {
      const broken = withField(event, path, null);
      const said = refusal(broken);
      expect([path, said === 'taken' || said.includes('\n')]).toEqual([path, false]);
    }
});

test('what record.ts does not know is let through', () => {
  const [start] = SAMPLE;
  expect(refusal({ ...start, humour: 'dry' })).toBe('taken');
});

test('the refusal names the field', () => {
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
