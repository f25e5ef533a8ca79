/** Random choices of STM: the deal of a Shuffle, and so whether the known board has a pair left. */
import type { Parameters } from '../../../protocols/requirement';
import type { Codec } from '../../../protocols/frame';
import { isDealOf } from '../../../protocols/stm/rules';
import { answers, requests, type Answer, type Request } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';
import { hex as hexOf } from '../../bench/channel';

const START = micros(0);

export function compareStmAnswers({ errorCmd }: Parameters): AnswerComparer {
  const codec = answers(errorCmd === undefined ? {} : { errorCmd: Number(errorCmd) });
  let dealt = false;
  const isRandom = (request: Request | undefined, was: Answer, is: Answer): boolean => {
    const random = was.type === 'shuffle' && is.type === 'shuffle' && isDealOf(is.tiles, was.tiles);
    dealt ||= random;
    return random || (dealt && request?.type === 'set-state');
  };
  return (sent, _link, before, after) => {
    const [asked = [], was, is] = [
      framesOf(requests(), sent),
      framesOf(codec, before),
      framesOf(codec, after),
    ];
    // Several requests at once have as many answers.
    const pairs = was?.map((one, at) => [one, is?.[at], asked[at]] as const);
    const isSame =
      pairs?.length === is?.length &&
      pairs?.every(
        ([one, other, request]) =>
          other !== undefined && (one.hex === other.hex || isRandom(request?.value, one.value, other.value)),
      );
    return isSame === true ? 'same' : 'changed';
  };
}

interface Frame<T> {
  readonly value: T;
  readonly hex: string;
}

/** The frames that these bytes are; undefined if they are not all good frames, whole. */
function framesOf<T>(codec: Codec<T>, hex: string): readonly Frame<T>[] | undefined {
  const frames = codec
    .decoder()
    .push(bytesOf(hex), START)
    .map((event) => (event.kind === 'frame' ? { value: event.value, hex: hexOf(event.raw) } : undefined));
  const good = frames.filter((frame) => frame !== undefined);
  return good.map((frame) => frame.hex).join('') === hex ? good : undefined;
}
