/** For tests: the parts of TTT that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { conversationTarget } from '../../../scenarios/fuzz/targets/described/fuzz-target';
import type { FuzzTarget } from '../../../scenarios/fuzz/target';
import { conversationTraceMonitor } from '../../../scenarios/monitor/described/trace-monitor-kind';
import type { ConversationParts } from '../../../scenarios/protocols/described/protocol';
import type { AnyConversation } from '../../conversation/session';
import type { Carrier } from '../../monitor/monitor';
import { fuzzOn } from '../fuzz';
import { SESSION_PARTS, SESSIONS, ttt } from '../ttt';

function boardNamed(name: string): BoardKind {
  const found = ttt.boards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`TTT has no board ${name}`);
  return found;
}

export const TTT_DESCRIPTION = ttt.description as unknown as AnyConversation;
export const TTT_BOARD = boardNamed('ttt');
export const TTT_UDP_BOARD = boardNamed('ttt-udp');
export const TTT_SERIAL_BOARD = boardNamed('ttt-serial');
export const TTT_TRACE_MONITOR = conversationTraceMonitor(TTT_DESCRIPTION);

export function tttTarget(carrier: Carrier): FuzzTarget {
  const parts = { scenarios: SESSIONS, ...SESSION_PARTS } as unknown as ConversationParts;
  return conversationTarget(TTT_DESCRIPTION, fuzzOn(carrier), parts, { carrier });
}
