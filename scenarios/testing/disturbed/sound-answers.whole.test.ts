import { boardKind } from '../../../devices/virtual/request-response/board';
import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { stm } from '../../../protocols/stm/stm';
import { disturbanceNamed } from './disturbance';
import { orderlyTail } from './laws';
import { drawDefinition, randomSystem } from './random-system.arbitrary';
import { playDisturbed } from './session';
import { systemOf, type System } from './system';

/** Answers of a sound board that are called impossible, and how many were asked about. */
function impossibleAnswers(
  system: System,
  seed: number,
): { readonly wrong: string[]; readonly count: number } {
  const { script, firstKnown, answers } = orderlyTail(system, seed);
  const wrong: string[] = [];
  let [step, count] = [-1, 0];
  let sent: readonly Uint8Array[] = [];
  const request = (): Uint8Array => script[step]?.writes[0]?.bytes ?? new Uint8Array(0);
  playDisturbed(system, {
    seed,
    disturbance: disturbanceNamed('exact'),
    script,
    onStep: (next) => {
      if (step >= firstKnown) answers.follow(request(), sent);
      [step, sent] = [next, []];
    },
    change: (bytes) => {
      sent = [...sent, bytes];
      if (step < firstKnown) return bytes;
      count++;
      if (answers.isImpossible(request(), bytes)) wrong.push(`${seed}: ${script[step]?.what ?? ''}`);
      return bytes;
    },
  });
  return { wrong, count };
}

test.each<[string, System]>([
  ['stm', systemOf({ protocol: stm.description, kind: STM_BOARD })],
  ['modbus', systemOf({ protocol: modbus, kind: boardKind(modbus) })],
  ...[1, 11, 21, 31].map((seed): [string, System] => [`random ${seed}`, randomSystem(drawDefinition(seed))]),
])('%s: what a sound board sends is never called impossible', (_name, system) => {
  const found = Array.from({ length: 30 }, (_, i) => impossibleAnswers(system, i + 1));
  expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(20);
});
