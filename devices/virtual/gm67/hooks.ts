/** Helpers for defects: each changes one step of the GM67's firmware. */
import type { FrameEvent, FrameOf, RejectOf } from '../../../protocols/frame';
import type { Command, Reply } from '../../../protocols/gm67/message';
import type { ScannerState } from '../../../protocols/gm67/rules';
import type { GmDefect, GmFirmware, Turn } from './firmware';

type Change = GmDefect['change'];
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
  change: (turn: Turn, before: ScannerState, command: CommandOf<K>, sound: GmFirmware) => Turn,
): Change {
  return (sound) => ({
    applyCommand: (before, command) => {
      const turn = sound.applyCommand(before, command);
      return isOf(command, type) && !before.asleep ? change(turn, before, command, sound) : turn;
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
  return (sound) => ({ mapEvent: (event) => sound.mapEvent(event).flatMap(change) });
}

/** Changes the answer to bytes that were rejected for `code`. */
export function onRefusal(code: RejectCode, change: (turn: Turn, before: ScannerState) => Turn): Change {
  return (sound) => ({
    handleReject: (before, reject) => {
      const turn = sound.handleReject(before, reject);
      return reject.error.code === code && !before.asleep ? change(turn, before) : turn;
    },
  });
}

/** Changes the bytes of replies. */
export function onEncode(change: (bytes: Uint8Array, reply: Reply) => Uint8Array): Change {
  return (sound) => ({ encode: (reply) => change(sound.encode(reply), reply) });
}

/** A rejected frame as a valid one, if all of it was readable. */
export function asValidFrame(reject: RejectOf<Command>): FrameEvent<Command> {
  const { raw, first, last, value } = reject;
  return value === undefined ? reject : { kind: 'frame', raw, first, last, value };
}

/** The turn with `reply` as its only answer. */
export function withReply(turn: Turn, reply: Reply): Turn {
  return { ...turn, answers: [{ reply }] };
}

export function withoutReply(turn: Turn): Turn {
  return { ...turn, answers: [] };
}

export function isRefusal(turn: Turn): boolean {
  return turn.answers.some(({ reply }) => reply.type === 'nak');
}

/** The state with another value of one parameter. */
export function withParameter(state: ScannerState, number: number, value: number): ScannerState {
  return { ...state, parameters: new Map(state.parameters).set(number, value) };
}
