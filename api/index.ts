/**
 * The imports of a team's own files from 'wirejig', by the chapters of docs/api.md: a heading, its text, and the types that signatures name
 * and that need no import.
 */
// # Wires
// What the bytes of a frame mean. [The tutorial](your-own-protocol.md#2-the-wire) begins with it.
// Also: NumberOptions, BigNumberOptions, ExtentOptions, ListOptions, TextOptions, DigitsOptions,
// DecimalOptions, VarintOptions, EnumOptions, WordsOptions, WireOptions, FormOptions, TagPredicate,
// LayoutError, Field, NumberField, Decoded, LengthOptions, ByteOrder, Charset, NamesBy, Fields, MessageOf,
// NearMissGroup
export { formsOf, wire, type Messages, type Wire } from '../protocols/wire/wire';
export { extended, varint, vlq } from '../protocols/wire/kinds/varying';
export { oneOf } from '../protocols/wire/one-of';
export { otherwise } from '../protocols/wire/layout/layout-data';
export {
  bits,
  bytes,
  choice,
  constant,
  fixed,
  flags,
  i16be,
  i16le,
  i32be,
  i32le,
  i64be,
  i64le,
  i8,
  lengthOf,
  list,
  literal,
  optional,
  rest,
  struct,
  text,
  u16be,
  u16le,
  u24be,
  u24le,
  u32be,
  u32le,
  u64be,
  u64le,
  u8,
} from '../protocols/wire/field';
export { bool, enumOf, listed } from '../protocols/wire/kinds/enum';
export { words } from '../protocols/wire/kinds/words';
export { decimal, hexadecimal } from '../protocols/wire/kinds/digits';
export { codec } from '../protocols/wire/codec';
export { nearMisses, type NearMiss } from '../protocols/wire/near-misses';
export { smallerMessages } from '../protocols/wire/shrink';
export { messages } from '../protocols/wire/wire.arbitrary';

// # Sums
// The last bytes of a frame: `wire({ …, sum: crc16modbus })`.
// Also: CrcOptions, CrcSpec, FletcherOptions, SumOptions, SumSpec
export {
  adler32,
  crc,
  crc16ccitt,
  crc16modbus,
  crc16xmodem,
  crc32,
  crc8,
  customSum,
  fletcher16,
  fletcher32,
  hexSum,
  sum16be,
  sum16le,
  sum8,
  xor8,
} from '../protocols/wire/sums';

// # Framings
// What separates frames: `requestResponse({ …, framing: byLength({ idle: millis(50) }) })`.
// Also: DelimitedOptions, EscapedOptions, Idle, LeadingOptions, LengthFramingOptions, LineEnd, LinesOptions,
// PartFraming
export { cobs } from '../protocols/wire/decoders/cobs';
export { escaped, slip } from '../protocols/wire/decoders/escaped';
export {
  anyOf,
  runningStatus,
  byLength,
  characters,
  datagram,
  delimiter,
  fixedLength,
  lines,
  silence,
  startByte,
  type Framing,
} from '../protocols/wire/framing';

// # Line and parameters
// What the line carries, and what another team may have decided otherwise.
// Also: DescribedLink
export { after, micros, millis, type Micros } from '../protocols/time';
export { requestResponse, type DescribedLine } from '../scenarios/protocols/described-line';
export {
  param,
  type LineOptions,
  type ParameterOption,
  type ParameterOptions,
  type Values,
} from '../protocols/request-response/request-response';
export type { TimeLimits } from '../protocols/request-response/definition';

// # Rules
// What is right: `requestResponse({ … }).protocol({ … })`.
// Also: StateAfter, ExchangeClasses
export type { DescribedProtocol, ProtocolOptions } from '../scenarios/protocols/described-line';
export type { RuleOptions } from '../protocols/request-response/request-response';
export {
  RuleError,
  type GeneralClauses,
  type Message,
  type RequestResponse,
  type RequestResponseSession,
  type Ruling,
  type Unsolicited,
} from '../protocols/request-response/definition';
export type { ClassNames, ClassOptions } from '../protocols/request-response/classes';

// # Scenarios
// Scenarios of your own, besides the stock ones.
// Also: Capabilities, CheckDetail, Measurement, Verdict, Standing, Resettable, OpensLinks, PresentsCodes, OperatedByHand
export type { Random } from '../protocols/random';
export type { SessionScenario } from '../protocols/request-response/session-scenario';
export type { HostScenario, OwnScenario } from '../scenarios/conformance/host-scenario';
export type { RequestResponseHost, Runs } from '../scenarios/conformance/request-response/host';
export type { PlayOptions } from '../scenarios/conformance/request-response/execution/weighing';
/** fast-check in the version that wirejig uses: {@link RequestResponseHost} `sessions` draws from its arbitraries. */
export * as fc from 'fast-check';
export type { Bench } from '../scenarios/bench/bench';
export { BoardSilent } from '../scenarios/bench/bench-errors';
export { isLost } from '../devices/links/link';

// # Conversations
// A board with several links, timers, or unsolicited messages: `conversation({ … }).protocol({ … })`.
// Also: ConsoleOptions, ConversationLink, Wrong, ConversationJudge, ConversationPage, ConversationSession, OtherBoard, Bounds,
// ConversationUses, TranscriptEvent
export type { TraceOptions } from '../scenarios/monitor/described/trace-monitor-kind';
export type { OwnDialect } from '../scenarios/protocols/described/dialects';
export {
  conversation,
  type ConversationProtocol,
  type ConversationProtocolOptions,
  type JudgedProtocolOptions,
} from '../scenarios/protocols/described-conversation';
export type {
  ConversationGenerator,
  ConversationView,
  FuzzOptions,
} from '../scenarios/fuzz/targets/described/fuzz-target';
export type { ConversationOptions, ConversationRules, Firmware } from '../protocols/conversation/options';
export type {
  BoardSteps,
  ChangeContext,
  ConversationDefect,
  Outgoing,
  StepChange,
  Turn,
} from '../protocols/conversation/board-steps';
export type {
  Blame,
  BoardEvent as ConversationBoardEvent,
  ConversationEvent,
  ConversationFault,
  LinkChange,
  LinkEnd,
  LinkSide,
  Passage,
  Ruling as ConversationRuling,
  Rulings,
  RxMessage,
  Send,
  SendTime,
} from '../protocols/conversation/definition';
export type { JudgeOptions, OwnJudge } from '../protocols/conversation/own-judge';
export { defectHooks, firstRuling, surplusSend } from '../protocols/conversation/defect-hooks';
export type { DescribedConversation } from '../protocols/conversation/session';
export { consoleLines, lineFaults, LONGEST_LINE, type ConsoleLine } from '../protocols/terminal/console-line';
export type { ConversationHost } from '../scenarios/conformance/described/host';
export type { Dial, HostStep, Pause, Quiet, Showing } from '../scenarios/player/host-steps';
export type { ConversationScenario } from '../scenarios/conformance/host-scenario';
export type {
  CaseGroup,
  ConversationSessions,
  Made,
  PlayedSession,
  PlayedTable,
  SessionParts,
  SessionTable,
} from '../scenarios/player/conversation-sessions';
export { consoleText, consoleTextGrammar, type ConsoleText } from '../protocols/terminal/console-text';
export {
  plainTextOf,
  TerminalTranscript,
  textOf,
  type Glyph,
} from '../protocols/terminal/terminal-transcript';

// # Defects
// Firmware bugs, to audit the suite with.
export { defectsOn, type PageDefect } from '../protocols/request-response/page';
export type { DescribedDefect, FirmwareSteps } from '../protocols/request-response/definition';

// # Protocols written by hand
// For protocols that are more than requests and answers: several links, a board that begins, a game.
// Also: BlockOptions, CircumstanceClauses, MeasureOptions, ScriptOptions, Startup, TimeBounds, Accounting, SendStep,
// ListenStep, DialStep, PresentStep, DissectedLink, Emission, Failure, FailureKind, FrameReading, GarbageKind, Level,
// Origin, LineState, LinkBinding, TraceLink, FramedCodec
export {
  defineProtocol,
  type AnswerComparer,
  type Load,
  type Protocol,
  type ProtocolParts,
} from '../scenarios/protocol';
export type { Dialect, DialectOptions, NamedMessage, TypedMessages } from '../scenarios/dialect';
export type { Scenario, Suite, SuiteLink } from '../scenarios/suite';
export type { LineFormat } from '../devices/links/link-url';
export type {
  BoardKind,
  BoardOptions,
  Defect,
  KindLink,
  VirtualBoard,
} from '../devices/virtual/engine/board';
export type { FuzzSession, FuzzTarget, Generator } from '../scenarios/fuzz/target';
export type { Model } from '../scenarios/player/model';
export { MonitorModel } from '../scenarios/fuzz/targets/monitor-model';
export type { Carrier, CoveragePoint, Due, Monitor, PresentedCode } from '../protocols/monitor/monitor';
export type { Flaw, Judgement, PassedFrame, Situation } from '../protocols/monitor/judgement';
export { JudgementLog, type PassListener } from '../protocols/monitor/judgement-log';
export { TimedDecoder, type TimedEvent } from '../protocols/monitor/timed-decoder';
export type { Chunk, Direction } from '../protocols/chunk';
export type {
  TraceMonitor,
  TraceMonitorKind,
  TraceMonitorOptions,
} from '../scenarios/monitor/trace/trace-monitor';
export type {
  Deadlock,
  GameMonitor,
  GameMonitorKind,
  GameMonitorOptions,
  GameResult,
} from '../scenarios/monitor/tap/game-monitor';
export type { TapMaker, TappedBoard } from '../scenarios/monitor/described/tapped-board';
export {
  type Dissection,
  byteNames,
  type Grammar,
  type Names,
  type Piece,
} from '../protocols/dissection/dissection';
export type { ExpectedCode } from '../protocols/dissection/described';
export { wireDissection } from '../protocols/wire/dissection';
export { typedMessages } from '../scenarios/protocols/typed-messages';
export {
  type Codec,
  type Decoder,
  type FieldSpan,
  type FrameEvent,
  decodeAll,
  EncodeError,
  type FrameError,
  type FrameOf,
  type RejectOf,
} from '../protocols/frame';
export type { Parameter, Parameters, Requirement } from '../protocols/requirement';
export type { NeverOptions, Withheld, Withholder } from '../protocols/withheld';
export { generator, sendInPieces } from '../scenarios/fuzz/targets/case-building';
export { reduceBytes } from '../scenarios/fuzz/reduce/byte-reduction';
export { dial, listen, present, recipeStep, send, type FuzzStep } from '../scenarios/player/step';
export { dice, inTurn, type Dice } from '../scenarios/fuzz/campaign/dice';
export { GARBAGE, repeated, type Resync } from '../scenarios/fuzz/resync/garbage';
export type { Asked } from '../protocols/conversation/definition';
export { classifyConsoleText } from '../protocols/monitor/console-text';
export { LineBuffer } from '../protocols/terminal/line-buffer';
export { byteText, countBytes } from '../protocols/byte-text';
export { isSameData } from '../protocols/same-data';
export type { ContentWire } from '../protocols/wire/codec';
