/** Random choices of Chinese Ten: the first player, and every card. */
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

const SHUFFLED = /[♠♥♦♣]|playing order is:/u;

export function compareChineseTenAnswers(): AnswerComparer {
  const isRandom = (hex: string): boolean => SHUFFLED.test(new TextDecoder().decode(bytesOf(hex)));
  return (_sent, _link, before, after) => (isRandom(before) && isRandom(after) ? 'diverged' : 'changed');
}
