/** For tests: the parts of Set that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { conversationTarget } from '../../../scenarios/fuzz/targets/described/fuzz-target';
import { conversationTraceMonitor } from '../../../scenarios/monitor/described/trace-monitor-kind';
import type { Dialect, DialectOptions } from '../../../scenarios/dialect';
import { conversationDialects } from '../../../scenarios/protocols/described/dialects';
import type { AnyConversation } from '../../conversation/session';
import { fuzz } from '../fuzz';
import { set } from '../set';
import type { SetValues } from '../parameters';
import { cardMessages } from '../wire';

function boardNamed(name: string): BoardKind {
  const found = set.boards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Set has no board ${name}`);
  return found;
}

export const SET_DESCRIPTION = set.description as unknown as AnyConversation;
export const SET_BOARD = boardNamed('set');
export const SET_TARGET = conversationTarget(SET_DESCRIPTION, fuzz, {
  probe: () => [Uint8Array.of(0x55, 0x0d)],
});
export const SET_TRACE_MONITOR = conversationTraceMonitor(SET_DESCRIPTION);

export function setDialects(options: DialectOptions): readonly Dialect[] {
  return conversationDialects(SET_DESCRIPTION, options, { messages: (p) => cardMessages(p as SetValues) });
}
