/** Describes a conversation: its links in one call, the rules in the next. */
import {
  describeConversation,
  type ConversationOptions,
  type ConversationRules,
} from '../../protocols/conversation/conversation';
import type { AnyConversation, DescribedConversation } from '../../protocols/conversation/definition';
import type { Message } from '../../protocols/request-response/definition';
import type { ParameterOptions, Values } from '../../protocols/request-response/request-response';
import type { Micros } from '../../protocols/time';
import type { ConversationScenario } from '../conformance/described/suite';
import type { NamedMessage } from '../dialect';
import type { FuzzOptions } from '../fuzz/targets/described/fuzz-target';
import type { Protocol } from '../protocol';
import { conversationProtocol, type ConversationParts } from './described/protocol';

/** The rules, the scenarios that judge by them, and what fuzzing tries. */
export interface ConversationProtocolOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> extends ConversationRules<Host, Board, State, Own, P> {
  readonly scenarios: readonly ConversationScenario<Host, State, Values<P>>[];
  readonly fuzz: FuzzOptions<State, Values<P>>;
  /** Bytes on the first link of the host to which any live board says something, as often as it takes. */
  probe(parameters: Values<P>): readonly Uint8Array[];
  /** After a stall of this machine of such a length a sound board may answer differently. Absent: after none. */
  stallLimit?(parameters: Values<P>): Micros;
  /** The time of the suite on a sound board in real time. Absent: not known. */
  usualTime?(parameters: Values<P>): Micros | undefined;
  /** Messages of the host by name, for `monitor` and `doctor`. */
  messages?(parameters: Values<P>): readonly NamedMessage[];
  /** What a message says that no free choice of the board decides, for `compare`; undefined: nothing. */
  meaning?(message: Board): unknown;
}

/** A protocol with its description. */
export interface ConversationProtocol<Host extends Message, Board extends Message, State> extends Protocol {
  readonly description: DescribedConversation<Host, Board, State>;
}

/**
 * Describes the links of a board. The rules follow in a second call:
 *
 *     const links = conversation({ links: { keypad: { baud: 9600, host }, log: { baud: 115_200, board } }, … });
 *     export const gate = links.protocol({ … });
 */
export function conversation<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object = Record<never, never>,
  P extends ParameterOptions = Record<never, never>,
>(options: ConversationOptions<Host, Board, State, Own, P>) {
  return {
    /** The complete protocol. Throws an Error of one line that names the path of the wrong option. */
    protocol: (
      rules: ConversationProtocolOptions<Host, Board, State, Own, P>,
    ): ConversationProtocol<Host, Board, State> => {
      const description = describeConversation(options, rules);
      // Generic parts give an author's functions back what these made.
      const known = description as unknown as AnyConversation;
      const parts = rules as unknown as ConversationParts;
      return Object.assign(conversationProtocol(known, parts), { description });
    },
  };
}
