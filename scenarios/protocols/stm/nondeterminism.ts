/** Random choices of STM: the deal of a Shuffle, and so whether the known board has a pair left. */
import type { Parameters } from '../../../protocols/requirement';
import { isDealOf } from '../../../protocols/stm/rules';
import { answers, requests, type Answer } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

const START = micros(0);

export function compareStmAnswers({ errorCmd }: Parameters): AnswerComparer {
  const codec = answers(errorCmd === undefined ? {} : { errorCmd: Number(errorCmd) });
  let dealt = false;
  const answer = (hex: string): Answer | undefined => {
    const [event, more] = codec.decoder().push(bytesOf(hex), START);
    return more === undefined && event?.kind === 'frame' && 2 * event.raw.length === hex.length
      ? event.value
      : undefined;
  };
  return (sent, _link, before, after) => {
    const [was, is] = [answer(before), answer(after)];
    const [asked] = requests().decoder().push(bytesOf(sent), START);
    const random = was?.type === 'shuffle' && is?.type === 'shuffle' && isDealOf(is.tiles, was.tiles);
    dealt ||= random;
    const state = asked?.kind === 'frame' && asked.value.type === 'set-state';
    return random || (dealt && state) ? 'same' : 'changed';
  };
}
