/** README.md and docs/ are held to the program: its command lines are read as the program reads them, and some are carried out. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { needsHardware } from '../../house/command-pages';
import { COMMAND_LINES, documentedCommands, pages, pageText } from './command-blocks';
import { cleanUp, folder, wirejig } from './wirejig-process';

const TOP = join(__dirname, '../..');
const MOST_README_LINES = 150;

afterAll(cleanUp);

/** Reads each line of words with the program's own parser, and carries nothing out. Prints the errors. */
const PARSE = `
const { commandParser } = require(process.argv[1] + '/command-parser.js');
const { COMMANDS } = require(process.argv[1] + '/commands.js');
const silence = ({ positionals, options, examples }) => ({ positionals, options, examples });
const silent = COMMANDS.map((listed) => ({ ...listed, load: async () => silence(await listed.load()), run: async () => 0 }));
(async () => {
  const errors = [];
  for (const words of JSON.parse(process.argv[2]))
    errors.push(await (async () => (await commandParser(words, silent)).parseAsync())().then(() => '', (error) => error.message));
  console.log('\\n' + JSON.stringify(errors));
})();
`;

function parseErrors(lines: readonly (readonly string[])[]): readonly string[] {
  const arguments_ = ['-e', PARSE, join(TOP, 'dist/chunks'), JSON.stringify(lines)];
  return z
    .array(z.string())
    .parse(
      JSON.parse(
        execFileSync(process.execPath, arguments_, { encoding: 'utf8' }).trimEnd().split('\n').at(-1) ?? '',
      ),
    );
}

test('every command line of the pages has a command, options and arguments that exist', () => {
  const commands = pages()
    .flatMap(documentedCommands)
    .filter(({ line }) => !/[<…]|\[/.test(line));
  expect(commands.length).toBeGreaterThan(100);
  const errors = parseErrors(commands.map(({ words }) => words));
  const wrong = commands.flatMap(({ page, line }, i) =>
    errors[i] === '' ? [] : [`${page}: ${line}: ${errors[i]}`],
  );
  expect(wrong).toEqual([]);
  expect(parseErrors([['run', '--sed', '7'], ['compare', 'a'], ['rum']])).toEqual([
    expect.stringContaining('sed'),
    expect.stringContaining('Not enough'),
    expect.stringContaining('rum'),
  ]);
});

test('each command line that needs a board is marked, and no other is', () => {
  const lines = pages().flatMap((page) =>
    [...pageText(page).matchAll(COMMAND_LINES)].map(([, line = '', comment = '']) => ({
      page,
      line,
      comment,
    })),
  );
  const isMarked = ({ comment }: { readonly comment: string }): boolean => /^hardware\b/.test(comment);
  expect(lines.filter((one) => needsHardware(one.line) !== isMarked(one))).toEqual([]);
  expect(lines.filter(isMarked).length).toBeGreaterThan(15);
});

/** Lines of the pages that are carried out, with what makes them short, and their exit code. */
const CARRIED_OUT: readonly (readonly [line: string, more: string, code: number])[] = [
  ['run stm', '--only STM-FR-10', 0],
  ['run stm --board virtual:stm+crc-ignored --seed 7', '--only STM-FR-02', 1],
  ['run stm --param errorCmd=0xE0 --param idleGapMs=20', '--only STM-FR-02', 0],
  ['list defects', '', 0],
  ['list requirements', '', 0],
  ['list params', '', 0],
  ['list boards', '', 0],
  ['ports', '', 0],
  ['report wirejig-report', '', 0],
  ['check wirejig-report/trace.pcapng --suite stm', '', 0],
  ['tap -a virtual:durak -b virtual:durak', '--games 1', 0],
  ['fuzz stm --cases 20000', '--cases 200', 0],
  ['stimulus sheet --out cards.html', '', 0],
  ['init --protocol', '', 0],
  ['run oven', '--only OV-FR-02', 0],
];

test('some command lines of the pages do what the pages say, one after the other in one folder', async () => {
  const documented = new Set(pages().flatMap((page) => documentedCommands(page).map(({ line }) => line)));
  const cwd = folder();
  for (const [line, more, code] of CARRIED_OUT) {
    expect([...documented]).toContain(line);
    // An option that is given again replaces the page's.
    const kept = more.includes('--cases') ? line.replace(/ --cases \d+/, '') : line;
    const result = await wirejig([...kept.split(' '), ...more.split(' ').filter((word) => word !== '')], {
      cwd,
    });
    expect([line, result.code, result.stderr]).toEqual([
      line,
      code,
      result.code === 0 || code === 1 ? result.stderr : '',
    ]);
  }
});

test('the first command of the README starts wirejig as .ci/run does', () => {
  const [first] = /node \. run\b/.exec(pageText('README.md').split('npm ci')[1] ?? '') ?? [];
  expect(pageText('.ci/run')).toContain(`${first ?? 'none'} --out`);
});

test('the README is short', () => {
  expect(pageText('README.md').split('\n').length).toBeLessThanOrEqual(MOST_README_LINES);
});

test('every link of the pages leads to a file, and to a heading that is there', () => {
  const dead = pages().flatMap((page) =>
    [...pageText(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, path = '', heading]) => {
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(TOP, file))) return [`${page}: ${path}`];
        if (heading === undefined || headings(file).has(heading)) return [];
        return [`${page}: ${path}#${heading}`];
      },
    ),
  );
  expect(dead).toEqual([]);
});

/** The anchors of the headings of a page, as GitHub makes them. */
function headings(file: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of pageText(file).match(/^#+ .*$/gm) ?? []) {
    const words = line.replace(/^#+ /, '').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\d _-]/gu, '').replaceAll(' ', '-');
    const again = [...anchors].filter((one) => one.replace(/-\d+$/, '') === anchor).length;
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}
