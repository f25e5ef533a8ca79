/** What a team's own files import as 'wirejig'. */
export { defineProtocol } from '../scenarios/protocol';
export type { AnswerComparer, Load, Protocol, ProtocolParts } from '../scenarios/protocol';
export type { Dialect, DialectOptions, NamedMessage } from '../scenarios/dialect';
export type { Scenario, Suite, SuiteLink } from '../scenarios/suite';
export type {
  BoardKind,
  BoardOptions,
  Defect,
  KindLink,
  VirtualBoard,
} from '../devices/virtual/engine/board';
export type { FuzzSession, FuzzTarget, Generator } from '../scenarios/fuzz/target';
export type { Model } from '../scenarios/oracle/model';
export type {
  TraceMonitor,
  TraceMonitorKind,
  TraceMonitorOptions,
} from '../scenarios/monitor/trace/trace-monitor';
export type { GameMonitor, GameMonitorKind } from '../scenarios/monitor/tap/game-monitor';
export type { Dissection } from '../protocols/dissection/dissection';
export type { Codec, Decoder, FieldSpan, FrameEvent } from '../protocols/frame';
export type { Parameter, Parameters, Requirement } from '../protocols/requirement';
export { micros, millis, type Micros } from '../protocols/time';
export type { Bench } from '../scenarios/bench/bench';
