/** Defects of parameters: GM-CM-05. */
import { isTwoByte } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import { ACK } from '../board/firmware';
import { withParameter, onCommand, isRefusal, withReply, type GmDefects } from './hooks';

export const PARAMETER_DEFECTS: GmDefects = {
  'volume-clamped': {
    breaks: 'GM-CM-05',
    text: 'A volume out of range is acknowledged and made the loudest.',
    change: onCommand('write', (turn, before, { number }, _sound) =>
      number === PARAMETER.volume && isRefusal(turn)
        ? { state: withParameter(before, number, 3), answers: [{ reply: ACK }] }
        : turn,
    ),
  },
  'out-of-range-stored': {
    breaks: 'GM-CM-05',
    text: 'A light level out of range gets its NAK, but is stored.',
    change: onCommand('write', (turn, _before, { number, value }) =>
      number === PARAMETER.light && isRefusal(turn)
        ? { ...turn, state: withParameter(turn.state, number, value) }
        : turn,
    ),
  },
  'out-of-range-defaults': {
    breaks: 'GM-CM-05',
    text: 'A terminator out of range gets its NAK and brings back the default.',
    change: onCommand('write', (turn, { defaults }, { number }) =>
      number === PARAMETER.terminator && isRefusal(turn)
        ? { ...turn, state: withParameter(turn.state, number, defaults.get(number) ?? 0) }
        : turn,
    ),
  },
  'scan-time-six-bits': {
    breaks: 'GM-CM-05',
    text: 'The scan time is kept in six bits.',
    change: onCommand('write', (turn, _before, { number, value }) =>
      number === PARAMETER.scanTime && !isRefusal(turn)
        ? { ...turn, state: withParameter(turn.state, number, value & 0x3f) }
        : turn,
    ),
  },
  'scan-time-zero': {
    breaks: 'GM-CM-05',
    text: 'A scan time of 00 is taken.',
    change: onCommand('write', (turn, before, { number, value }) =>
      number === PARAMETER.scanTime && value === 0
        ? { state: withParameter(before, number, value), answers: [{ reply: ACK }] }
        : turn,
    ),
  },
  'light-is-collimation': {
    breaks: 'GM-CM-05',
    text: 'Collimation is stored where light is.',
    change: onCommand('write', (turn, before, { number, value }) =>
      number === PARAMETER.collimation && !isRefusal(turn)
        ? {
            ...turn,
            state: withParameter({ ...turn.state, parameters: before.parameters }, PARAMETER.light, value),
          }
        : turn,
    ),
  },
  'light-sets-collimation': {
    breaks: 'GM-CM-05',
    text: 'Light is stored where collimation is, too.',
    change: onCommand('write', (turn, _before, { number, value }) =>
      number === PARAMETER.light && !isRefusal(turn)
        ? { ...turn, state: withParameter(turn.state, PARAMETER.collimation, value) }
        : turn,
    ),
  },
  'write-lost': {
    breaks: 'GM-CM-05',
    text: 'The STX/ETX setting is acknowledged and not stored.',
    change: onCommand('write', (turn, before, { number }) =>
      number === PARAMETER.stxEtx
        ? { ...turn, state: { ...turn.state, parameters: before.parameters } }
        : turn,
    ),
  },
  'unknown-number-acknowledged': {
    breaks: 'GM-CM-05',
    text: 'A write to an unknown two-byte number is acknowledged.',
    change: onCommand('write', (turn, before, { number }) =>
      isTwoByte(number) && !before.parameters.has(number) ? withReply(turn, ACK) : turn,
    ),
  },
  'unknown-read-zero': {
    breaks: 'GM-CM-05',
    text: 'A read of an unknown number gives 00.',
    change: onCommand('read', (turn, before, { number }) =>
      before.parameters.has(number)
        ? turn
        : withReply(turn, { type: 'value', prefix: 0xff, number, value: 0, status: 0 }),
    ),
  },
  'defaults-keep-volume': {
    breaks: 'GM-CM-05',
    text: 'Parameter defaults leaves the volume as it is.',
    change: onCommand('defaults', (turn, before) => ({
      ...turn,
      state: withParameter(turn.state, PARAMETER.volume, before.parameters.get(PARAMETER.volume) ?? 0),
    })),
  },
  'defaults-one-byte-only': {
    breaks: 'GM-CM-05',
    text: 'Parameter defaults brings back the parameters of one-byte numbers only.',
    change: onCommand('defaults', (turn, { parameters }) => ({
      ...turn,
      state: {
        ...turn.state,
        parameters: new Map(
          [...turn.state.parameters].map(([number, value]) => [
            number,
            isTwoByte(number) ? (parameters.get(number) ?? value) : value,
          ]),
        ),
      },
    })),
  },
};
