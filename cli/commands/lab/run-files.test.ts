import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { RunFiles } from './run-files';

/** Beyond all process ids of Linux, macOS and Windows that there are in practice. */
const NO_PROCESS = 4_000_000_000;
const MANY = { runs: 3, bytes: 5000, days: 7 };

afterAll(cleanUp);

function play(files: RunFiles, bytes = 100): string {
  const { id, folder: directory } = files.begin();
  for (const name of ['journal.jsonl', 'report.html'])
    writeFileSync(join(directory, name), 'x'.repeat(bytes));
  mkdirSync(join(directory, 'findings'));
  files.keep(id);
  return id;
}

test('journal and findings of a run are kept under its name', () => {
  const files = new RunFiles(folder());
  const kept = files.find(play(files)) ?? '';
  expect(readdirSync(kept).sort()).toEqual(['findings', 'journal.jsonl']);
  expect(files.find('00000000')).toBeUndefined();
  expect(files.find('../' + kept)).toBeUndefined();
});

test('what a killed worker left goes; what a live one has under way stays', () => {
  const directory = folder();
  for (const name of [`0badcafe.${NO_PROCESS}`, `0badcafe.${process.pid}`, 'notes'])
    mkdirSync(join(directory, name));
  new RunFiles(directory);
  expect(readdirSync(directory).sort()).toEqual([`0badcafe.${process.pid}`, 'notes']);
});

test.each([
  ['number', 100, 4],
  ['size', 2000, 3],
])('the oldest go by their %s', (_by, bytes, count) => {
  const directory = folder();
  const files = new RunFiles(directory, MANY);
  const ids = Array.from({ length: count }, (_, at) => {
    const id = play(files, bytes);
    utimesSync(join(directory, id), at, Date.now() / 1000 - 1000 + at);
    return id;
  });
  play(files, bytes);
  expect(ids.map((id) => existsSync(join(directory, id)))).toEqual(
    ids.map((_, at) => at >= count - (bytes === 100 ? 2 : 1)),
  );
});

test('the oldest go by their age', () => {
  const directory = folder();
  const id = play(new RunFiles(directory, MANY));
  utimesSync(join(directory, id), 0, Date.now() / 1000 - 8 * 86_400);
  new RunFiles(directory, MANY);
  expect(readdirSync(directory)).toEqual([]);
});
