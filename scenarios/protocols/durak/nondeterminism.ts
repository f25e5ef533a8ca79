/** Random choices of Durak: the time of the hello, the deal and the moves. Acknowledgements are not random. */
import { packets } from '../../../protocols/durak/durak';
import type { FrameEvent } from '../../../protocols/frame';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

export function compareDurakAnswers(): AnswerComparer {
  const acknowledgements = (hex: string): string => {
    const events = packets().decoder().push(bytesOf(hex), micros(0));
    return events.filter(({ kind }) => kind === 'reject').length + ` ${events.filter(isAck).length}`;
  };
  return (_sent, _link, before, after) =>
    acknowledgements(before) === acknowledgements(after) ? 'diverged' : 'changed';
}

function isAck(event: FrameEvent<{ readonly type: string }>): boolean {
  return event.kind === 'frame' && event.value.type === 'ack';
}
