/** For tests: the parts of Durak that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { conversationTarget } from '../../../scenarios/fuzz/targets/described/fuzz-target';
import type { FuzzTarget } from '../../../scenarios/fuzz/target';
import { conversationTap, type TapMaker } from '../../../scenarios/monitor/described/tapped-board';
import { conversationTraceMonitor } from '../../../scenarios/monitor/described/trace-monitor-kind';
import type { AnyConversation } from '../../conversation/session';
import { durak } from '../durak';
import { fuzz } from '../fuzz';
import { bytesOfRecipe } from '../recipes';
import { tap } from '../tap';

function boardNamed(name: string): BoardKind {
  const found = durak.boards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Durak has no board ${name}`);
  return found;
}

export const DURAK_DESCRIPTION = durak.description as unknown as AnyConversation;
export const DURAK_BOARD = boardNamed('durak');
export const DURAK_PUBLISHED_BOARD = boardNamed('durak-published');
export const DURAK_TRACE_MONITOR = conversationTraceMonitor(DURAK_DESCRIPTION);
export const DURAK_TARGET: FuzzTarget = conversationTarget(DURAK_DESCRIPTION, fuzz, { made: bytesOfRecipe });
export const DURAK_TAP_MONITOR = conversationTap(DURAK_DESCRIPTION, tap as unknown as TapMaker<unknown>);
