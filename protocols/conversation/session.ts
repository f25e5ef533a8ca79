/** A described conversation, as the generic parts know it. */
import type { Direction } from '../chunk';
import type { FieldSpan } from '../frame';
import type { Carrier } from '../monitor/monitor';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import type { Parameter, Parameters, Requirement } from '../requirement';
import type { Micros } from '../time';
import type { AnySteps, BoardSteps, ConversationDefect, OtherBoard } from './board-steps';
import type {
  Asked,
  Blame,
  BoardEvent,
  ConversationFault,
  ConversationLink,
  Rulings,
  RxMessage,
  Wrong,
} from './definition';
import type { JudgeOptions, OwnJudge } from './own-judge';

/** A described conversation with the parameters of one board. */
export interface ConversationSession<Host extends Message, Board extends Message, State> {
  readonly parameters: Parameters;
  readonly carrier: Carrier;
  /** The kinds of codes that can be shown to the board. */
  readonly symbologies: readonly string[];
  readonly links: readonly ConversationLink<Host, Board>[];
  readonly initial: State;
  /** It sends something by itself when it is switched on. */
  readonly boots: boolean;
  rules(event: BoardEvent<Host>, state: State): Rulings<Board, State>;
  /** What the board may send of its own accord; undefined: it must not. */
  begins(rx: RxMessage<Board>, state: State): Rulings<Board, State> | undefined;
  /** A clause that each such message keeps, or breaks by itself. `seen`: what is there in place of `expected`. */
  always(rx: RxMessage<Board>): { readonly clause: string; readonly wrong?: Wrong } | undefined;
  /** The clause of what nothing was due for. */
  charge(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
  /** What is known of the state after a fault, or where nobody told what passed. */
  unknown(state: State): State;
  /** In any state it is a prompt answer to this message. */
  answers(asked: Asked<Host>, rx: RxMessage<Board>): boolean;
  /** false: the state is not known. */
  isKnown(state: State): boolean;
  /** All of a state that makes a difference: the rest only says whom a fault is charged to. */
  essence(state: State): unknown;
  /** Queues of what nobody waits for. */
  readonly background: readonly string[];
  stateClass(state: State): string;
  /** A silence after which nothing is under way. */
  readonly quiet: Micros;
  /** What is late is waited for so much longer, and then missing. */
  readonly grace: Micros;
  /** How long the messages of one event may delay each message of another. */
  readonly turnTime: Micros;
  /** What comes on two links so close to each other has no order, unless the board has answered in between. 0: order holds. */
  readonly settle: Micros;
  steps(random: Random): BoardSteps<Host, Board, State>;
  /** In place of the one that follows from the rules. */
  judge?(options: JudgeOptions): OwnJudge<State>;
  /** The link whose output is the screen of a terminal. */
  readonly screen?: string;
}

/** A described conversation. The generic parts know it as {@link AnyConversation}. */
export interface DescribedConversation<Host extends Message, Board extends Message, State> {
  readonly id: string;
  readonly title: string;
  readonly links: readonly { readonly name: string; readonly baud: number; readonly screen?: true }[];
  /** Of links that are opened on demand, all alike: what may carry them, the default first. Empty: its links are permanent lines. */
  readonly carriers: readonly Carrier[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly symbologies: readonly string[];
  readonly defects: Readonly<Record<string, ConversationDefect<AnySteps, Parameters>>>;
  /** Further virtual boards by name: other firmwares. */
  readonly boards: Readonly<Record<string, OtherBoard<AnySteps, Parameters>>>;
  /** The parameters of its runs, where a run names no board: one run each. */
  readonly runs: readonly Readonly<Record<string, string>>[];
  /** `carrier`: default the first, or a serial line. */
  at(parameters: Parameters, carrier?: Carrier): ConversationSession<Host, Board, State>;
}

export type AnyConversation = DescribedConversation<Message, Message, unknown>;
export type AnyConversationSession = ConversationSession<Message, Message, unknown>;

/** The bytes of a link by their names. */
export function fieldsOf(
  { links }: Pick<AnyConversationSession, 'links'>,
  name: string,
  direction: Direction,
  raw: Uint8Array,
): readonly FieldSpan[] {
  const link = links.find((one) => one.name === name);
  return (direction === 'tx' ? link?.host : link?.board)?.codec.fields(raw) ?? [];
}
