import { dirname } from 'node:path/posix';
import { circlesOf, importGraph } from './circles';
import { breaches, describeBreach, MOST_LINES } from './rules';
import { filesUnder, isTest, readText } from './source-files';
import { factsOf, parse } from './syntax';
import { retiredUses, retiredWords } from './vocabulary';

const MOST_FILES = 25;

const FILES = filesUnder();
const SOURCES = FILES.filter((path) => path.endsWith('.ts')).map((path) => parse(path, readText(path)));
const RETIRED = retiredWords(readText('CONTRIBUTING.md'));

test('no file breaks a rule of the house', () => {
  const found = SOURCES.flatMap((file) =>
    breaches(file).map((breach) => describeBreach(file.fileName, breach)),
  );
  expect(found).toEqual([]);
});

test('no file is in an import circle', () => {
  const graph = importGraph(SOURCES.filter((file) => !isTest(file.fileName)));
  expect(circlesOf(graph).map((circle) => circle.join(' → '))).toEqual([]);
});

test('no name uses a word that the glossary retired', () => {
  const found = SOURCES.flatMap((file) =>
    retiredUses(file, RETIRED).map(
      ({ line, name, word, term }) => `${file.fileName}:${line} ${name}: not "${word}" but "${term}"`,
    ),
  );
  expect(found).toEqual([]);
});

test('no file in another language is longer than one in TypeScript may be', () => {
  const lines = FILES.filter((path) => /\.(?:lua|css|py)$/.test(path)).map(
    (path) => [path, readText(path).split('\n').length - 1] as const,
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter(([, count]) => count > MOST_LINES)).toEqual([]);
});

test(`no folder holds more than ${MOST_FILES} files of source`, () => {
  const counts = new Map<string, number>();
  for (const { fileName } of SOURCES) counts.set(dirname(fileName), (counts.get(dirname(fileName)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test('all source is TypeScript, except files that eslint, jest and npm load: so no file is overlooked', () => {
  const others = FILES.filter((path) => /\.([cm]?js|[cm]ts|[jt]sx)$/.test(path));
  expect(others).toEqual([
    'eslint.config.mjs',
    'house/api-reference.mjs',
    'house/build-plugins.mjs',
    'house/build.mjs',
    'house/bundle-client.mjs',
    'house/bundled-licences.mjs',
    'house/plain-width.mjs',
    'house/roll-up-types.mjs',
    'house/test-runtime.mjs',
    'site/copy-pages.mjs',
  ]);
});

test('the walk visits every room and sees its imports', () => {
  const count = (room: string): number =>
    SOURCES.filter((file) => file.fileName.startsWith(`${room}/`))
      .slice(0, 20)
      .flatMap((file) => factsOf(file).imports).length;
  for (const room of ['protocols', 'devices', 'scenarios', 'reports', 'lab', 'cli'])
    expect(count(room)).toBeGreaterThan(20);
});

test('the glossary retires words, each once', () => {
  const words = RETIRED.map(({ word }) => word);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  expect(RETIRED.filter(({ term }) => term === '')).toEqual([]);
});
