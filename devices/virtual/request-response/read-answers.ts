/** Decodes the frames of a board as its host does. */
import type { FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';

export interface AnswersRead {
  readonly events: readonly FrameEvent<Message>[];
  /** The number of bytes after them that are no frame yet. */
  readonly pending: number;
}

/** If silence ends a frame, each frame has one after it. */
export function readAnswers({ answers }: AnySession, frames: readonly Uint8Array[]): AnswersRead {
  const decoder = answers.codec.decoder();
  const events = frames.flatMap((frame) => {
    const pushed = decoder.push(frame, micros(0));
    const deadline = decoder.deadline();
    return deadline === undefined ? pushed : [...pushed, ...decoder.tick(deadline)];
  });
  return { events, pending: decoder.pending };
}
