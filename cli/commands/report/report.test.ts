import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, lines, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const HERE = folder();
const OUT = join(HERE, 'run');
const REPORTS = ['report.html', 'results.json', 'junit.xml'];

beforeAll(async () => {
  const words = ['run', '--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02,STM-FR-03', '-q'];
  const { code } = await wirejig([...words, '--out', OUT]);
  expect(code).toBe(1);
});

function copied(name: string): string {
  mkdirSync(join(HERE, name));
  const path = join(HERE, name, 'journal.jsonl');
  copyFileSync(join(OUT, 'journal.jsonl'), path);
  return path;
}

test.each(['run', 'run/journal.jsonl'])('reports drawn again from %s are the same', async (path) => {
  const again = folder();
  const { code, stdout } = await wirejig(['report', path, '--out', again], { cwd: HERE });
  expect(code).toBe(0);
  expect(stdout).toContain('✗ FAIL');
  for (const file of REPORTS)
    expect(readFileSync(join(again, file), 'utf8')).toBe(readFileSync(join(OUT, file), 'utf8'));
});

test('the reports of a killed run have its verdicts so far, and no pass for the rest', async () => {
  const path = copied('killed');
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, whole.length >> 1));
  const { code, stdout } = await wirejig(['report', 'killed'], { cwd: HERE });
  expect(code).toBe(0);
  expect(stdout).toMatch(/The record stops before\s+the run ended\./);
  const text = readFileSync(join(HERE, 'killed/results.json'), 'utf8');
  expect(text).toContain('"outcome": "cut-off"');
});

test('an invalid line of a journal is refused with its number', async () => {
  const path = copied('spoilt');
  const all = lines(path);
  const spoilt = [...all.slice(0, 4), '{"type":"chunk","link":"main","direction":"up"}', ...all.slice(4), ''];
  writeFileSync(path, spoilt.join('\n'));
  const { code, stderr } = await wirejig(['report', 'spoilt'], { cwd: HERE });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^wirejig: spoilt\/journal\.jsonl:5 is no journal event: direction: [^\n]+\n$/);
});

test('a journal that two runs wrote into is refused', async () => {
  const path = copied('mixed');
  const all = lines(path);
  const end = all.at(-1)?.replace(/"id":"\w+"/, '"id":"0123456789abcdef"') ?? '';
  for (const mixed of [
    [...all, ...all],
    [...all.slice(0, -1), end],
  ]) {
    writeFileSync(path, `${mixed.join('\n')}\n`);
    for (const words of [
      ['report', 'mixed'],
      ['compare', 'mixed', 'mixed'],
    ]) {
      const { code, stderr } = await wirejig(words, { cwd: HERE });
      expect([code, stderr]).toEqual([2, expect.stringContaining('it holds events of two runs')]);
    }
  }
});

test('results and journal have the id of their run', () => {
  const id = /^\{"type":"run",.*"id":"(\w{16})"\}$/.exec(lines(join(OUT, 'journal.jsonl'))[0] ?? '')?.[1];
  expect(readFileSync(join(OUT, 'results.json'), 'utf8')).toContain(`"run": "${id}"`);
});

test('a journal without the first event of a run is refused', async () => {
  const path = join(HERE, 'rest.jsonl');
  appendFileSync(path, `${lines(join(OUT, 'journal.jsonl')).slice(1).join('\n')}\n`);
  const { code, stderr } = await wirejig(['report', 'rest.jsonl'], { cwd: HERE });
  expect([code, stderr]).toEqual([2, expect.stringContaining('does not begin with a run')]);
});
