/** A described conversation, as the generic parts know it. */
import type { Direction } from '../chunk';
import type { FieldSpan } from '../frame';
import type { Carrier } from '../monitor/monitor';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import type { Parameter, Parameters, Requirement } from '../requirement';
import type { Micros } from '../time';
import type { Withholder } from '../withheld';
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
  /** The kinds of codes that the board reads. */
  readonly symbologies: readonly string[];
  readonly links: readonly ConversationLink<Host, Board>[];
  readonly initial: State;
  /** The board sends something by itself when it is switched on. */
  readonly boots: boolean;
  rules(event: BoardEvent<Host>, state: State): Rulings<Board, State>;
  /** What the board may send by itself; undefined: nothing. */
  begins(rx: RxMessage<Board>, state: State): Rulings<Board, State> | undefined;
  /** The clause that each such message keeps or breaks. `seen`: what came instead of `expected`. */
  always(rx: RxMessage<Board>): { readonly clause: string; readonly wrong?: Wrong } | undefined;
  /** The clause of unexpected messages. */
  charge(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
  /** The state after a fault, or after unseen traffic. */
  unknown(state: State): State;
  /** In every state it is a prompt answer to this message. */
  answers(asked: Asked<Host>, rx: RxMessage<Board>): boolean;
  /** false: the state is not known. */
  isKnown(state: State): boolean;
  /** The part of a state that decides what follows: the rest only selects the clause of a fault. */
  essence(state: State): unknown;
  /** Queues that the host does not wait for. */
  readonly background: readonly string[];
  stateClass(state: State): string;
  /** The silence after which nothing is in flight. */
  readonly quiet: Micros;
  /** How much longer to wait for a late message, before it is missing. */
  readonly grace: Micros;
  /** The delay that messages of one event may cause for each message of another. */
  readonly turnTime: Micros;
  /** Bytes on two links within this time have no order, unless the board answered in between. 0: they have one. */
  readonly settle: Micros;
  steps(random: Random): BoardSteps<Host, Board, State>;
  /** Replaces the judge that follows from the rules. */
  judge?(options: JudgeOptions): OwnJudge<State>;
  /** The link whose output is the screen of a terminal. */
  readonly screen?: string;
}

/** A described conversation. */
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
  /** What is not sent to a real board; undefined: all is. Throws an Error of one line for a name to allow that is not known. */
  withholds(parameters: Parameters): Withholder | undefined;
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
