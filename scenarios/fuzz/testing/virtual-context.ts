/** A virtual board on the fuzzing rig, and a session of its suite's target: for tests. */
import { resolveBoard } from '../../../devices/virtual/kinds';
import type { Parameters } from '../../../protocols/requirement';
import { SUITES } from '../../suites';
import { targetFor } from '../targets';
import { VirtualRig } from '../execution/virtual-rig';

interface ContextOptions {
  readonly seed?: number;
  /** In place of the page's. */
  readonly parameters?: Parameters;
}

/** `board`: as users name it without its scheme, `stm+crc-ignored`. */
export function virtualContext(board: string, { seed = 1, parameters: given = {} }: ContextOptions = {}) {
  const { kind, defects } = resolveBoard(`virtual:${board}`);
  const target = targetFor(kind.suite, kind.links[0]?.binding ?? 'serial');
  const suite = SUITES.find(({ id }) => id === kind.suite);
  if (target === undefined || suite === undefined) throw new Error(`${board} cannot be fuzzed`);
  const parameters: Parameters = Object.fromEntries([
    ...suite.parameters.map((one) => [one.name, one.default] as const),
    ...[...defects.map((defect) => defect.parameters ?? {}), given].flatMap(Object.entries<number | string>),
  ]);
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed });
  return { suite, target, parameters, rig, session: target.session(parameters) };
}
