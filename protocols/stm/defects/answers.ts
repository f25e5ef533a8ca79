/** Defects of the number, the form and the time of answers: STM-FR-11, and STM-TM. */
import { millis } from '../../../api/index';
import { CMD } from '../message';
import { SHUFFLES_PER_GAME } from '../rules';
import { onEncode, slow, type Change, type Changes } from './hooks';

/** A pause inside such answers, after `at` bytes, in this share of the idle gap. */
function pausing(at: number, share: number, isPaused: (bytes: Uint8Array) => boolean): Change {
  return (_, { idleGapMs }) => ({
    interruption: (bytes) => (isPaused(bytes) ? { at, span: millis(share * idleGapMs) } : undefined),
  });
}

export const ANSWER_DEFECTS: Changes = {
  'won-twice': onEncode((bytes, answer) =>
    answer.type === 'state' && answer.state === 'won' ? Uint8Array.of(...bytes, ...bytes) : bytes,
  ),
  'false-match-as-select': onEncode((bytes, answer) =>
    answer.type === 'match' && !answer.result ? Uint8Array.of(CMD.select, 0, CMD.select) : bytes,
  ),
  'slow-fifth-shuffle': slow(
    1.5,
    ({ type }, { shuffles }) => type === 'shuffle' && shuffles === SHUFFLES_PER_GAME - 1,
  ),
  'slow-set-state': slow(
    1.2,
    ({ type }, { shuffles, board }) =>
      type === 'set-state' && shuffles === SHUFFLES_PER_GAME && board.size > 100,
  ),
  'truncated-error-late': (sound, { responseMs }) => ({
    delay: (ruling, request) =>
      ruling.clause === 'STM-FR-03' ? millis(1.2 * responseMs) : sound.delay(ruling, request),
  }),
  'pause-before-crc': pausing(2, 0.7, ([cmd, result]) => cmd === CMD.match && result === 1),
};
