/** The languages of the links of a described conversation, for `monitor` and `doctor`. */
import type { AnyConversation } from '../../../protocols/conversation/definition';
import type { Parameters } from '../../../protocols/requirement';
import type { Dialect, DialectOptions, NamedMessage } from '../../dialect';

/** `messages`: those of the first link. */
export function conversationDialects(
  protocol: AnyConversation,
  { parameters = {} }: DialectOptions,
  messages: (parameters: Parameters) => readonly NamedMessage[] = () => [],
): readonly Dialect[] {
  return protocol.at(parameters).links.flatMap(({ name, host, board }, at) => {
    const [tx, rx] = [host?.codec ?? board?.codec, board?.codec ?? host?.codec];
    if (tx === undefined || rx === undefined) return [];
    return [{ link: name, tx, rx, messages: at === 0 ? messages(parameters) : [] }];
  });
}
