/** A virtual board on the fuzzing rig, and a session of its suite's target by the page's parameters: for tests. */
import { resolveBoard } from '../../../devices/virtual/kinds';
import { SUITES } from '../../suites';
import type { FuzzSession } from '../target';
import { TARGETS } from '../targets';
import { VirtualRig } from '../execution/virtual-rig';

/** `board`: as users name it without its scheme, `stm+crc-ignored`. */
export function virtualContext(board: string): { readonly rig: VirtualRig; readonly session: FuzzSession } {
  const { kind, defects } = resolveBoard(`virtual:${board}`);
  const target = TARGETS.find(({ suite }) => suite === kind.suite);
  const suite = SUITES.find(({ id }) => id === kind.suite);
  if (target === undefined || suite === undefined) throw new Error(`${board} cannot be fuzzed`);
  const parameters = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed: 1 });
  return { rig, session: target.session(parameters) };
}
