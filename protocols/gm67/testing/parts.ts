/** For tests: the parts of GM67 that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { conversationTarget } from '../../../scenarios/fuzz/targets/described/fuzz-target';
import { conversationTraceMonitor } from '../../../scenarios/monitor/described/trace-monitor-kind';
import type { AnyConversation } from '../../conversation/session';
import { fuzz } from '../fuzz';
import { gm67, SESSIONS } from '../gm67';
import { bytesOf, oneWire } from '../wire/wire';

function boardNamed(name: string): BoardKind {
  const found = gm67.boards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`GM67 has no board ${name}`);
  return found;
}

export const GM67_DESCRIPTION = gm67.description as unknown as AnyConversation;
const PARTS = { scenarios: SESSIONS, probe: () => [bytesOf({ type: 'revision' })] };
export const GM67_BOARD = boardNamed('gm67');
export const GM67_TARGET = conversationTarget(GM67_DESCRIPTION, fuzz, PARTS);
export const GM67_TRACE_MONITOR = conversationTraceMonitor(GM67_DESCRIPTION, { frames: oneWire });
