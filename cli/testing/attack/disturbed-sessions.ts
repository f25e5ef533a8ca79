/**
 * Many sessions of one system with disturbed times, judged by its monitor.
 *
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts SYSTEM FIRST-SEED SESSIONS DISTURBANCE [LAW | DEFECT | all]
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts modbus 1 10000 20ms
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts stm 1 100 stall all
 *
 * SYSTEM: stm, modbus, scpi, registers, or random (another protocol for each block of ten seeds). DISTURBANCE: see disturbance.ts.
 * The judge is CURRENT_MONITOR of system.ts. Without a defect each failure is a false alarm. With one, sessions that the quiet run fails are played once more with the disturbance.
 */
import { join, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { boardKind } from '../../../devices/virtual/request-response/board';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { stm } from '../../../protocols/stm/stm';
import {
  defectScript,
  describedSessions,
  type DefectSessions,
} from '../../../scenarios/testing/disturbed/defect-script';
import { disturbanceNamed, type Disturbance } from '../../../scenarios/testing/disturbed/disturbance';
import { drawDefinition, randomSystem } from '../../../scenarios/testing/disturbed/random-system.arbitrary';
import { LAWS } from '../../../scenarios/testing/disturbed/laws';
import { systemOf, type System } from '../../../scenarios/testing/disturbed/system';
import {
  newTally,
  runDefectSeries,
  runSoundSeries,
  sum,
  type DefectTally,
  type Tally,
} from '../../../scenarios/testing/disturbed/tally';

interface PlayedProtocol {
  readonly protocol: Omit<AnyRequestResponse, 'defects'>;
  readonly kind: BoardKind;
  /** Takes some seconds. */
  readonly sessions: () => DefectSessions;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  modbus: 'modbus-rtu/modbus.ts',
  scpi: 'scpi-supply/supply.ts',
};
const HOUSE = resolve(__dirname, '../../..');
const PROGRESS_MS = 2000;
/** Seeds that have one random protocol. */
const OF_ONE_PROTOCOL = 10;

/** Throws Error for an unknown name. */
async function protocolNamed(name: string): Promise<PlayedProtocol> {
  const protocol =
    name === 'stm'
      ? stm.description
      : name === 'registers'
        ? registerProtocol({ events: true })
        : await exampleNamed(name);
  return { protocol, kind: boardKind(protocol), sessions: () => describedSessions(protocol) };
}

async function exampleNamed(name: string): Promise<AnyRequestResponse> {
  const file = EXAMPLES[name];
  if (file === undefined) throw new Error(`no system ${name}: stm, modbus, scpi, registers, random`);
  // What is loaded already is not loaded once more: errors of one copy are none of the other's.
  const alias = { wirejig: join(HOUSE, 'api/index') };
  const loader = createJiti(__filename, { fsCache: false, moduleCache: true, alias });
  const content = await loader.import<object>(join(HOUSE, 'examples', file));
  const found = Object.values(content).find(isDescribed);
  if (found === undefined) throw new Error(`${file} exports no described protocol`);
  return found.description;
}

function isDescribed(value: unknown): value is { readonly description: AnyRequestResponse } {
  return typeof value === 'object' && value !== null && 'description' in value;
}

interface Words {
  readonly name: string;
  readonly firstSeed: number;
  readonly sessions: number;
  readonly disturbance: Disturbance;
}

/** Sound boards: prints each alarm, then the counts. Returns how many sessions had one. */
async function attackSound(words: Words): Promise<number> {
  const begun = Date.now();
  let shownAt = begun;
  let done = newTally();
  const onSession = (tally: Tally): void => {
    if (Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    print(`${done.sessions + tally.sessions} sessions, ${done.alarms + tally.alarms} with an alarm`);
  };
  for await (const { system, firstSeed, sessions } of systemsOf(words)) {
    const { disturbance } = words;
    done = sum(done, runSoundSeries(system, { disturbance, firstSeed, sessions, onAlarm: print, onSession }));
  }
  print(describeTally(words, done, (Date.now() - begun) / 1000));
  return done.alarms;
}

async function* systemsOf({ name, firstSeed, sessions }: Words): AsyncGenerator<{
  readonly system: System;
  readonly firstSeed: number;
  readonly sessions: number;
}> {
  if (name !== 'random') {
    const system = systemOf(await protocolNamed(name));
    yield { system, firstSeed, sessions };
    return;
  }
  for (let from = firstSeed; from < firstSeed + sessions; from += OF_ONE_PROTOCOL)
    yield {
      system: randomSystem(drawDefinition(from)),
      firstSeed: from,
      sessions: Math.min(OF_ONE_PROTOCOL, firstSeed + sessions - from),
    };
}

function describeTally({ name, disturbance }: Words, tally: Tally, seconds: number): string {
  const { sessions, alarms, judged, unjudged, reasons, inconclusive, mostWorlds } = tally;
  return [
    `${name} ${disturbance.name}: ${sessions} sessions, ${alarms} with an alarm ${shown(tally.alarmClauses)}`,
    `${judged} judged, ${unjudged} not ${shown(reasons)}, ${inconclusive} inconclusive`,
    `${(sessions / seconds).toFixed(0)} sessions/s${mostWorlds > 0 ? `, at most ${mostWorlds} worlds` : ''}`,
  ].join('; ');
}

function shown(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return `{${sorted.map(([key, number]) => `${key}: ${number}`).join(', ')}}`;
}

/** Boards with a defect, or with each of them: prints a row for each that the quiet run finds. Returns how many sessions were missed. */
async function attackDefects(words: Words & { readonly defect: string }): Promise<number> {
  const { protocol, kind, sessions } = await protocolNamed(words.name);
  const all = { failed: 0, open: 0, missed: 0, doubtful: 0 };
  for (const [defect, writes] of sessions()) {
    if (words.defect !== 'all' && words.defect !== defect) continue;
    const system = systemOf({ protocol, kind, defect });
    const tally = runDefectSeries(system, words, (seed) => defectScript(system, writes, seed));
    print(`${defect}: ${describeDefect(tally)}`);
    all.failed += tally.failed;
    all.open += tally.open;
    all.missed += tally.missed.length;
    all.doubtful += tally.doubtful.length;
  }
  const { failed, open, missed, doubtful } = all;
  print(
    `${words.name} ${words.disturbance.name}, all defects: ${failed} failed, ${open} open, ${missed} missed, ${doubtful} doubtful`,
  );
  return missed;
}

function describeDefect({ quiet, failed, open, missed, doubtful }: DefectTally): string {
  const seeds = missed.length === 0 ? '' : ` (seeds ${missed.slice(0, 5).join(', ')})`;
  return `quiet ${shown(quiet)}; ${failed} failed, ${open} open, ${missed.length} missed${seeds}, ${doubtful.length} doubtful`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A law of laws.ts: prints the sessions that break it. Returns how many did. */
async function attackLaw(words: Words, law: keyof typeof LAWS): Promise<number> {
  const counts = new Map<string, number>();
  for await (const { system, firstSeed, sessions } of systemsOf(words))
    for (let seed = firstSeed; seed < firstSeed + sessions; seed++) {
      const { result, text } = LAWS[law](system, words.disturbance, seed);
      counts.set(result, (counts.get(result) ?? 0) + 1);
      if (result === 'broken') print(`seed ${seed}: ${text}`);
    }
  print(`${words.name} ${words.disturbance.name}, ${law}: ${shown(counts)}`);
  return counts.get('broken') ?? 0;
}

function isLaw(name: string): name is keyof typeof LAWS {
  return name in LAWS;
}

async function main([
  name = '',
  first = '1',
  count = '100',
  disturbed = 'exact',
  what,
]: string[]): Promise<void> {
  const words = {
    name,
    firstSeed: Number(first),
    sessions: Number(count),
    disturbance: disturbanceNamed(disturbed),
  };
  const bad = await attack(words, what);
  process.exitCode = bad === 0 ? 0 : 1;
}

function attack(words: Words, what: string | undefined): Promise<number> {
  if (what === undefined) return attackSound(words);
  return isLaw(what) ? attackLaw(words, what) : attackDefects({ ...words, defect: what });
}

if (require.main === module) void main(process.argv.slice(2));
