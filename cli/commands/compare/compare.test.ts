import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parameters } from '../../../protocols/requirement';
import { nondeterministicComparers } from '../../shared/output/compared-runs';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const HERE = folder();

function run(name: string, board: string, ...words: readonly string[]) {
  const only = words.includes('--only') ? [] : ['--only', 'stm/requests,stm/timing'];
  return wirejig(['run', 'stm', '--board', board, ...only, '-q', '--out', join(HERE, name), ...words]);
}

beforeAll(async () => {
  await Promise.all([
    run('sound', 'virtual:stm', '--seed', '1'),
    run('luck', 'virtual:stm', '--seed', '2'),
    run('broken', 'virtual:stm+select-replaces', '--seed', '1'),
    run('other', 'virtual:stm', '--seed', '1', '--only', 'STM-GM-09'),
  ]);
});

const compare = (...words: readonly string[]) => wirejig(['compare', ...words], { cwd: HERE });

test('a newly failing MUST gives exit code 1, as text, as JSON and as a page', async () => {
  const { code, stdout } = await compare('sound', 'broken', '--out', 'page.html');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ WORSE {2}1 newly failing, 0 fixed/);
  expect(stdout).toMatch(/STM-GM-07 MUST {2}pass → fail\n +now: /);
  expect(stdout).toContain('Answers that changed');
  expect(readFileSync(join(HERE, 'page.html'), 'utf8')).toContain('Newly failing');
  const json = await compare('sound', join('broken', 'journal.jsonl'), '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    exitCode: 1,
    newlyFailing: [{ id: 'STM-GM-07' }],
    worse: true,
  });
});

test('with the runs exchanged it is fixed: exit code 0', async () => {
  const { code, stdout } = await compare('broken', 'sound');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ NOTHING WORSE {2}0 newly failing, 1 fixed/)]);
});

test('another seed gives a caution and no changes; times of one distribution are not changed', async () => {
  const { code, stdout } = await compare('sound', 'luck', '--json');
  const output: unknown = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(output).toMatchObject({ newlyFailing: [], fixed: [], answers: null });
  expect(output).toHaveProperty('cautions', [expect.stringMatching(/^seed: 1 before, 2 after/)]);
  expect(stdout).toMatch(/"latency":\[\{"requirement":"STM-TM-01"[^}]*"changed":false[^}]*"n":\[\d+,\d+\]/);
  expect(stdout).not.toContain('"changed":true');
});

test('clauses that only one run selected are not comparable: neither worse nor fixed', async () => {
  const { code, stdout } = await compare('broken', 'other');
  expect(code).toBe(0);
  expect(stdout).toMatch(/0 newly failing, 0 fixed, 0 still failing/);
  expect(stdout).toMatch(/Not comparable[^]*STM-GM-07 {2}fail → skip: not among --only/);
});

test.each([
  [['sound', 'nowhere'], /no journal at nowhere/],
  [['sound'], /an argument is missing/],
  [['sound', 'broken', '--out', 'no/such/page.html'], /cannot write no\/such\/page.html/],
])('compare %j is refused', async (words, expected) => {
  const { code, stderr } = await compare(...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});

const text = (words: string): string => Buffer.from(words).toString('hex');
/** A Shuffle of two tiles at (0,0,0) and (2,0,0), of these kinds. */
const dealt = (one: number, other: number): string => {
  const bytes = [3, 10, 2, 0, 0, 0, one, 2, 0, 0, other];
  return Buffer.from([...bytes, bytes.reduce((sum, byte) => sum ^ byte)]).toString('hex');
};
const HELLO = '16321d030a';
const ACK = '040a';

test.each<
  readonly [string, string, Parameters, sent: string, before: string, after: string, difference: string]
>([
  ['a deal over the same places', 'stm', {}, dealt(1, 2), dealt(1, 2), dealt(2, 1), 'same'],
  ['a deal of other tiles', 'stm', {}, dealt(1, 2), dealt(1, 2), dealt(1, 1), 'changed'],
  ...(
    [
      ['a deal and the state after it, at once', '060a000c', 'same'],
      ['a deal and the answer to no state, at once', '', 'changed'],
    ] as const
  ).map(
    ([what, state, difference]) =>
      [
        ...([what, 'stm', {}, `${dealt(1, 2)}06fff9`, `${dealt(1, 2)}060a000c`] as const),
        ...([`${dealt(2, 1)}${state}`, difference] as const),
      ] as const,
  ),
  ['a state, before any deal', 'stm', {}, '06fff9', '060a000c', '060a010d', 'changed'],
  ['a hello at a random time', 'durak', {}, HELLO, ACK, `${HELLO}${ACK}`, 'diverged'],
  ['an acknowledgement', 'durak', {}, HELLO, ACK, '', 'changed'],
  ["a line's time and a card's name", 'set', {}, '150d', text('[1]+a\r\n'), text('[2]+b\r\n'), 'same'],
  ['a count', 'set', {}, '150d', text('SetCnt:1\r\n'), text('SetCnt:2\r\n'), 'changed'],
  ["the machine's cell", 'ttt', {}, '30', '34', '38', 'diverged'],
  ["the machine's silence", 'ttt', {}, '30', '34', '', 'changed'],
  ["an opponent's cell", 'ttt', { game: 'ttt-pvp' }, '30', '30', '31', 'changed'],
  ['a hand of cards', 'chinese-ten', {}, '20', text('♠ 7'), text('♥ 8'), 'diverged'],
  ['a question', 'chinese-ten', {}, '32', text('2 human'), text('3 human'), 'changed'],
  ['any answer of a scanner', 'gm67', {}, '04', '31', '32', 'changed'],
])('the difference of %s (%s)', async (_, suite, parameters, sent, before, after, difference) => {
  const comparers = await nondeterministicComparers(new Map([[suite, parameters]]));
  const compared = comparers(suite);
  expect(compared(sent, 'main', before, after)).toBe(difference);
});
