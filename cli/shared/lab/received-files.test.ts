import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines, cleanUp, folder, wirejig } from '../../testing/wirejig-process';
import { ReceivedFiles } from './received-files';

const SEED = 3;
const ASKED = { suite: 'stm', seed: SEED };
let journal: readonly string[];

beforeAll(async () => {
  const out = folder();
  await wirejig([
    ...'run stm --board virtual:stm --only STM-FR-10 --quiet --seed'.split(' '),
    `${SEED}`,
    '--out',
    out,
  ]);
  journal = lines(join(out, 'journal.jsonl'));
});
afterAll(cleanUp);

function received(
  text: string,
  asked: typeof ASKED | undefined = ASKED,
): { files: ReceivedFiles; add: () => void } {
  const files = new ReceivedFiles(folder(), asked, () => undefined, true);
  files.begin();
  return { files, add: () => files.add('journal.jsonl', Buffer.from(text)) };
}

test('the journal that was asked for is taken, line by line', () => {
  const text = `${journal.join('\n')}\n`;
  const { files, add } = received(text);
  add();
  files.close();
  expect(readFileSync(join(files.directory, 'journal.jsonl'), 'utf8')).toBe(text);
});

test.each<[string, (own: readonly string[]) => readonly string[], RegExp]>([
  ['no journal', () => ['GET / HTTP/1.1'], /a line of its journal is not JSON/],
  ['a line that is no event', ([first = '']) => [first, '{"type":"chunk","hex":7}'], /link: /],
  [
    'a run of another seed',
    (own) => own.map((line) => line.replace(`"seed":${SEED}`, '"seed":4')),
    /is of stm, seed 4: stm, seed 3 was asked for/,
  ],
  [
    'a run of another suite',
    (own) => own.map((line) => line.replaceAll('"id":"stm"', '"id":"set"')),
    /is of set, seed 3/,
  ],
  ['a run without a beginning', ([, ...own]) => own, /has no beginning/],
  ['a second run', (own) => [...own.slice(0, -1), ...own], /begins twice/],
  ['more after the end', (own) => [...own, own[1] ?? ''], /goes on after its end/],
  ['a line without end', () => ['x'.repeat(9e6)], /not JSON|line without end/],
])('%s is refused, and nothing of it stays', (_name, change, message) => {
  const { files, add } = received(`${change(journal).join('\n')}\n`);
  expect(add).toThrow(message);
  expect(existsSync(join(files.directory, 'journal.jsonl'))).toBe(false);
});

test('what is no finding is left out', () => {
  const { files } = received('');
  files.add('findings/x.json', Buffer.from('{"id":"../../etc/passwd"}'));
  files.writeFindings();
  files.close();
  expect(files.findings()).toEqual([]);
});

test('findings have a bound', () => {
  const { files } = received('');
  const add = (): void => files.add('findings/x.json', Buffer.alloc(1 << 25));
  add();
  add();
  expect(add).toThrow(/too long/);
  files.close();
});
