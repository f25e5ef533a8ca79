/** Describes a conversation: its links in one call, the rules in the next. */
import { describeConversation } from '../../protocols/conversation/conversation';
import type {
  ConversationJudge,
  ConversationOptions,
  ConversationPage,
  ConversationRules,
  Firmware,
} from '../../protocols/conversation/options';
import type { AnyConversation, DescribedConversation } from '../../protocols/conversation/session';
import type { VirtualBoard } from '../../devices/virtual/engine/board';
import type { Carrier } from '../../protocols/monitor/monitor';
import type { Random } from '../../protocols/random';
import type { Message } from '../../protocols/request-response/definition';
import type { ParameterOptions, Values } from '../../protocols/request-response/request-response';
import type { Micros } from '../../protocols/time';
import type { ConversationHost } from '../conformance/described/host';
import type { ConversationScenario } from '../conformance/described/suite';
import type { NamedMessage } from '../dialect';
import type { FuzzOptions } from '../fuzz/targets/described/fuzz-target';
import type { TapMaker } from '../monitor/described/tapped-board';
import type { TraceOptions } from '../monitor/described/trace-monitor-kind';
import type { Dissection } from '../../protocols/dissection/dissection';
import type { Protocol } from '../protocol';
import type { OwnDialect } from './described/dialects';
import { conversationProtocol, type ConversationParts } from './described/protocol';

/** The scenarios, what fuzzing tries, and what else commands ask for. */
interface ConversationUses<Host extends Message, Board extends Message, State, P extends ParameterOptions> {
  readonly scenarios: readonly ConversationScenario<Host, State, Values<P>>[];
  /** What fuzzing tries; of links on several carriers, on each of them. */
  readonly fuzz: FuzzOptions<State, Values<P>> | ((carrier: Carrier) => FuzzOptions<State, Values<P>>);
  /** Bytes on the first link of the host to which any live board says something, as often as it takes. */
  probe?(parameters: Values<P>): readonly Uint8Array[];
  /** In place of `probe`: finds out whether the board is there. Resolves to undefined, or to a sentence: why not. */
  reach?(host: ConversationHost<Host, State, Values<P>>): Promise<string | undefined>;
  /** After a stall of this machine of such a length a sound board may answer differently. Absent: after none. */
  stallLimit?(parameters: Values<P>): Micros;
  /** The time of the suite on a sound board in real time. Absent: not known. */
  usualTime?(parameters: Values<P>): Micros | undefined;
  /** Messages of the host by name, for `monitor` and `doctor`. */
  messages?(parameters: Values<P>): readonly NamedMessage[];
  /** What a trace shows of a board. */
  readonly trace?: TraceOptions;
  /** Judges two boards that play each other, for `tap`. Absent: they cannot be tapped. */
  readonly tap?: TapMaker<State>;
  /** The names of all bytes, for a dissector. Default: from the grammars of the links. */
  dissection?(parameters: Values<P>): Dissection;
  /** Messages of the first link that a user types, and one that a sound board answers at any time. */
  dialect?(parameters: Values<P>): OwnDialect;
  /** What a message says that no free choice of the board decides, for `compare`; undefined: nothing. */
  meaning?(message: Board): unknown;
  /** Two messages of the same place differ by a choice of the board that leads two runs apart, for `compare`. */
  diverges?(before: Board, after: Board, parameters: Values<P>): boolean;
  /** The board chooses when it sends this message, and what it says: then two runs go apart, for `compare`. Default: none. */
  isChosen?(message: Board): boolean;
}

/** The rules, the scenarios that judge by them, and what fuzzing tries. */
export interface ConversationProtocolOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
>
  extends ConversationRules<Host, Board, State, Own, P>, ConversationUses<Host, Board, State, P> {}

/** The same of a board that a judge of the author's own judges. */
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
    ConversationUses<Host, Board, State, P> {
  /** The virtual board. `power`: the steps of its firmware, with its defects, at each power-on. */
  board(power: () => Firmware<Host, Board, State, Own>, random: Random): VirtualBoard;
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
 *
 * Where what the board sends is no sequence of messages, as a screen, `links.judged` takes a judge in place of rules.
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
    /** The same, with a judge and a board of the author's own. */
    judged: (own: JudgedProtocolOptions<Host, Board, State, Own, P>) => complete({ ...NO_RULES, ...own }),
  };
}

const NO_RULES = {
  rules: () => ({}),
  charge: () => undefined,
  unknown: <State>(state: State): State => state,
};
