/**
 * The names of the bytes on a GM67 scanner's line, for dissectors: SSI frames, the wake byte, and codes of raw mode
 * between them.
 */
import { byLength, millis, wireDissection, type Dissection, type ExpectedCode } from '../../../api/index';
import { COMMANDS, OPCODE, REPLIES, STATUS, WAKE_SILENCE } from './message';
import { PARAMETER, TERMINATORS } from './parameters';
import { beforeCode, endOfCode } from './raw-mode';
import { WAKE_BYTE, WAKE_MEANING } from './decoders';

const FRAMES = [0, 1, 2, 3] as const;

/** A code in raw mode: between STX and ETX if these are on, then its terminator. */
const CODE: ExpectedCode = {
  before: [
    { setting: PARAMETER.packet, usual: 0, values: [[0, []]] },
    { setting: PARAMETER.stxEtx, usual: 0, values: FRAMES.map((value) => [value, beforeCode(value)]) },
  ],
  behind: [
    { setting: PARAMETER.stxEtx, usual: 0, values: FRAMES.map((value) => [value, endOfCode(value)]) },
    { setting: PARAMETER.terminator, usual: 2, values: TERMINATORS.map((bytes, value) => [value, bytes]) },
  ],
  setting: 'number',
  value: 'value',
  on: 'opcode',
  taken: [OPCODE.ack],
  denied: [OPCODE.nak],
  back: [OPCODE.defaults],
  reset: [OPCODE.reset],
  kept: { name: 'status', bit: STATUS.permanent },
};

export function gm67Dissection({ interByteMs }: { readonly interByteMs: number }): Dissection {
  const framing = byLength({ idle: millis(interByteMs) });
  const wake = { byte: WAKE_BYTE, ms: WAKE_SILENCE / 1000, name: 'wake', means: WAKE_MEANING };
  return wireDissection({
    id: 'gm67',
    title: 'GM67 scanner',
    link: { name: 'main' },
    requests: { wire: COMMANDS, framing, wake },
    answers: { wire: REPLIES, framing, loose: { name: 'raw code', end: 0x0d, due: CODE } },
  });
}
