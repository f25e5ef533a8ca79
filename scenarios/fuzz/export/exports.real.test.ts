import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { boardNamed } from '../../testing/loaded-protocols';
import type { Finding } from '../triage/finding';
import { sampleFinding } from '../testing/sample-finding';
import { CHINESE_TEN_TARGET } from '../../../protocols/chinese-ten/testing/parts';
import { STM_TARGET } from '../../../protocols/stm/testing/parts';
import { VirtualRig } from '../execution/virtual-rig';
import { cArray } from './c-array';
import { exportFinding } from './exchange';
import { printable } from './printable-text';
import { pythonScript } from './python-script';

const PARAMETERS = { baud: 115_200, idleGapMs: 50, responseMs: 100, errorCmd: 0xee };
const session = STM_TARGET.session(PARAMETERS);
const { kind } = boardNamed('stm');
const sound = (seed: number) => new VirtualRig({ kind, defects: [], parameters: PARAMETERS, seed });

/** Start, and two tiles shuffled. */
const START = { link: 'main', hex: '01fffe' };
const SHUFFLE = { link: 'main', hex: '030a020000000002000001' + '08' };

const finding = (more: Partial<Finding> = {}): Finding =>
  sampleFinding({ parameters: PARAMETERS, steps: [START], ...more });

function came(sent: string, hex: string): Finding['evidence'] {
  const shared = { link: 'main', notBefore: 0, notAfter: 1 };
  return [
    { ...shared, direction: 'tx', hex: sent },
    { ...shared, direction: 'rx', hex },
  ];
}

const of = (one: Finding) => exportFinding(one, session, sound);

test('the expected answer is that of conformant boards; shuffled bytes are expected in any order', () => {
  const { exchanges, decidable } = of(
    finding({ steps: [START, SHUFFLE], evidence: came(SHUFFLE.hex, '030a020000000002000002' + '0b') }),
  );
  expect(exchanges.map((one) => one.expected['main'])).toEqual([
    { hex: '01FFFE' },
    { hex: '030A02000000..020000..08', anyOrder: '0001' },
  ]);
  expect(decidable).toBe(true);
});

test('an answer that a conformant board may also give is undecidable, unless it is repeated', () => {
  const fair = came(SHUFFLE.hex, '030a020000000102000000' + '08');
  expect(of(finding({ steps: [START, SHUFFLE], evidence: fair }))).toMatchObject({ decidable: false });
  const five = [START, ...Array.from({ length: 5 }, () => SHUFFLE)];
  expect(of(finding({ steps: five, evidence: fair }))).toMatchObject({
    randomExchanges: [1, 2, 3, 4, 5],
    decidable: true,
  });
});

test('a send after a gap joins the exchange before it; a finding about time has limits', () => {
  const steps = [
    { link: 'main', hex: '01' },
    { link: 'main', hex: 'fffe', gapUs: 100_000 },
    { listenUs: 1000 },
  ];
  const { exchanges, bounds } = of(finding({ steps, kind: 'late', trigger: 'truncated frame' }));
  expect(exchanges.map((one) => one.steps.length)).toEqual([2, 1]);
  expect(exchanges[0]?.expected['main']?.hex).toMatch(/^EE04EA/);
  expect(bounds).toEqual({ most: 150_000 });
});

test('if a finding depends on choices of the board, the expected answers are the recorded ones', () => {
  const steps = [START, SHUFFLE];
  const rounds = { most: 40, played: 20 };
  const evidence = [...came(START.hex, '01fffe'), ...came(SHUFFLE.hex, '030a020000000002000002' + '0b')];
  const of10 = { shown: 10, tried: 10, rounds };
  const whole = of(finding({ steps, evidence, repeats: of10 }));
  expect(whole).toMatchObject({ rounds: 40, decidable: true });
  expect(whole.exchanges.map(({ expected }) => expected['main']?.hex)).toEqual([
    '01FFFE',
    '030A0200000000020000020B',
  ]);
  expect(of(finding({ steps, evidence: evidence.slice(1), repeats: of10 }))).toMatchObject({
    decidable: false,
  });
});

describe('a program with a greeting, which plays a game', () => {
  const ten = { patienceMs: 6000, baud: 115_200 };
  const typed = CHINESE_TEN_TARGET.session(ten);
  const { kind: console } = boardNamed('chinese-ten');
  const program = (seed: number) => new VirtualRig({ kind: console, defects: [], parameters: ten, seed });
  const keys = (...hexes: readonly string[]) => hexes.map((hex) => ({ link: 'main', hex }));
  const evidence = (text: string): Finding['evidence'] => [
    { link: 'main', direction: 'tx', notBefore: 0, notAfter: 1, hex: '35' },
    { link: 'main', direction: 'rx', notBefore: 2, notAfter: 3, hex: Buffer.from(text).toString('hex') },
  ];
  const exportOf = (one: Partial<Finding>) =>
    exportFinding(sampleFinding({ parameters: ten, from: 'reset', ...one }), typed, program);

  test('has time to start, and its words are compared', () => {
    const one = { steps: keys('31', '35'), evidence: evidence('I want to choose ') };
    const { exchanges, decidable } = exportOf(one);
    expect(exchanges.map(({ expected }) => Object.keys(expected['main']?.words ?? {}))).toEqual([
      ['Please choose the number of players'],
      ['Please choose the number of players', 'Sorry, your input is out of range'],
    ]);
    expect(decidable).toBe(true);
    expect(pythonScript(exportOf(one), typed)).toMatch(/^ "boot": 3\.5,$/m);
  });

  test('is undecidable by words that depend on its cards, and by incomplete evidence', () => {
    const game = keys('31', '32', '30', '0d', '0d', '20', '30', '30');
    const byCards = exportOf({ steps: game, evidence: evidence('PLAYER 9: ') });
    expect(byCards.decidable).toBe(false);
    const why =
      'the right answer depends on the cards that the board dealt, and this script does not know the rules';
    expect(pythonScript(byCards, typed)).toContain(`"undecided": "${why}: wirejig replay judges it"`);
    expect(pythonScript(byCards, typed)).toContain('Its exit code is always 2');
    const [sent, came] = evidence('I want to choose ');
    const cut = [sent, came && { ...came, elided: 9 }].filter((one) => one !== undefined);
    expect(exportOf({ steps: keys('31', '35'), evidence: cut }).decidable).toBe(false);
  });

  test('a word that had not come when the failure showed decides nothing, unless its absence is the failure', () => {
    const one = { steps: keys('31', '35'), evidence: evidence('Please choose the number of players') };
    expect(exportOf({ ...one, kind: 'malformed' }).decidable).toBe(false);
    expect(exportOf({ ...one, kind: 'silence' }).decidable).toBe(true);
  });
});

test('a finding from any live board begins with the baseline', () => {
  const { exchanges } = of(finding({ from: 'baseline', steps: [] }));
  expect(exchanges.map((one) => one.expected)).toEqual([{ main: { hex: '01FFFE' } }]);
});

const NASTY = '*/ #error out\n"""); import os; os._exit(9) # \\" \\u{} ??/ /* // \u2028 \u{1f600} ' + "'''";
const hostile = finding({
  title: NASTY,
  expected: NASTY,
  seen: NASTY,
  found: { board: NASTY, seed: 1, case: 1, generator: NASTY },
});

test('printable text ends no comment and no string', () => {
  expect(printable('*/')).toBe('* /');
  expect(printable('/*/')).toBe('/ * /');
  expect(printable('??/??')).toBe('? ?/? ?');
  expect(printable(NASTY)).toMatch(/^[\x20-\x7e]+$/);
  expect(printable(NASTY)).not.toMatch(/\*\/|\/\*|\/\/|["\\]|\?\?/);
});

const folder = mkdtempSync(join(tmpdir(), 'wirejig-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const SHAPES: readonly (readonly [string, Finding])[] = [
  ['a hostile board', hostile],
  ['no step', finding({ steps: [] })],
  [
    'silence, a code and bytes after a gap',
    finding({
      steps: [
        { listenUs: 5 },
        { present: 'qr', hex: '2a2f' },
        { ...START, gapUs: 5 },
        { link: 'main', hex: '' },
      ],
    }),
  ],
  ['the longest frame', finding({ steps: [{ link: 'main', hex: `030a90${'00010203'.repeat(144)}00` }] })],
];

needing('findings as C', 'gcc').test.each(SHAPES)('%s is C99 without a warning', (_name, one) => {
  const file = written('one.c', cArray(of(one), session));
  const words = [
    '-std=c99',
    '-pedantic',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-c',
    file,
    '-o',
    join(folder, 'one.o'),
  ];
  const { status, stderr } = spawnSync('cc', words, { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});

needing('findings as Python', 'python3').test.each(SHAPES)(
  '%s is Python, with the expected constants',
  (_name, one) => {
    const file = written('one.py', pythonScript(of(one), session));
    const program = `import ast, json, sys
tree = ast.parse(open(sys.argv[1]).read())
[found] = [json.loads(ast.literal_eval(s.value)) for s in tree.body if isinstance(s, ast.Assign) and s.targets[0].id == 'FINDING']
print(json.dumps([found['expected'], found['seen'], len(found['exchanges'])]))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      printable(one.expected),
      printable(one.seen),
      of(one).exchanges.length,
    ]);
  },
);
