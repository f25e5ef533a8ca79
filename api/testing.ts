/** The imports of a team's own tests from 'wirejig/testing'. */
// # Testing
// A board in a team's own tests: `import { open } from 'wirejig/testing'`.
// Also: SeededPlanOptions, FaultKind
export { open, type OpenOptions } from './test-board/open';
export { TestBoard, type Exchange, type MsLimits, type Played } from './test-board/test-board';
export type { MsBounds } from './test-board/exchange-recorder';
export { ClauseError, type ClauseVerdict } from './test-board/clause-error';
export { matchers, type BoardMatchers, type MatcherResult } from './test-board/matchers';
export { plugVirtualBoard } from './test-board/virtual-port';
export {
  VirtualSerialPort,
  type VirtualSerialPortOptions,
} from '../devices/virtual/serial-port/virtual-serial-port';
export type { PluggedBoard, PlugOptions, PortClock } from '../devices/virtual/serial-port/plugged-board';
export { fixedPlan, seededPlan, type Fault, type FaultEvent, type FaultPlan } from '../devices/faults/faults';
export { checkCodec, CodecLawError, type CheckCodecOptions } from '../protocols/laws/check-codec';
