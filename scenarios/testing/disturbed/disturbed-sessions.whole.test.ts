import fc from 'fast-check';
import { boardKind } from '../../../devices/virtual/request-response/board';
import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import { stm } from '../../../protocols/stm/stm';
import { defectScript, describedSessions } from './defect-script';
import { disturbanceNamed, DISTURBANCES, type Disturbance } from './disturbance';
import { drawDefinition, randomDefinitions, randomSystem } from './random-system.arbitrary';
import { systemOf, type SystemOptions } from './system';
import { runDefectSeries, runSoundSeries } from './tally';

const SESSIONS = 6;

const REGISTERS = registerProtocol({ events: true });

const SYSTEMS: readonly (readonly [name: string, options: SystemOptions])[] = [
  ['stm', { protocol: stm.description, kind: STM_BOARD }],
  ['modbus', { protocol: modbus, kind: boardKind(modbus) }],
  ['registers', { protocol: REGISTERS, kind: boardKind(REGISTERS) }],
];

describe.each(SYSTEMS)('%s', (_name, options) => {
  const system = systemOf(options);
  test.each(DISTURBANCES)('no failure of a sound board: $name', (disturbance) => {
    const alarms: string[] = [];
    const series = { disturbance, firstSeed: 1, sessions: SESSIONS };
    const { judged } = runSoundSeries(system, { ...series, onAlarm: (text) => alarms.push(text) });
    expect(alarms).toEqual([]);
    expect(judged).toBeGreaterThan(SESSIONS);
  });
});

test('stm: two readings of a write are two requests where they end at one byte and begin at two', () => {
  const system = systemOf({ protocol: stm.description, kind: STM_BOARD });
  const alarms: string[] = [];
  const series = { disturbance: disturbanceNamed('stall'), firstSeed: 30_156, sessions: 1 };
  runSoundSeries(system, { ...series, onAlarm: (text) => alarms.push(text) });
  expect(alarms).toEqual([]);
});

test.each([
  ['answers one after the other, behind those that may be due', 50_001, 50_001, 'exact'],
  ['an answer to what was asked while the page left it open', 50_281, 50_282, 'exact'],
  ['a start byte that a pause may have ended', 50_411, 50_415, 'exact'],
  ['an answer that goes on when the host writes', 50_241, 50_244, '5ms'],
  ['the first of two start bytes', 50_421, 50_429, '5ms'],
  ['an answer that has begun when its time is over', 60_141, 60_142, '5ms'],
])('random protocols: %s', (_what, definition, seed, disturbance) => {
  const alarms: string[] = [];
  const series = { disturbance: disturbanceNamed(disturbance), firstSeed: seed, sessions: 1 };
  const system = randomSystem(drawDefinition(definition));
  runSoundSeries(system, { ...series, onAlarm: (text) => alarms.push(text) });
  expect(alarms).toEqual([]);
});

const HELD: readonly Disturbance[] = ['exact', '5ms'].map(disturbanceNamed);

test.each(HELD)('random protocols: no failure of a sound board: $name', (disturbance) => {
  fc.assert(
    fc.property(randomDefinitions, (definition) => {
      const alarms: string[] = [];
      const series = { disturbance, firstSeed: definition.seed, sessions: 3 };
      runSoundSeries(randomSystem(definition), { ...series, onAlarm: (text) => alarms.push(text) });
      expect(alarms).toEqual([]);
    }),
    // The same definitions each time, so that a change is judged and not chance.
    { numRuns: 6, seed: 1 },
  );
});

const DEFECTS = describedSessions(REGISTERS);

test.each(['20ms', '5ms+stall'])(
  'no defect passes, all judged, that a quiet run fails for what the board sent: %s',
  (name) => {
    const disturbance = disturbanceNamed(name);
    const kind = boardKind(REGISTERS);
    let failed = 0;
    const missed: string[] = [];
    for (const [defect, writes] of DEFECTS) {
      const system = systemOf({ protocol: REGISTERS, kind, defect });
      const series = { disturbance, firstSeed: 1, sessions: 1 };
      const tally = runDefectSeries(system, series, (seed) => defectScript(system, writes, seed));
      failed += tally.failed;
      if (tally.missed.length > 0) missed.push(defect);
    }
    expect(missed).toEqual([]);
    expect(failed).toBeGreaterThan(DEFECTS.size / 4);
  },
);
