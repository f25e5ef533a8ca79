/** Defects of the number and order of answers: STM-FR-10 and FR-11. */
import { CMD, ERROR } from '../../../../protocols/stm/message';
import { millis } from '../../../../protocols/time';
import type { Segment, StmDefects } from '../firmware';
import { onEncode } from '../hooks';

export const ANSWER_DEFECTS: StmDefects = {
  'second-request-lost': {
    breaks: 'STM-FR-10',
    text: 'A request that arrives while an answer waits to be sent is lost.',
    change: (sound) => ({ accept: (event, waiting) => waiting === 0 && sound.accept(event, waiting) }),
  },
  'short-answers-overtake': {
    breaks: 'STM-FR-10',
    text: 'A long Shuffle is answered in the background: short answers overtake it.',
    change: (sound) => ({
      inOrder: false,
      delay: (event, game) =>
        event.raw[0] === CMD.shuffle && event.raw.length > 64 ? millis(20) : sound.delay(event, game),
    }),
  },
  'won-twice': {
    breaks: 'STM-FR-11',
    text: 'The state won is sent twice.',
    change: (sound) => ({
      write: (bytes, answer) => {
        const pieces = sound.write(bytes, answer);
        return answer.type === 'state' && answer.state === 'won' ? [...pieces, ...pieces] : pieces;
      },
    }),
  },
  'error-repeated': {
    breaks: 'STM-FR-11',
    text: 'The send buffer is not cleared after an Error 03: the next answer begins with it.',
    change: (sound) => {
      let stale: readonly Segment[] = [];
      return {
        write: (bytes, answer) => {
          const pieces = [...stale, ...sound.write(bytes, answer)];
          stale = answer.type === 'error' && answer.code === ERROR.badData ? sound.write(bytes, answer) : [];
          return pieces;
        },
      };
    },
  },
  'false-match-as-select': {
    breaks: 'STM-FR-11',
    text: 'A FALSE answer to Match carries the command of Select.',
    change: onEncode((bytes, answer) =>
      answer.type === 'match' && !answer.result ? Uint8Array.of(CMD.select, 0, CMD.select) : bytes,
    ),
  },
  'blocked-code-unlisted': {
    breaks: 'STM-FR-11',
    text: 'The seventh and later Shuffles of a game get an Error with code 00.',
    change: (sound, { profile }) => {
      let refused = 0;
      return {
        encode: (answer) => {
          const blocked = answer.type === 'error' && answer.code === ERROR.shuffleBlocked;
          refused = blocked ? refused + 1 : answer.type === 'start' || answer.type === 'reset' ? 0 : refused;
          return blocked && refused > 1
            ? Uint8Array.of(profile.errorCmd, 0, profile.errorCmd)
            : sound.encode(answer);
        },
      };
    },
  },
};
