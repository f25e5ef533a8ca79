/** For tests: the parts of Chinese Ten that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { conversationTarget } from '../../../scenarios/fuzz/targets/described/fuzz-target';
import { conversationTraceMonitor } from '../../../scenarios/monitor/described/trace-monitor-kind';
import type { AnyConversation } from '../../conversation/session';
import { chineseTen } from '../chinese-ten';
import { bytesOfRecipe, fuzz } from '../fuzz';

function boardNamed(name: string): BoardKind {
  const found = chineseTen.boards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Chinese Ten has no board ${name}`);
  return found;
}

export const CHINESE_TEN_DESCRIPTION = chineseTen.description as unknown as AnyConversation;
export const CHINESE_TEN_BOARD = boardNamed('chinese-ten');
export const CHINESE_TEN_SPECIAL_BOARD = boardNamed('chinese-ten-special');
export const CHINESE_TEN_TARGET = conversationTarget(CHINESE_TEN_DESCRIPTION, fuzz, { made: bytesOfRecipe });
export const CHINESE_TEN_TRACE_MONITOR = conversationTraceMonitor(CHINESE_TEN_DESCRIPTION);
