/**
 * The rules of the house that a machine can check: who may import whom, and what each room may touch.
 * protocols → nothing; devices → protocols; scenarios → devices, protocols; reports → the types of
 * scenarios/record.ts; cli and bench → all. house.test.ts holds every file to them.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { factsOf, type Import } from './house-syntax';

/** Every rule by its name: what house.test.ts shows a bad example of. */
export const RULES = {
  'protocols-pure': 'protocols import nothing from outside protocols',
  'protocols-apart': 'a protocol imports its own folder and the files directly in protocols/',
  'protocols-timeless': 'protocols know no clock, no timer and no process',
  'devices-below': 'devices import protocols and devices',
  'scenarios-below': 'scenarios import devices, protocols and scenarios',
  'reports-read-records':
    'reports import the types of scenarios/record.ts, reports, picocolors, and what packs bytes',
  'fast-check-place':
    'fast-check is for *.arbitrary.ts, laws, suites, scenarios/bench/bench.ts, bench/ and tests',
  'yargs-place': 'yargs is loaded by cli/main.ts; others import its types',
  'no-barrel': 'import the file: none but the public face of a protocol only passes on',
  'import-plain': 'an import in a room says in plain text what it loads',
  'rooms-known': 'a file is in a room of the house or at its top',
} as const;

export type Rule = keyof typeof RULES;

/** A line that breaks a rule. */
export interface Breach {
  readonly rule: Rule;
  readonly line: number;
  readonly what: string;
}

/** Folders of protocols/ that are no protocol. */
export const SHARED_BY_PROTOCOLS = ['dissection', 'terminal', 'testing'];
const ROOMS = ['protocols', 'devices', 'scenarios', 'reports', 'cli', 'bench'];
/** What reports may import from outside the house: colours, and pure functions of bytes. */
const PACKERS = ['picocolors', 'node:zlib', 'node:crypto'];
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

/** What the file at `path` (from the top, with slashes) breaks. */
export function breaches(path: string, text: string): Breach[] {
  const facts = factsOf(path, text);
  const room = roomOf(path);
  const found = facts.imports.flatMap((one) => importBreaches(path, one));
  if (room !== '' && !ROOMS.includes(room))
    found.push({ rule: 'rooms-known', line: 1, what: `there is no room ${room}/` });
  if (room === 'protocols' && !isTest(path))
    for (const { line, name } of facts.names)
      if (TIMEKEEPERS.includes(name)) found.push({ rule: 'protocols-timeless', line, what: `uses ${name}` });
  if (!facts.hasOwn && !isFace(path))
    found.push({ rule: 'no-barrel', line: 1, what: 'has nothing of its own' });
  return found;
}

/** A breach as a test shows it. */
export function describeBreach(path: string, { rule, line, what }: Breach): string {
  return `${path}:${line} ${what} (${rule}: ${RULES[rule]})`;
}

function importBreaches(path: string, { line, specifier, typeOnly }: Import): Breach[] {
  const breach = (rule: Rule): Breach[] => [
    { rule, line, what: `imports ${specifier ?? 'what it computes'}` },
  ];
  const room = roomOf(path);
  if (specifier === undefined) return room === '' ? [] : breach('import-plain');
  if (specifier.startsWith('.'))
    return ROOM_RULES[room]?.(path, targetOf(path, specifier), typeOnly).flatMap(breach) ?? [];
  const name = packageOf(specifier);
  if (/^(fast-check$|@fast-check\/)/.test(name)) return mayGenerate(path) ? [] : breach('fast-check-place');
  if (name === 'yargs' && path !== 'cli/main.ts' && !typeOnly) return breach('yargs-place');
  if (isTest(path)) return [];
  if (room === 'protocols') return breach('protocols-pure');
  if (room === 'reports' && !PACKERS.includes(specifier)) return breach('reports-read-records');
  return [];
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
  devices: (_path, target) => (['protocols', 'devices'].includes(roomOf(target)) ? [] : ['devices-below']),
  scenarios: (_path, target) =>
    ['protocols', 'devices', 'scenarios'].includes(roomOf(target)) ? [] : ['scenarios-below'],
  reports: (_path, target, typeOnly) =>
    roomOf(target) === 'reports' || (target === 'scenarios/record' && typeOnly)
      ? []
      : ['reports-read-records'],
};

function mayGenerate(path: string): boolean {
  return (
    isTest(path) ||
    /(\.arbitrary|[/-]laws)\.ts$/.test(path) ||
    path.startsWith('scenarios/conformance/') ||
    path.startsWith('bench/') ||
    path === 'scenarios/bench/bench.ts'
  );
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** `protocols/stm/stm.ts` */
function isFace(path: string): boolean {
  return /^protocols\/([^/]+)\/\1\.ts$/.test(path);
}

/** The first folder of a path; the empty text for a file at the top, and `..` outside the house. */
function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.[jt]s$/, '');
}

function packageOf(specifier: string): string {
  if (isBuiltin(specifier)) return 'node:';
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
