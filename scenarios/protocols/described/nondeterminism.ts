/** Two answers are the same where their messages mean the same, in any order. */
import type { AnyConversationSession } from '../../../protocols/conversation/definition';
import type { Message } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

export function compareMessages(
  { links }: AnyConversationSession,
  meaning: (message: Message) => unknown,
): AnswerComparer {
  const read = (name: string, hex: string): string => {
    const decoder = (links.find((one) => one.name === name) ?? links.at(-1))?.board?.codec.decoder();
    const events = decoder?.push(bytesOf(hex), micros(0)) ?? [];
    const meanings = events.map((event) =>
      event.kind === 'frame' ? meaning(event.value) : event.error.code,
    );
    return JSON.stringify(meanings.flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)])).sort());
  };
  return (_sent, link, before, after) => (read(link, before) === read(link, after) ? 'same' : 'changed');
}
