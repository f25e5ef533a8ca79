/**
 * Many sessions of one system with disturbed times, judged by its monitor.
 *
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts SYSTEM FIRST-SEED SESSIONS DISTURBANCE [DEFECT | all]
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts modbus 1 10000 20ms
 *     node -r esbuild-register cli/testing/attack/disturbed-sessions.ts stm 1 100 stall all
 *
 * SYSTEM: stm, modbus, scpi, registers, or random (another protocol for each block of ten seeds). DISTURBANCE: see disturbance.ts.
 * Without a defect each failure is a false alarm. With one, sessions that the quiet run fails are played once more with the disturbance.
 */
import { join } from 'node:path';
import { boardKind } from '../../../devices/virtual/request-response/board';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { STM_BOARD } from '../../../devices/virtual/stm/board';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { STM } from '../../../protocols/stm/session';
import { disturbanceNamed, type Disturbance } from '../../../scenarios/testing/disturbed/disturbance';
import { drawDefinition, randomSystem } from '../../../scenarios/testing/disturbed/random-system.arbitrary';
import { systemOf, type MonitorFactory, type System } from '../../../scenarios/testing/disturbed/system';
import {
  newTally,
  runDefectSeries,
  runSoundSeries,
  sum,
  type DefectTally,
  type Tally,
} from '../../../scenarios/testing/disturbed/tally';
import { orderlyScript } from '../../../scenarios/testing/disturbed/session';
import { loadUserModule, OWN_FOLDER } from '../../config/user-module';

interface PlayedProtocol {
  readonly protocol: Omit<AnyRequestResponse, 'defects'>;
  readonly kind: BoardKind;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  modbus: 'modbus-rtu/modbus.ts',
  scpi: 'scpi-supply/supply.ts',
};
const PROGRESS_MS = 2000;
/** Seeds that have one random protocol. */
const OF_ONE_PROTOCOL = 10;

/** Throws Error for an unknown name. */
async function protocolNamed(name: string): Promise<PlayedProtocol> {
  if (name === 'stm') return { protocol: STM, kind: STM_BOARD };
  const protocol = name === 'registers' ? registerProtocol({ events: true }) : await exampleNamed(name);
  return { protocol, kind: boardKind(protocol) };
}

async function exampleNamed(name: string): Promise<AnyRequestResponse> {
  const file = EXAMPLES[name];
  if (file === undefined) throw new Error(`no system ${name}: stm, modbus, scpi, registers, random`);
  const content = await loadUserModule(join(OWN_FOLDER, 'examples', file));
  const found = Object.values(content ?? {}).find(isDescribed);
  if (found === undefined) throw new Error(`${file} exports no described protocol`);
  return found.description;
}

/** The example is loaded with a copy of the house of its own: its protocol is no instance of this one's. */
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
export async function attackSound(words: Words, monitor?: MonitorFactory): Promise<number> {
  const begun = Date.now();
  let shownAt = begun;
  let done = newTally();
  const onSession = (tally: Tally): void => {
    if (Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    print(`${done.sessions + tally.sessions} sessions, ${done.alarms + tally.alarms} with an alarm`);
  };
  for await (const { system, firstSeed, sessions } of systemsOf(words, monitor)) {
    const { disturbance } = words;
    done = sum(done, runSoundSeries(system, { disturbance, firstSeed, sessions, onAlarm: print, onSession }));
  }
  print(describeTally(words, done, (Date.now() - begun) / 1000));
  return done.alarms;
}

async function* systemsOf(
  { name, firstSeed, sessions }: Words,
  monitor: MonitorFactory | undefined,
): AsyncGenerator<{ readonly system: System; readonly firstSeed: number; readonly sessions: number }> {
  if (name !== 'random') {
    const system = systemOf({ ...(await protocolNamed(name)), ...(monitor && { monitor }) });
    yield { system, firstSeed, sessions };
    return;
  }
  for (let from = firstSeed; from < firstSeed + sessions; from += OF_ONE_PROTOCOL)
    yield {
      system: randomSystem(drawDefinition(from), monitor),
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

/** Boards with a defect, or with each of them: prints a row for each. Returns how many sessions were missed. */
export async function attackDefects(
  words: Words & { readonly defect: string },
  monitor?: MonitorFactory,
): Promise<number> {
  const { protocol, kind } = await protocolNamed(words.name);
  const names = words.defect === 'all' ? kind.defects.map(({ name }) => name) : [words.defect];
  let missed = 0;
  for (const defect of names) {
    const system = systemOf({ protocol, kind, defect, ...(monitor && { monitor }) });
    const any = runDefectSeries(system, words);
    const orderly = runDefectSeries(system, { ...words, script: (seed) => orderlyScript(system, seed) });
    print(`${defect}: any traffic ${describeDefect(any)}; orderly ${describeDefect(orderly)}`);
    missed += any.missed.length + orderly.missed.length;
  }
  return missed;
}

function describeDefect({ quiet, failed, open, missed }: DefectTally): string {
  const seeds = missed.length === 0 ? '' : ` (seeds ${missed.slice(0, 5).join(', ')})`;
  return `quiet ${shown(quiet)}: ${failed} failed, ${open} open, ${missed.length} missed${seeds}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main([
  name = '',
  first = '1',
  count = '100',
  disturbed = 'exact',
  defect,
]: string[]): Promise<void> {
  const words = {
    name,
    firstSeed: Number(first),
    sessions: Number(count),
    disturbance: disturbanceNamed(disturbed),
  };
  const bad = defect === undefined ? await attackSound(words) : await attackDefects({ ...words, defect });
  process.exitCode = bad === 0 ? 0 : 1;
}

if (require.main === module) void main(process.argv.slice(2));
