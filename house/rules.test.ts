import { breaches, RULES } from './rules';
import { parse } from './syntax';

/** Small files that break one rule each: the check must name the rule and the line. */
const BAD: readonly (readonly [path: string, text: string, breach: string])[] = [
  ['protocols/poker/a.ts', "import 'node:fs';", '1 protocols-pure'],
  ['protocols/poker/a.ts', "\nimport { readFileSync } from 'fs';", '2 protocols-pure'],
  ['protocols/poker/a.ts', "import type { Link } from '../../devices/link';", '1 protocols-pure'],
  ['protocols/poker/a.ts', "export * from '../../reports/html'; export const a = 1;", '1 protocols-pure'],
  ['protocols/poker/a.ts', "import zod from 'zod';", '1 protocols-pure'],
  ['protocols/poker/a.test.ts', "import '../../devices/link';", '1 protocols-pure'],
  ['protocols/frame.ts', "import '../house';", '1 protocols-pure'],
  ['protocols/poker/a.ts', "type A = import('../../../elsewhere').A;", '1 protocols-pure'],
  ['protocols/durak/a.ts', "import { dealt } from '../poker/deal';", '1 described-apart'],
  ['protocols/frame.ts', "import './poker/poker';", '1 protocols-apart'],
  ['protocols/poker/a.test.ts', "import { dealt } from '../durak/deal';", '1 protocols-apart'],
  ['protocols/stm/a.ts', "import { millis } from '../time';", '1 described-apart'],
  ['protocols/stm/a.ts', "import type { Suite } from '../../scenarios/suite';", '1 described-apart'],
  ['protocols/stm/a.ts', "import { open } from '../../api/testing';", '1 described-apart'],
  ['protocols/stm/defects/a.ts', "import { VECTORS } from '../testing/stm.vectors';", '1 described-apart'],
  ['protocols/stm/a.ts', "import { execSync } from 'node:child_process';", '1 described-apart'],
  ['protocols/stm/a.ts', "import * as fc from 'fast-check';", '1 described-apart'],
  ['devices/virtual/a.ts', "import { stm } from '../../protocols/stm/stm';", '1 described-above'],
  ['cli/a.ts', "import { stm } from '../protocols/stm/stm';", '1 described-above'],
  ['protocols/poker/a.ts', 'const a = 1;\nexport const now = Date.now();', '2 protocols-timeless'],
  ['protocols/poker/a.ts', 'export const a = { setTimeout };', '1 protocols-timeless'],
  ['protocols/poker/a.ts', 'export function a(when: Date) {}', '1 protocols-timeless'],
  ['protocols/poker/a.ts', 'globalThis.performance.now();', '1 protocols-timeless'],
  ['protocols/laws.ts', 'process.exit();', '1 protocols-timeless'],
  ['judge/a.ts', "import { micros } from '../devices/clock';", '1 judge-pure'],
  ['judge/a.ts', 'export const now = Date.now();', '1 judge-pure'],
  ['devices/a.ts', "import type { Suite } from '../scenarios/suite';", '1 devices-below'],
  ['devices/virtual/a.ts', "import { run } from '../../cli/run';", '1 devices-below'],
  ['devices/a.test.ts', "const suites = require('../scenarios/suites');", '1 devices-below'],
  ['scenarios/a.ts', "await import('../reports/html');", '1 scenarios-below'],
  ['scenarios/conformance/stm/a.ts', "import cli = require('../../../cli/main');", '1 scenarios-below'],
  ['scenarios/a.ts', "import '../bench/main';", '1 scenarios-below'],
  ['reports/a.ts', "import { run } from '../scenarios/record';", '1 reports-read-records'],
  ['reports/a.ts', "import { type A, b } from '../scenarios/record';", '1 reports-read-records'],
  ['reports/a.ts', "import type { A } from '../scenarios/runner';", '1 reports-read-records'],
  ['reports/a.ts', "import type { A } from '../protocols/frame';", '1 reports-read-records'],
  ['reports/a.ts', "import { writeFileSync } from 'node:fs';", '1 reports-read-records'],
  ['reports/a.ts', "import zod from 'zod';", '1 reports-read-records'],
  ['scenarios/conformance/stm/a.ts', "import '../../monitor/observer';", '1 folders-apart'],
  ['scenarios/monitor/stm/a.ts', "import type { Model } from '../../fuzz/target';", '1 folders-apart'],
  ['scenarios/fuzz/targets/stm/a.ts', "import '../../../conformance/stm/host';", '1 folders-apart'],
  ['scenarios/conformance/stm/a.ts', "import '../../protocols';", '1 folders-apart'],
  ['cli/commands/run/a.ts', "import '../../../api/index';", '1 api-above'],
  ['scenarios/protocols/stm/a.ts', "import '../durak/dialects';", '1 folders-apart'],
  ['scenarios/bench/a.ts', "import '../monitor/stm/words';", '1 folders-apart'],
  ['scenarios/fuzz/reduce/a.ts', "import '../targets/stm/stm';", '1 folders-apart'],
  ['scenarios/fuzz/reduce/a.ts', "import '../triage/finding';", '1 folders-apart'],
  ['devices/clock/a.ts', "import '../links/link';", '1 folders-apart'],
  ['devices/virtual/stm/a.ts', "import '../durak/board';", '1 folders-apart'],
  ['cli/commands/run/a.ts', "import '../fuzz/fuzz';", '1 folders-apart'],
  ['cli/shared/a.ts', "import '../commands/run/run';", '1 folders-apart'],
  ['devices/virtual/stm/a.ts', "import './testing/bench';", '1 testing-apart'],
  ['cli/a.test.ts', "import { spawn } from 'node:child_process';", '1 real-apart'],
  ['devices/a.test.ts', "import { needing } from './testing/needed-tools';", '1 real-apart'],
  ['cli/a.test.ts', "import { folder, start } from './testing/wirejig-process';", '1 real-apart'],
  ['devices/a.ts', `${'\n'.repeat(300)}const a = 1;`, '301 file-length'],
  ['devices/a.ts', "import * as fc from 'fast-check';", '1 fast-check-place'],
  ['scenarios/runner.ts', "const a = 1;\nconst fc = await import('fast-check');", '2 fast-check-place'],
  ['scenarios/other/bench.ts', "import type * as fc from 'fast-check';", '1 fast-check-place'],
  ['protocols/poker/flaws.ts', "import { fc } from '@fast-check/jest';", '1 fast-check-place'],
  ['cli/commands/run.ts', "import yargs from 'yargs';", '1 yargs-place'],
  ['cli/options.ts', "import { hideBin } from 'yargs/helpers';", '1 yargs-place'],
  ['devices/index.ts', "export * from './link';\nexport * from './clock';", '1 no-barrel'],
  ['protocols/poker/all.ts', "import { a } from './poker';\nexport { a };", '1 no-barrel'],
  ['protocols/stm.ts', "export * from './frame';", '1 no-barrel'],
  ['cli/a.ts', 'await import(process.argv[2]);', '1 import-plain'],
  ['devices/a.ts', 'const a = require(`./${name}`);', '1 import-plain'],
  ['cli/a.ts', "const a = process.platform === 'win32';", '1 platform-place'],
  ['devices/links/a.ts', 'const a = 1;\nread(`/proc/${a}/stat`);', '2 platform-place'],
  ['devices/host-timing/a.ts', "import '../links/link';", '1 folders-apart'],
  ['lab/a.ts', "import type { Suite } from '../scenarios/suite';", '1 lab-alone'],
  ['api/a.ts', "import { openLab } from '../lab/client';", '1 lab-alone'],
  ['lab/a.ts', "import { Redis } from 'ioredis';", '1 lab-engine'],
  ['cli/shared/lab/a.ts', "import type { Queue } from 'bullmq';", '1 lab-engine'],
  ['utils/text.ts', 'export const a = 1;', '1 rooms-known'],
  ['scenarios/fuzz/a.ts', "const a = expected.startsWith('a move');", '1 words-for-people'],
  [
    'scenarios/monitor/a.ts',
    "const a = 1;\nconst b = (event.seen ?? '').replace(/ at/, '');",
    '2 words-for-people',
  ],
  ['scenarios/fuzz/a.ts', 'const a = /^no /.test(check.expected);', '1 words-for-people'],
];

test.each(BAD)('%s with %j: %s', (path, text, breach) => {
  const own = `${text}\nexport const own = 1;`;
  const found = breaches(parse(path, breach.endsWith('no-barrel') ? text : own));
  expect(found.map(({ rule, line }) => `${line} ${rule}`)).toEqual([breach]);
});

test('every rule has a bad example', () => {
  const shown = new Set(BAD.map(([, , breach]) => breach.split(' ')[1]));
  expect([...shown].sort()).toEqual(Object.keys(RULES).sort());
});

/** Files that almost break a rule. */
const GOOD: readonly (readonly [path: string, text: string])[] = [
  ['scenarios/fuzz/targets.ts', "import './targets/stm/stm'; export const own = 1;"],
  ['scenarios/fuzz/triage/a.ts', "import '../reduce/minimise'; export const own = 1;"],
  ['scenarios/conformance/stm/a.test.ts', "import '../../monitor/observer'; export const own = 1;"],
  ['devices/virtual/stm/a.ts', "import '../engine/board'; export const own = 1;"],
  ['devices/virtual/stm/testing/a.ts', "import '../../testing/board-bench'; export const own = 1;"],
  [
    'protocols/poker/a.ts',
    "import { micros } from '../time'; import { crc } from './stm'; export const own = 1;",
  ],
  ['protocols/poker/a.ts', "// import 'node:fs'\nexport const text = \"import 'node:fs'; Date.now()\";"],
  [
    'protocols/poker/a.ts',
    'export interface A { readonly performance: number } export const b = { process: 1 };',
  ],
  ['protocols/poker/a.ts', 'export const c = (a: { process: number }) => a.process;'],
  ['protocols/poker/a.test.ts', "import { readFileSync } from 'node:fs'; test('a', () => void Date.now());"],
  ['protocols/poker/stm.arbitrary.ts', "import * as fc from 'fast-check'; export const own = fc.nat();"],
  ['protocols/laws/codec-laws.ts', "import * as fc from 'fast-check'; export const own = fc.nat();"],
  ['protocols/poker/poker.ts', "export { crc } from './message';"],
  ['devices/a.ts', "import { micros } from '../protocols/time'; import 'node:net'; export const own = 1;"],
  [
    'scenarios/bench/bench.ts',
    "import * as fc from 'fast-check'; import '../../devices/board'; export const own = 1;",
  ],
  ['reports/a.ts', "import type { A } from '../scenarios/record'; import './b'; export const own = 1;"],
  [
    'reports/a.ts',
    "import { type A } from '../scenarios/record'; import pc from 'picocolors'; export const own = 1;",
  ],
  ['cli/a.real.test.ts', "import { start } from './testing/wirejig-process'; test('a', () => start([]));"],
  ['cli/a.test.ts', "import { folder, wirejig } from './testing/wirejig-process'; folder(); wirejig([]);"],
  ['reports/a.test.ts', "import { readFileSync } from 'node:fs'; test('a', () => undefined);"],
  ['cli/command-parser.ts', "import yargs from 'yargs'; import '../bench/main'; export const own = 1;"],
  ['cli/commands/run.ts', "import type { CommandModule } from 'yargs'; export const own = 1;"],
  ['bench/main.ts', "import '../cli/run'; import '../reports/html'; export const own = 1;"],
  ['scenarios/a.ts', 'export const own = `${expected}, ${seen.length}`; seenBefore.includes(expected);'],
  ['jest.config.ts', "import type { Config } from 'jest'; export const own = 1;"],
];

test.each(GOOD)('%s with %j keeps the rules', (path, text) => {
  expect(breaches(parse(path, text))).toEqual([]);
});
