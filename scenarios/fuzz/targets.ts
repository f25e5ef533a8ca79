/** The protocols that can be fuzzed. */
import type { LinkBinding } from '../../devices/links/link';
import type { FuzzTarget } from './target';
import { DURAK_TARGET } from './targets/durak/durak';
import { CHINESE_TEN_TARGET } from './targets/chinese-ten/chinese-ten';
import { GM67_TARGET } from './targets/gm67/gm67';
import { SET_TARGET } from './targets/set/set';
import { STM_TARGET } from './targets/stm/stm';
import { tttTarget } from './targets/ttt/ttt';

export const TARGETS: readonly FuzzTarget[] = [
  STM_TARGET,
  GM67_TARGET,
  SET_TARGET,
  DURAK_TARGET,
  tttTarget('tcp'),
  tttTarget('udp'),
  tttTarget('serial'),
  CHINESE_TEN_TARGET,
];

/** The target for a board with these links. undefined: the suite cannot be fuzzed on such links. */
export function targetFor(
  suite: string,
  binding: LinkBinding,
  links?: readonly string[],
): FuzzTarget | undefined {
  const target = TARGETS.find((one) => one.suite === suite && (one.binding ?? binding) === binding);
  return target && { ...target, session: (parameters) => target.session(parameters, links) };
}
