/** Defects of commands: GM-CM-01 to CM-04, CM-06 and CM-07. */
import { CAUSE, STATUS, type Command } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import type { ScannerState } from '../rules';
import { after, micros, millis } from '../../../api/index';
import { ACK, nak } from '../board/firmware';
import {
  isOf,
  onCommand,
  onEvent,
  onFrame,
  onRefusal,
  isRefusal,
  withReply,
  withoutReply,
  type Change,
  type GmDefects,
} from './hooks';

function inHostMode({ parameters }: ScannerState): boolean {
  return parameters.get(PARAMETER.trigger) === TRIGGER.host;
}

/** Changes a command with the retransmission bit. */
function onRepeat(change: (command: Command, before: ScannerState) => Command): Change {
  return (sound) => ({
    applyCommand: (before, command) => {
      const isRepeat = !isOf(command, 'wake') && (command.status & STATUS.retransmission) !== 0;
      return sound.applyCommand(before, isRepeat ? change(command, before) : command);
    },
  });
}

const ANSWERS: GmDefects = {
  'led-off-silent': {
    breaks: 'GM-CM-01',
    text: 'LED off is obeyed and not acknowledged.',
    change: onCommand('led-off', withoutReply),
  },
  'beep-acknowledged-twice': {
    breaks: 'GM-CM-01',
    text: 'A beep is acknowledged when it begins, and again when it ends.',
    change: onCommand('beep', (turn) => ({
      ...turn,
      answers: [...turn.answers, { reply: ACK, delay: millis(150) }],
    })),
  },
  'revision-acknowledged': {
    breaks: 'GM-CM-01',
    text: 'A revision request gets an ACK before its reply.',
    change: onCommand('revision', (turn) => ({ ...turn, answers: [{ reply: ACK }, ...turn.answers] })),
  },
  'enable-again-denied': {
    breaks: 'GM-CM-01',
    text: 'Scan enable of a scanner that is enabled gets NAK 06.',
    change: onCommand('enable', (turn, { enabled }) => (enabled ? withReply(turn, nak(CAUSE.denied)) : turn)),
  },
  'start-again-denied': {
    breaks: 'GM-CM-01',
    text: 'Start decode within a session gets NAK 06.',
    change: onCommand('start', (turn, { session }) => (session ? withReply(turn, nak(CAUSE.denied)) : turn)),
  },
  'sleep-silent': {
    breaks: 'GM-CM-01',
    text: 'The scanner falls asleep before it has acknowledged the command.',
    change: onCommand('sleep', withoutReply),
  },
};

const DECODE: GmDefects = {
  'start-anywhere': {
    breaks: 'GM-CM-02',
    text: 'Start decode is acknowledged in every trigger mode.',
    change: onCommand('start', (turn) => (isRefusal(turn) ? withReply(turn, ACK) : turn)),
  },
  'stop-anywhere': {
    breaks: 'GM-CM-02',
    text: 'Stop decode is acknowledged in every trigger mode.',
    change: onCommand('stop', (turn) => (isRefusal(turn) ? withReply(turn, ACK) : turn)),
  },
  'start-bad-context': {
    breaks: 'GM-CM-02',
    text: 'Start decode outside trigger mode host gets NAK 02 instead of 06.',
    change: onCommand('start', (turn) => (isRefusal(turn) ? withReply(turn, nak(CAUSE.badContext)) : turn)),
  },
  'start-in-pulse': {
    breaks: 'GM-CM-02',
    text: 'Start decode is taken in trigger mode pulse too.',
    change: onCommand('start', (turn, { parameters }) =>
      parameters.get(PARAMETER.trigger) === TRIGGER.pulse ? withReply(turn, ACK) : turn,
    ),
  },
};

const UNKNOWN: GmDefects = {
  'unknown-acknowledged': {
    breaks: 'GM-CM-03',
    text: 'An unknown opcode is acknowledged.',
    change: onCommand('unknown', (turn) => withReply(turn, ACK)),
  },
  'unknown-silent': {
    breaks: 'GM-CM-03',
    text: 'An unknown opcode is dropped without an answer.',
    change: onCommand('unknown', withoutReply),
  },
  'unknown-low-acknowledged': {
    breaks: 'GM-CM-03',
    text: 'Unknown opcodes below 40 fall through to the ACK.',
    change: onCommand('unknown', (turn, _before, { opcode }) =>
      opcode < 0x40 ? withReply(turn, ACK) : turn,
    ),
  },
  'unknown-resend': {
    breaks: 'GM-CM-03',
    text: 'An unknown opcode gets NAK 01, as if it had been garbled.',
    change: onCommand('unknown', (turn) => withReply(turn, nak(CAUSE.resend))),
  },
  'host-ack-acknowledged': {
    breaks: 'GM-CM-04',
    text: 'An ACK from the host is acknowledged.',
    change: onCommand('ack', (turn) => withReply(turn, ACK)),
  },
  'host-nak-refused': {
    breaks: 'GM-CM-04',
    text: 'A NAK from the host gets NAK 02.',
    change: onCommand('nak', (turn) => withReply(turn, nak(CAUSE.badContext))),
  },
  'host-nak-cause-refused': {
    breaks: 'GM-CM-04',
    text: 'A NAK from the host is answered where it has a cause.',
    change: onCommand('nak', (turn, _before, { cause }) =>
      cause === undefined ? turn : withReply(turn, nak(CAUSE.badContext)),
    ),
  },
};

const REPEATS: GmDefects = {
  'repeat-obeyed': {
    breaks: 'GM-CM-06',
    text: 'The retransmission bit is not looked at: a start repeated begins another session.',
    change: onRepeat((command) =>
      isOf(command, 'wake') ? command : { ...command, status: command.status & ~STATUS.retransmission },
    ),
  },
  'repeat-refused': {
    breaks: 'GM-CM-06',
    text: 'A start repeated gets NAK 02.',
    change: onCommand('start', (turn, before, { status }) =>
      status & STATUS.retransmission && inHostMode(before) ? withReply(turn, nak(CAUSE.badContext)) : turn,
    ),
  },
  'repeat-silent': {
    breaks: 'GM-CM-06',
    text: 'A repeat of the last command is dropped without an answer.',
    change: onCommand('start', (turn, before, { status }) =>
      status & STATUS.retransmission && before.last !== undefined ? withoutReply(turn) : turn,
    ),
  },
  'repeat-after-nak': {
    breaks: 'GM-CM-06',
    text: 'After a NAK 01 the last command is still remembered: its repeat is acknowledged and not obeyed.',
    change: onRefusal('checksum', (turn, { last }) => ({ ...turn, state: { ...turn.state, last } })),
  },
  'wake-slow': {
    breaks: 'GM-CM-07',
    text: 'After the wake byte the scanner ignores input for 300 ms.',
    change: (sound, context) => {
      let deafUntil = micros(0);
      return onEvent((event) => {
        if (event.first < deafUntil) return [];
        if (event.kind === 'frame' && event.value.type === 'wake') deafUntil = after(event.last, millis(300));
        return [event];
      })(sound, context);
    },
  },
  'wake-twice': {
    breaks: 'GM-CM-07',
    text: 'Only a second wake byte wakes the scanner.',
    change: (sound, context) => {
      let wakes = 0;
      return onFrame((frame) => (frame.value.type !== 'wake' || ++wakes % 2 === 0 ? [frame] : []))(
        sound,
        context,
      );
    },
  },
};

export const COMMAND_DEFECTS: GmDefects = { ...ANSWERS, ...DECODE, ...UNKNOWN, ...REPEATS };
