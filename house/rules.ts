/**
 * The rules of the house that a test checks: imports, and the globals that each room may use.
 * protocols → nothing; judge → protocols; devices → judge, protocols; scenarios → devices, judge, protocols; reports → the types of
 * scenarios/record.ts; lab → lab; cli → all; bench and api → all but lab. `FOLDER_RULES` adds rules inside a room. house.test.ts applies them to every file.
 */
import { isBuiltin } from 'node:module';
import type ts from 'typescript';
import {
  DESCRIBED_PROTOCOLS,
  DESCRIPTION_MODULES,
  isDescribed,
  mayDescribe,
  mayUseDescribed,
} from './described';
import { isIn, isTestRig, roomOf, targetOf } from './paths';
import { isTest } from './source-files';
import { factsOf, type Import } from './syntax';
import { platformBreaches, wordBreaches } from './text-rules';

export const MOST_LINES = 300;
/** Folders of protocols/ that are no protocol. */
export const SHARED_BY_PROTOCOLS = [
  'dissection',
  'laws',
  'terminal',
  'testing',
  'wire',
  'request-response',
  'conversation',
  'monitor',
];

/** Every rule by its name. rules.test.ts has a bad example of each. */
export const RULES = {
  'protocols-pure': 'protocols import nothing from outside protocols',
  'protocols-apart': `a protocol imports its own folder, ${SHARED_BY_PROTOCOLS.join(', ')}, and the files directly in protocols/`,
  'described-apart': `a described protocol (${DESCRIBED_PROTOCOLS.join(', ')}) imports its own folder, api/index, ${DESCRIPTION_MODULES.join(' and ')}`,
  'described-above': 'only the list, bench/ and tests import a described protocol',
  'protocols-timeless': 'protocols know no clock, no timer and no process',
  'judge-pure': 'judge imports protocols and judge, and knows no clock, no timer and no process',
  'devices-below': 'devices import protocols, judge and devices',
  'scenarios-below': 'scenarios import devices, judge, protocols and scenarios',
  'reports-read-records':
    'reports import the types of scenarios/record.ts, reports, picocolors, and what packs bytes',
  'lab-alone': 'lab/ imports nothing of the house, and only cli/ imports it',
  'lab-engine': 'bullmq and ioredis are optional: lab/ loads them on demand, and nothing else does',
  'folders-apart': 'a folder imports only what FOLDER_RULES allows',
  'testing-apart': 'what is in a folder testing/ serves tests only',
  'real-apart': 'a test that starts a program is a *.real.test.ts',
  'file-length': `a file has at most ${MOST_LINES} lines`,
  'fast-check-place':
    'fast-check is for *.arbitrary.ts, laws, suites, scenarios/bench/, api/, bench/ and tests',
  'yargs-place': 'yargs is loaded by cli/command-parser.ts; others import its types',
  'no-barrel': 'import the file: none but the public face of a protocol, and api/, only passes on',
  'api-above': 'api/ is for users: nothing of the house imports it',
  'import-plain': 'an import in a room says in plain text what it loads',
  'platform-place': 'what differs by operating system is asked for in devices/platform/',
  'words-for-people': 'what a verdict says in words (expected, seen) is for people: code reads its kind',
  'rooms-known': 'a file is in a room of the house or at its top',
} as const;

export type Rule = keyof typeof RULES;

interface FolderRule {
  /** Files in this folder, and below it … */
  readonly from: string;
  /** … import nothing from these, except from `from` itself. */
  readonly not: readonly string[];
  /** … except from this folder in them. */
  readonly but?: string;
}

const ENGINE_FOLDERS = ['campaign', 'execution', 'reduce', 'triage', 'resync', 'export'].map(
  (name) => `scenarios/fuzz/${name}`,
);
const SUBROOMS = ['scenarios/conformance', 'scenarios/monitor', 'scenarios/fuzz'];

const BELOW_SUITES = ['bench', 'journal', 'player', 'runner'].map((name) => `scenarios/${name}`);

/** Tests may break them: a test of one folder can compare it with another. */
const FOLDER_RULES: readonly FolderRule[] = [
  // Three ways to use a protocol's monitor. What two of them need is in protocols/ or scenarios/player/.
  ...SUBROOMS.map((from) => ({ from, not: SUBROOMS.filter((other) => other !== from) })),
  ...BELOW_SUITES.map((from) => ({ from, not: SUBROOMS })),
  // The parts that join them all are above them.
  ...[...SUBROOMS, ...BELOW_SUITES].map((from) => ({
    from,
    not: ['scenarios/protocol', 'scenarios/protocols'],
  })),
  // The engine of the fuzzer does not know the protocols.
  ...ENGINE_FOLDERS.map((from) => ({ from, not: ['scenarios/fuzz/targets'] })),
  { from: 'scenarios/fuzz/execution', not: ['scenarios/fuzz/reduce', 'scenarios/fuzz/triage'] },
  { from: 'scenarios/fuzz/reduce', not: ['scenarios/fuzz/triage'] },
  // Clocks and the timing of the host come first, links on them, boards on links.
  { from: 'devices/platform', not: ['devices'] },
  { from: 'devices/clock', not: ['devices'] },
  { from: 'devices/host-timing', not: ['devices'], but: 'devices/platform' },
  { from: 'devices/links', not: ['devices/virtual', 'devices/simulate', 'devices/emulation', 'devices/tap'] },
  { from: 'devices/virtual/engine', not: ['devices/board', 'devices/simulate', 'devices/emulation'] },
  { from: 'reports/summary', not: ['reports/html', 'reports/terminal', 'reports/ci', 'reports/comparison'] },
  { from: 'reports/terminal', not: ['reports/html', 'reports/ci', 'reports/comparison'] },
  { from: 'cli/shared', not: ['cli/commands'] },
  { from: 'cli/config', not: ['cli/commands'] },
];

/** Folders in these folders are separate: one protocol, or one command, imports no other. */
const SIBLINGS_APART = [
  'devices/virtual',
  'scenarios/conformance',
  'scenarios/fuzz/targets',
  'scenarios/protocols',
  'cli/commands',
];

/** Folders beside the protocols that serve all of them. */
const SHARED_SIBLINGS = ['engine', 'testing', 'request-response', 'described'];

/** A line that breaks a rule. */
export interface Breach {
  readonly rule: Rule;
  readonly line: number;
  readonly what: string;
}

const ROOMS = 'protocols judge devices scenarios reports lab cli api bench house'.split(' ');
/** They read files that are part of the program and no TypeScript, and are built into dist/ beside them. */
const ASSET_READERS = [
  'protocols/dissection/lua-runtime.ts',
  'reports/html/client-files.ts',
  'scenarios/fuzz/export/python-script.ts',
];
const PACKERS = ['picocolors', 'node:zlib', 'node:crypto'];
const ENGINE = ['bullmq', 'ioredis'];
const TIMELESS: Readonly<Record<string, Rule>> = { protocols: 'protocols-timeless', judge: 'judge-pure' };
const TIMEKEEPERS = [
  'Date',
  'performance',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'globalThis',
];

/** The rules that a file breaks. Its name is its path from the top, with slashes. */
export function breaches(file: ts.SourceFile): Breach[] {
  const path = file.fileName;
  const facts = factsOf(file);
  const room = roomOf(path);
  const found = facts.imports.flatMap((one) => importBreaches(path, one));
  if (room !== '' && !ROOMS.includes(room))
    found.push({ rule: 'rooms-known', line: 1, what: `there is no room ${room}/` });
  const timeless = TIMELESS[room];
  if (timeless !== undefined && !isTest(path))
    for (const { line, name } of facts.names)
      if (TIMEKEEPERS.includes(name)) found.push({ rule: timeless, line, what: `uses ${name}` });
  if (isTest(path) && !path.endsWith('.real.test.ts'))
    found.push(...startBreaches(path, file.text, facts.imports));
  found.push(...platformBreaches(path, file.text), ...wordBreaches(path, file.text));
  const lines = file.text.split('\n').length - 1;
  if (lines > MOST_LINES)
    found.push({ rule: 'file-length', line: MOST_LINES + 1, what: `has ${lines} lines` });
  if (!facts.hasOwn && !isFace(path))
    found.push({ rule: 'no-barrel', line: 1, what: 'only passes on exports' });
  return found;
}

/** What starts programs, for tests. */
const STARTERS = [
  'cli/testing/browser/browser-page',
  'cli/testing/lab-rig',
  'cli/testing/tshark',
  'cli/testing/attack/measured-process',
  'devices/testing/needed-tools',
  'devices/testing/ser2net',
  'devices/testing/socat',
  'devices/emulation/testing/firmware-tests',
];

function startBreaches(path: string, text: string, imports: readonly Import[]): Breach[] {
  const starts = /import \{[^}]*\bstart\b[^}]*\} from '[^']*\/wirejig-process'/.test(text);
  return imports.flatMap(({ line, specifier = '' }) => {
    const isStarter =
      /^(node:)?child_process$/.test(specifier) ||
      STARTERS.includes(targetOf(path, specifier)) ||
      (starts && specifier.endsWith('/wirejig-process'));
    return isStarter ? [{ rule: 'real-apart', line, what: `starts a program by ${specifier}` }] : [];
  });
}

/** The text of a breach in a test. */
export function describeBreach(path: string, { rule, line, what }: Breach): string {
  return `${path}:${line} ${what} (${rule}: ${RULES[rule]})`;
}

function importBreaches(path: string, { line, specifier, typeOnly }: Import): Breach[] {
  const breach = (rule: Rule): Breach[] => [
    { rule, line, what: `imports ${specifier ?? 'what it computes'}` },
  ];
  const room = roomOf(path);
  if (specifier === undefined) return room === 'house' ? [] : breach('import-plain');
  if (isDescribed(path) && !mayDescribe(path, specifier)) return breach('described-apart');
  if (isDescribed(path)) return [];
  if (specifier.startsWith('.')) {
    const target = targetOf(path, specifier);
    const byRoom = ROOM_RULES[room]?.(path, target, typeOnly) ?? [];
    return [...byRoom, ...folderBreaches(path, target)].flatMap(breach);
  }
  const name = packageOf(specifier);
  if (/^(fast-check$|@fast-check\/)/.test(name)) return mayGenerate(path) ? [] : breach('fast-check-place');
  if (ENGINE.includes(name) && !(room === 'lab' && (typeOnly || path === 'lab/client.ts')))
    return breach('lab-engine');
  if (name === 'yargs' && path !== 'cli/command-parser.ts' && !typeOnly) return breach('yargs-place');
  if (isTest(path)) return [];
  if (ASSET_READERS.includes(path) && ['node:fs', 'node:path'].includes(specifier)) return [];
  if (room === 'protocols') return breach('protocols-pure');
  if (room === 'reports' && !PACKERS.includes(specifier)) return breach('reports-read-records');
  return [];
}

function folderBreaches(path: string, target: string): Rule[] {
  if (isDescribed(target) && !mayUseDescribed(path)) return ['described-above'];
  if (roomOf(target) === 'lab' && !['lab', 'cli'].includes(roomOf(path))) return ['lab-alone'];
  if (roomOf(target) === 'api' && roomOf(path) !== 'api' && !isTest(path)) return ['api-above'];
  if (isTest(path) || isTestRig(path)) return [];
  if (isTestRig(target)) return ['testing-apart'];
  const isApart = FOLDER_RULES.some(
    ({ from, not, but = from }) =>
      isIn(path, from) && !isIn(target, from) && !isIn(target, but) && not.some((one) => isIn(target, one)),
  );
  return isApart || SIBLINGS_APART.some((parent) => areSiblings(path, target, parent))
    ? ['folders-apart']
    : [];
}

type RoomRule = (path: string, target: string, typeOnly: boolean) => Rule[];

const ROOM_RULES: Readonly<Record<string, RoomRule>> = {
  protocols: (path, target) => {
    if (roomOf(target) !== 'protocols') return ['protocols-pure'];
    const [, folder, file] = target.split('/');
    const own = path.split('/').length > 2 ? path.split('/')[1] : undefined;
    const isShared = folder !== undefined && SHARED_BY_PROTOCOLS.includes(folder);
    return file === undefined || folder === own || isShared ? [] : ['protocols-apart'];
  },
  judge: (path, target) =>
    ['protocols', 'judge'].includes(roomOf(target)) || isTest(path) ? [] : ['judge-pure'],
  devices: (_path, target) =>
    ['protocols', 'judge', 'devices'].includes(roomOf(target)) ? [] : ['devices-below'],
  scenarios: (_path, target) =>
    ['protocols', 'judge', 'devices', 'scenarios'].includes(roomOf(target)) ? [] : ['scenarios-below'],
  lab: (path, target) => (roomOf(target) === 'lab' || isTest(path) ? [] : ['lab-alone']),
  reports: (_path, target, typeOnly) =>
    roomOf(target) === 'reports' || (target === 'scenarios/record' && typeOnly)
      ? []
      : ['reports-read-records'],
};

function mayGenerate(path: string): boolean {
  return (
    isTest(path) ||
    /(\.arbitrary|[/-]laws)\.ts$/.test(path) ||
    path.startsWith('protocols/laws/') ||
    path.startsWith('scenarios/conformance/') ||
    path.startsWith('bench/') ||
    path.startsWith('api/') ||
    path.startsWith('scenarios/bench/')
  );
}

/** Both are in folders below `parent`, and not in the same one. */
function areSiblings(path: string, target: string, parent: string): boolean {
  const own = folderBelow(path, parent);
  const other = folderBelow(target, parent);
  return own !== undefined && other !== undefined && own !== other && !SHARED_SIBLINGS.includes(other);
}

/** `durak` for `devices/virtual/durak/board.ts` below `devices/virtual`; undefined for a file beside the folders. */
function folderBelow(path: string, parent: string): string | undefined {
  const rest = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : '';
  return rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : undefined;
}

/** `protocols/durak/durak.ts`, and what users import. */
function isFace(path: string): boolean {
  return roomOf(path) === 'api' || /^protocols\/([^/]+)\/\1\.ts$/.test(path);
}

function packageOf(specifier: string): string {
  if (isBuiltin(specifier)) return 'node:';
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
