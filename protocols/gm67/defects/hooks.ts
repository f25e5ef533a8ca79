/** Helpers for defects: each changes one step of the GM67's firmware. */
import type { FrameEvent, FrameOf, RejectOf, StepChange } from '../../../api/index';
import type { GmFirmware, Outcome } from '../board/firmware';
import type { Command, Reply } from '../wire/message';
import type { GmValues } from '../profile';
import type { ScannerState } from '../rules';

export type Change = StepChange<GmFirmware, GmValues>;

export interface GmDefect {
  readonly breaks: string;
  readonly text: string;
  readonly beyondInput?: string;
  readonly change: Change;
}

export type GmDefects = Readonly<Record<string, GmDefect>>;

/** The reasons to reject bytes. */
type RejectCode = 'checksum' | 'truncated' | 'length' | 'discarded';
type Events = readonly FrameEvent<Command>[];

export type CommandOf<K extends Command['type']> = Extract<Command, { type: K }>;

export function isOf<K extends Command['type']>(command: Command, type: K): command is CommandOf<K> {
  return command.type === type;
}

/** Changes the turn of a sound, awake scanner for one kind of command. */
export function onCommand<K extends Command['type']>(
  type: K,
  change: (turn: Outcome, before: ScannerState, command: CommandOf<K>, sound: GmFirmware) => Outcome,
): Change {
  return (sound) => ({
    applyCommand: (before, command) => {
      const turn = sound.applyCommand(before, command);
      return isOf(command, type) && before.asleep !== true ? change(turn, before, command, sound) : turn;
    },
  });
}

/** Changes the events of bytes that were rejected for `code`. */
export function onReject(code: RejectCode, change: (reject: RejectOf<Command>) => Events): Change {
  return onEvent((event) => (event.kind === 'reject' && event.error.code === code ? change(event) : [event]));
}

export function onFrame(change: (frame: FrameOf<Command>) => Events): Change {
  return onEvent((event) => (event.kind === 'frame' ? change(event) : [event]));
}

export function onEvent(change: (event: FrameEvent<Command>) => Events): Change {
  return (sound) => ({ receives: (event, state) => sound.receives(event, state).flatMap(change) });
}

/** Changes the answer to bytes that were rejected for `code`. */
export function onRefusal(
  code: RejectCode,
  change: (turn: Outcome, before: ScannerState) => Outcome,
): Change {
  return (sound) => ({
    handleReject: (before, reject) => {
      const turn = sound.handleReject(before, reject);
      return reject.code === code && before.asleep !== true ? change(turn, before) : turn;
    },
  });
}

/** Changes the bytes of replies. */
export function onEncode(change: (bytes: Uint8Array, reply: Reply) => Uint8Array): Change {
  return (sound) => ({
    encode: (message, link, at) => {
      const bytes = sound.encode(message, link, at);
      return message.type === 'raw' ? bytes : change(bytes, message);
    },
  });
}

/** A rejected frame as a valid one, if all of it was readable. */
export function asValidFrame(reject: RejectOf<Command>): FrameEvent<Command> {
  const { raw, first, last, value } = reject;
  return value === undefined ? reject : { kind: 'frame', raw, first, last, value };
}

/** The turn with `reply` as its only answer. */
export function withReply(turn: Outcome, reply: Reply): Outcome {
  return { ...turn, answers: [{ reply }] };
}

export function withoutReply(turn: Outcome): Outcome {
  return { ...turn, answers: [] };
}

export function isRefusal(turn: Outcome): boolean {
  return turn.answers.some(({ reply }) => reply.type === 'nak');
}

/** The state with another value of one parameter. */
export function withParameter(state: ScannerState, number: number, value: number): ScannerState {
  return { ...state, parameters: new Map(state.parameters).set(number, value) };
}
