/** What a host reads in the frames that a board sent. */
import type { FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';

export interface AnswersRead {
  readonly events: readonly FrameEvent<Message>[];
  /** Bytes after them that are no frame yet. */
  readonly pending: number;
}

/** Where silence ends a frame, there is one after each. */
export function readAnswers({ answers }: AnySession, frames: readonly Uint8Array[]): AnswersRead {
  const decoder = answers.codec.decoder();
  const events = frames.flatMap((frame) => {
    const pushed = decoder.push(frame, micros(0));
    const deadline = decoder.deadline();
    return deadline === undefined ? pushed : [...pushed, ...decoder.tick(deadline)];
  });
  return { events, pending: decoder.pending };
}
