/** Helpers for defects: each changes one step of the GM67's firmware. */
import { defectHooks, type FrameEvent, type RejectOf, type StepChange } from '../../../api/index';
import type { GmFirmware, Outcome } from '../board/firmware';
import type { Command, Reply } from '../wire/message';
import type { Output } from '../wire/decoders';
import type { GmState } from '../state';
import type { GmValues } from '../profile';
import type { ScannerState } from '../rules';

export type Change = StepChange<GmFirmware, GmValues>;
export type Changes = Readonly<Record<string, Change>>;

export const { adding, onEvents, onRuling, onSend, onStep } = defectHooks<
  Command,
  Output,
  GmState,
  GmFirmware,
  GmValues
>();

type RejectCode = 'checksum' | 'truncated' | 'length' | 'discarded';
type Events = readonly FrameEvent<Command>[];
type CommandOf<K extends Command['type']> = Extract<Command, { type: K }>;

export function isOf<K extends Command['type']>(command: Command, type: K): command is CommandOf<K> {
  return command.type === type;
}

/** Changes the turn of a sound, awake scanner for one kind of command. */
export function onCommand<K extends Command['type']>(
  type: K,
  change: (turn: Outcome, before: ScannerState, command: CommandOf<K>) => Outcome,
): Change {
  return onStep('applyCommand', (turn, before, command) =>
    isOf(command, type) && before.asleep !== true ? change(turn, before, command) : turn,
  );
}

/** Another answer to one kind of command, or none, where `when` holds; the state is that of a sound scanner. */
export function answering<K extends Command['type']>(
  type: K,
  reply: Reply | undefined,
  when: (turn: Outcome, before: ScannerState, command: CommandOf<K>) => boolean = () => true,
): Change {
  return onCommand(type, (turn, before, command) =>
    when(turn, before, command) ? withReply(turn, reply) : turn,
  );
}

/** Changes the events of bytes that were rejected for `code`. */
export function onReject(code: RejectCode, change: (reject: RejectOf<Command>) => Events): Change {
  return onEvents((event) =>
    event.kind === 'reject' && event.error.code === code ? change(event) : [event],
  );
}

/** Changes the answer to bytes that were rejected for `code`. */
export function onRefusal(
  code: RejectCode,
  change: (turn: Outcome, before: ScannerState) => Outcome,
): Change {
  return onStep('handleReject', (turn, before, reject) =>
    reject.code === code && before.asleep !== true ? change(turn, before) : turn,
  );
}

/** The turn with this reply as its only answer; undefined: it has none. */
export function withReply(turn: Outcome, reply: Reply | undefined): Outcome {
  return { ...turn, answers: reply === undefined ? [] : [reply] };
}

export function isRefusal(turn: Outcome): boolean {
  return turn.answers.some(({ type }) => type === 'nak');
}

export function inState(turn: Outcome, change: Partial<ScannerState>): Outcome {
  return { ...turn, state: { ...turn.state, ...change } };
}

export function storing(turn: Outcome, number: number, value: number): Outcome {
  return inState(turn, { parameters: new Map(turn.state.parameters).set(number, value) });
}
