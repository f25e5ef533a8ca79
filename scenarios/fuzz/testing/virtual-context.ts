/** A virtual board on the fuzzing rig with a session of its suite's target, for tests. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import type { Parameters } from '../../../protocols/requirement';
import type { FuzzSession, FuzzTarget } from '../target';
import { CHINESE_TEN_TARGET } from '../../../protocols/chinese-ten/testing/parts';
import { DURAK_TARGET } from '../../../protocols/durak/testing/parts';
import { GM67_TARGET } from '../../../protocols/gm67/testing/parts';
import { SET_TARGET } from '../../../protocols/set/testing/parts';
import { STM_TARGET } from '../../../protocols/stm/testing/parts';
import { tttTarget } from '../../../protocols/ttt/testing/parts';
import { boardNamed, SUITES } from '../../testing/loaded-protocols';
import { VirtualRig } from '../execution/virtual-rig';

/** Tests draw cases without waiting: the registry loads targets asynchronously. */
function targetOf({ suite, links }: BoardKind): FuzzTarget | undefined {
  const targets: readonly FuzzTarget[] = [
    STM_TARGET,
    DURAK_TARGET,
    GM67_TARGET,
    SET_TARGET,
    tttTarget(links[0]?.binding ?? 'serial'),
    CHINESE_TEN_TARGET,
  ];
  return targets.find((one) => one.suite === suite);
}

interface ContextOptions {
  readonly seed?: number;
  /** Replaces values of the page. */
  readonly parameters?: Parameters;
}

/** By target and parameters: the rules of a protocol are asked a thousand times for one. */
const sessions = new Map<FuzzTarget, Map<string, FuzzSession>>();

function sessionOf(target: FuzzTarget, parameters: Parameters): FuzzSession {
  const own = sessions.get(target) ?? new Map<string, FuzzSession>();
  sessions.set(target, own);
  const key = JSON.stringify(parameters);
  const session = own.get(key) ?? target.session(parameters);
  own.set(key, session);
  return session;
}

/** `board`: as users name it without its scheme, `stm+crc-ignored`. */
export function virtualContext(board: string, { seed = 1, parameters: given = {} }: ContextOptions = {}) {
  const { kind, defects } = boardNamed(board);
  const target = targetOf(kind);
  const suite = SUITES.find(({ id }) => id === kind.suite);
  if (target === undefined || suite === undefined) throw new Error(`${board} cannot be fuzzed`);
  const parameters: Parameters = Object.fromEntries([
    ...suite.parameters.map((one) => [one.name, one.default] as const),
    ...[...defects.map((defect) => defect.parameters ?? {}), given].flatMap(Object.entries<number | string>),
  ]);
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed });
  return { suite, target, parameters, rig, session: sessionOf(target, parameters) };
}
