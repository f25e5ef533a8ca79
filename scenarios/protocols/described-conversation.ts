/** Describes a conversation: its links in one call, the rules in the next. */
import { describeConversation } from '../../protocols/conversation/conversation';
import type {
  ConversationJudge,
  ConversationOptions,
  ConversationPage,
  ConversationRules,
} from '../../protocols/conversation/options';
import type { AnyConversation, DescribedConversation } from '../../protocols/conversation/session';
import type { Message } from '../../protocols/request-response/definition';
import type { ParameterOptions, Values } from '../../protocols/request-response/request-response';
import type { Protocol } from '../protocol';
import { conversationProtocol, type ConversationParts, type ConversationUses } from './described/protocol';

/** The rules, scenarios, and what fuzzing tries. */
export interface ConversationProtocolOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>
  extends ConversationRules<Host, Board, State, Own, P>, ConversationUses<Host, Board, State, Values<P>> {}

/** A conversation with a judge of your own. The rules of its virtual board are steps of its firmware. */
export interface JudgedProtocolOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>
  extends
    ConversationPage<Host, Board, State, Own, P>,
    ConversationJudge<State, P>,
    ConversationUses<Host, Board, State, Values<P>> {}

/** A protocol with its description. */
export interface ConversationProtocol<Host extends Message, Board extends Message, State> extends Protocol {
  readonly description: DescribedConversation<Host, Board, State>;
}

/**
 * Describes the links of a board. The rules follow in a second call:
 *
 *     const links = conversation({ links: { keypad: { baud: 9600, host }, log: { baud: 115_200, board } }, … });
 *     export const gate = links.protocol({ … });
 *
 * If the board sends something other than messages, such as a screen, `links.judged` takes a judge instead of rules.
 */
export function conversation<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object = Record<never, never>,
  P extends ParameterOptions = Record<never, never>,
>(options: ConversationOptions<Host, Board, State, Own, P>) {
  const complete = (
    rules: ConversationProtocolOptions<Host, Board, State, Own, P>,
  ): ConversationProtocol<Host, Board, State> => {
    const description = describeConversation(options, rules);
    // Generic parts give an author's functions back what these made.
    const known = description as unknown as AnyConversation;
    const parts = rules as unknown as ConversationParts;
    return Object.assign(conversationProtocol(known, parts), { description });
  };
  return {
    /** The complete protocol. Throws an Error of one line that names the path of the wrong option. */
    protocol: complete,
    /** The same, with a judge of the author's own. */
    judged: (own: JudgedProtocolOptions<Host, Board, State, Own, P>) => complete({ ...NO_RULES, ...own }),
  };
}

const NO_RULES = {
  rules: () => ({}),
  charge: () => undefined,
  unknown: <State>(state: State): State => state,
};
