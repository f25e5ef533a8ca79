import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openJournal, readJournal as journalEvents } from './journal';
import type { JournalEvent, LineRecord } from '../record';

const LINE = z.object({
  type: z.literal('line'),
  at: z.number(),
  link: z.string(),
  event: z.string(),
});
const parse = (value: unknown): JournalEvent => LINE.parse(value);

function readJournal(path: string, parse: (value: unknown) => JournalEvent): JournalEvent[] {
  return [...journalEvents(path, parse)];
}

function line(at: number, event = 'reset — ↯'): LineRecord {
  return { type: 'line', at, link: 'main', event };
}

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wirejig-journal-'));
  path = join(directory, 'journal.jsonl');
});

afterEach(() => rmSync(directory, { recursive: true }));

function write(...events: readonly JournalEvent[]): void {
  const journal = openJournal(path);
  for (const event of events) journal.write(event);
  journal.close();
}

test('written events are read back, one per line', () => {
  write(line(1), line(2), line(3));
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  expect(readJournal(path, parse)).toEqual([line(1), line(2), line(3)]);
});

test('a cut last line is dropped, and nothing before it', () => {
  write(line(1), line(2));
  const whole = readFileSync(path);
  const second = whole.indexOf('\n') + 1;
  for (let length = second; length < whole.length - 1; length++) {
    writeFileSync(path, whole.subarray(0, length));
    expect(readJournal(path, parse)).toEqual([line(1)]);
  }
  writeFileSync(path, whole.subarray(0, whole.length - 1));
  expect(readJournal(path, parse)).toEqual([line(1), line(2)]);
});

test('a journal that is continued loses its cut last line, of any length', () => {
  write(line(1));
  appendFileSync(path, `{"type":"line","event":"${'↯'.repeat(100_000)}`);
  openJournal(path, true).close();
  expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(line(1))}\n`);
  writeFileSync(path, '{"type"');
  openJournal(path, true).close();
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('a line that is no event is named, unless it is a cut last one', () => {
  write(line(1));
  appendFileSync(path, '{"type":"line","at":"soon"}\n');
  expect(() => readJournal(path, parse)).toThrow(`${path}:2 is no journal event`);
  writeFileSync(path, 'not json\n');
  expect(() => readJournal(path, parse)).toThrow(`${path}:1 is no journal event`);
});

test('an empty journal has no events, a missing one is an error', () => {
  write();
  expect(readJournal(path, parse)).toEqual([]);
  expect(() => readJournal(join(directory, 'none'), parse)).toThrow('ENOENT');
});

test('a check is written to the disk immediately, so that a killed run has its failures', () => {
  const journal = openJournal(path);
  journal.write(line(1));
  journal.write({
    type: 'check',
    at: 2,
    scenario: 'a',
    requirement: 'A-B-01',
    verdict: 'fail',
    title: 'late',
  });
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
  journal.write(line(3));
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
  journal.close();
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('many events are written before the journal is closed', () => {
  const journal = openJournal(path);
  for (let at = 0; at < 2000; at++) journal.write(line(at));
  expect(readFileSync(path, 'utf8').length).toBeGreaterThan(32_768);
  journal.close();
  expect(readJournal(path, parse)).toHaveLength(2000);
});

test('lines longer than one read are complete, and so are characters of several bytes', () => {
  const long = line(1, '↯'.repeat(70_000));
  write(line(0), long, line(2));
  expect(readJournal(path, parse)).toEqual([line(0), long, line(2)]);
});

test('after a write that the disk did not take, nothing more is written, and each write says so', () => {
  const journal = openJournal('/dev/full');
  const long = line(1, 'x'.repeat(1 << 16));
  expect(() => journal.write(long)).toThrow('ENOSPC');
  expect(() => journal.write(line(2))).toThrow('ENOSPC');
  expect(() => journal.close()).toThrow('ENOSPC');
});
