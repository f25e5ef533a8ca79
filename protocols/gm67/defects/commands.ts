/** Defects of commands and parameters: GM-CM. */
import { after, micros, millis } from '../../../api/index';
import { ACK, nak, type Outcome } from '../board/firmware';
import { triggerOf, type ScannerState } from '../rules';
import { CAUSE, isRepeat, isTwoByte, STATUS } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import {
  adding,
  answering,
  inState,
  isOf,
  isRefusal,
  onCommand,
  onEvents,
  onRefusal,
  storing,
  withReply,
  type Change,
  type Changes,
} from './hooks';

const DENIED = nak(CAUSE.denied);
const BAD_CONTEXT = nak(CAUSE.badContext);

const ANSWERS: Changes = {
  'led-off-silent': answering('led-off', undefined),
  'beep-acknowledged-twice': adding(150, (event, { scanner }) =>
    event.kind === 'message' && event.message.type === 'beep' && scanner.asleep !== true ? ACK : undefined,
  ),
  'revision-acknowledged': onCommand('revision', (turn) => ({
    ...turn,
    answers: [ACK, ...turn.answers],
  })),
  'enable-again-denied': answering('enable', DENIED, (_turn, { enabled }) => enabled === true),
  'start-again-denied': answering('start', DENIED, (_turn, { session }) => session === true),
  'stop-ignored': onCommand('stop', (turn, { session }) => inState(turn, { session })),
  'sleep-silent': answering('sleep', undefined),
  'slow-defaults': (sound, { p }) => ({
    answerDelay: (event, state) =>
      event.kind === 'message' && event.message.type === 'defaults'
        ? micros(1500 * p.commandMs)
        : sound.answerDelay(event, state),
  }),
  'start-anywhere': answering('start', ACK, isRefusal),
  'stop-anywhere': answering('stop', ACK, isRefusal),
  'start-bad-context': answering('start', BAD_CONTEXT, isRefusal),
  'start-in-pulse': answering('start', ACK, (_turn, state) => triggerOf(state) === TRIGGER.pulse),
  'unknown-acknowledged': answering('unknown', ACK),
  'unknown-silent': answering('unknown', undefined),
  'unknown-low-acknowledged': answering('unknown', ACK, (_turn, _before, { opcode }) => opcode < 0x40),
  'unknown-resend': answering('unknown', nak(CAUSE.resend)),
  'host-ack-acknowledged': answering('ack', ACK),
  'host-nak-refused': answering('nak', BAD_CONTEXT),
  'host-nak-cause-refused': answering('nak', BAD_CONTEXT, (_turn, _before, { cause }) => cause !== undefined),
};

const REPEATS: Changes = {
  'repeat-obeyed': (sound) => ({
    applyCommand: (before, command) =>
      sound.applyCommand(
        before,
        isOf(command, 'wake') ? command : { ...command, status: command.status & ~STATUS.retransmission },
      ),
  }),
  'repeat-by-opcode': (sound) => ({
    applyCommand: (before, command) => {
      const { last } = before;
      const isTaken = !isOf(command, 'wake') && isRepeat(command) && last !== 'unknown';
      const isSame = isTaken && command.type === last?.type && isOf(command, 'write');
      return isSame ? { state: before, answers: [ACK] } : sound.applyCommand(before, command);
    },
  }),
  'repeat-refused': answering(
    'start',
    BAD_CONTEXT,
    (_turn, before, command) => isRepeat(command) && triggerOf(before) === TRIGGER.host,
  ),
  'repeat-silent': answering(
    'start',
    undefined,
    (_turn, { last }, command) => isRepeat(command) && last !== undefined,
  ),
  'repeat-after-nak': onRefusal('checksum', (turn, { last }) => inState(turn, { last })),
  'wake-slow': (sound, context) => {
    let deafUntil = micros(0);
    return onEvents((event) => {
      if (event.first < deafUntil) return [];
      if (event.kind === 'frame' && event.value.type === 'wake') deafUntil = after(event.last, millis(300));
      return [event];
    })(sound, context);
  },
  'wake-twice': (sound, context) => {
    let wakes = 0;
    return onEvents((event) =>
      event.kind === 'reject' || event.value.type !== 'wake' || ++wakes % 2 === 0 ? [event] : [],
    )(sound, context);
  },
};

/** Changes a write to one parameter: such as a sound scanner takes, or such as it denies. */
function onWrite(
  parameter: number,
  which: 'taken' | 'denied',
  change: (turn: Outcome, value: number, before: ScannerState) => Outcome,
): Change {
  return onCommand('write', (turn, before, { number, value }) =>
    number === parameter && isRefusal(turn) === (which === 'denied') ? change(turn, value, before) : turn,
  );
}

const { trigger, volume, light, collimation, terminator, scanTime, stxEtx } = PARAMETER;

const PARAMETERS: Changes = {
  'volume-clamped': onWrite(volume, 'denied', (turn) => withReply(storing(turn, volume, 3), ACK)),
  'out-of-range-stored': onWrite(light, 'denied', (turn, value) => storing(turn, light, value)),
  'out-of-range-defaults': onWrite(terminator, 'denied', (turn, _value, { defaults }) =>
    storing(turn, terminator, defaults.get(terminator) ?? 0),
  ),
  'scan-time-six-bits': onWrite(scanTime, 'taken', (turn, value) => storing(turn, scanTime, value & 0x3f)),
  'trigger-any-below-ten': onWrite(trigger, 'denied', (turn, value) =>
    value < 10 ? withReply(storing(turn, trigger, value), ACK) : turn,
  ),
  'sleep-forgets': onCommand('sleep', (turn, { defaults }) => inState(turn, { parameters: defaults })),
  'scan-time-zero': onWrite(scanTime, 'denied', (turn, value) =>
    value === 0 ? withReply(storing(turn, scanTime, 0), ACK) : turn,
  ),
  'light-is-collimation': onWrite(collimation, 'taken', (turn, value, { parameters }) =>
    storing(inState(turn, { parameters }), light, value),
  ),
  'light-sets-collimation': onWrite(light, 'taken', (turn, value) => storing(turn, collimation, value)),
  'write-lost': onWrite(stxEtx, 'taken', (turn, _value, { parameters }) => inState(turn, { parameters })),
  'unknown-number-acknowledged': answering(
    'write',
    ACK,
    (_turn, { parameters }, { number }) => isTwoByte(number) && !parameters.has(number),
  ),
  'unknown-read-zero': onCommand('read', (turn, { parameters }, { number }) =>
    parameters.has(number)
      ? turn
      : withReply(turn, { type: 'value', prefix: 0xff, number, value: 0, status: 0 }),
  ),
  'defaults-keep-volume': onCommand('defaults', (turn, { parameters }) =>
    storing(turn, volume, parameters.get(volume) ?? 0),
  ),
  'defaults-one-byte-only': onCommand('defaults', (turn, { parameters }) =>
    [...parameters].reduce(
      (next, [number, value]) => (isTwoByte(number) ? storing(next, number, value) : next),
      turn,
    ),
  ),
};

export const COMMAND_DEFECTS: Changes = { ...ANSWERS, ...REPEATS, ...PARAMETERS };
