/** Two answers are the same where their messages mean the same, in any order. */
import type { AnyConversationSession } from '../../../protocols/conversation/session';
import type { FrameEvent } from '../../../protocols/frame';
import type { Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

export interface CompareOptions {
  /** What a message says that no free choice of the board decides. */
  readonly meaning: (message: Message) => unknown;
  /** They differ by a choice of the board that leads two runs apart. */
  readonly diverges: (before: Message, after: Message) => boolean;
  /** The board chooses when it sends this message, and what it says: then two runs go apart. */
  readonly isChosen: (message: Message) => boolean;
}

export function compareMessages(
  { links }: AnyConversationSession,
  { meaning, diverges, isChosen }: CompareOptions,
): AnswerComparer {
  const read = (name: string, hex: string): readonly FrameEvent<Message>[] => {
    const decoder = (links.find((one) => one.name === name) ?? links.at(-1))?.board?.codec.decoder();
    return decoder?.push(bytesOf(hex), micros(0)) ?? [];
  };
  const meaningsOf = (events: readonly FrameEvent<Message>[]): string => {
    const meanings = events.map((event) =>
      event.kind === 'frame' ? meaning(event.value) : event.error.code,
    );
    return JSON.stringify(meanings.flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)])).sort());
  };
  return (_sent, link, before, after) => {
    const [first, second] = [read(link, before), read(link, after)];
    if (meaningsOf(first) === meaningsOf(second)) return 'same';
    const isDue = (event: FrameEvent<Message>): boolean => event.kind === 'reject' || !isChosen(event.value);
    if (meaningsOf(first.filter(isDue)) === meaningsOf(second.filter(isDue))) return 'diverged';
    const [one, other] = [first[0]?.value, second[0]?.value];
    const isPair = first.length === 1 && second.length === 1 && one !== undefined && other !== undefined;
    return isPair && diverges(one, other) ? 'diverged' : 'changed';
  };
}
