/** What an author says of a conversation, in two halves: the links, and the rules or a judge in their place. */
import type { Carrier } from '../monitor/monitor';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import type { ParameterOptions, Values } from '../request-response/request-response';
import type { Micros } from '../time';
import type { NeverOptions } from '../withheld';
import type { BoardSteps, ConversationDefect, OtherBoard } from './board-steps';
import type {
  Asked,
  Blame,
  BoardEvent,
  ConversationFault,
  LinkSide,
  Rulings,
  RxMessage,
  Wrong,
} from './definition';
import type { JudgeOptions, OwnJudge } from './own-judge';

/** A value, or a function of the parameters, and of what carries the links. */
export type Given<P, T> = T | ((parameters: Values<P>, carrier: Carrier) => T);

/** The first half: the links, and the state of a board. */
export interface ConversationOptions<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> {
  /** By name. `baud`: bits per second, 8N1. */
  readonly links: Readonly<
    Record<
      string,
      {
        readonly baud: number;
        /** What the host sends on it. Absent: nothing. */
        readonly host?: Given<P, LinkSide<Host>>;
        /** What the board sends on it. Absent: nothing. */
        readonly board?: Given<P, LinkSide<Board>>;
      }
    >
  >;
  /**
   * What may carry the links, the default first; each has a virtual board. The links are alike, and are opened on demand, as many as there
   * are players. Absent: the links are permanent lines.
   */
  readonly carriers?: readonly Carrier[];
  readonly parameters?: P;
  /** The link whose output is the screen of a terminal: failed checks show it. Default: none. */
  readonly screen?: string;
  /** The kinds of codes that can be shown to the board, as `datamatrix`. Default: none. */
  readonly symbologies?: readonly string[];
  /** The state of a board that has just been switched on, and is ready. */
  readonly initial: Given<P, State>;
  /** The board sends something by itself when it is switched on, and after a reset. Default: it does not. */
  readonly boots?: true;
  /** The silence after which nothing is in flight. */
  readonly quiet: Given<P, Micros>;
  /** How much longer to wait for a late message, before it is missing. Default 250 ms. */
  readonly grace?: Given<P, Micros>;
  /** The delay that messages of one event may cause for each message of another. Default 0. */
  readonly turnTime?: Given<P, Micros>;
  /** Bytes on two links within this time have no order, unless the board answered in between. Default: they have one. */
  readonly settle?: Given<P, Micros>;
  /**
   * Functions that the rules call, and steps of the virtual board in place of the usual ones: a defect replaces some. Called at each
   * power-on with the dice of the board. `steps`: the finished ones, with all defects, for steps that call others.
   */
  firmware(
    parameters: Values<P>,
    random: Random,
    steps: NoInfer<Firmware<Host, Board, State, Own>>,
    carrier: Carrier,
  ): Own & Partial<BoardSteps<Host, Board, State>>;
}

/** All steps of a virtual board: the author's and the default ones. */
export type Firmware<Host extends Message, Board extends Message, State, Own> = Own &
  BoardSteps<Host, Board, State>;

/** The specification, and the virtual boards. */
export interface ConversationPage<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> {
  /** The protocol's name on the command line. */
  readonly id: string;
  readonly title: string;
  /** The clauses, as Markdown: headings, and items `- ID MUST documented — text`. */
  readonly page: string;
  /** Firmware bugs by name, for the audit of the suite. */
  readonly defects?: Readonly<
    Record<string, ConversationDefect<Firmware<Host, Board, State, Own>, Values<P>>>
  >;
  /** What suite and fuzzing send to no real board, by its name for `--allow`. Default: nothing. */
  readonly never?: NeverOptions<Host>;
  /** The parameters of its runs, where a run names no board: one run each; `fuzz` takes the first. Default: one with the defaults. */
  readonly runs?: readonly Readonly<Record<string, string>>[];
  /** Further virtual boards by name: other firmwares. */
  readonly boards?: Readonly<Record<string, OtherBoard<Firmware<Host, Board, State, Own>, Values<P>>>>;
}

/** The second half: the rules. */
export interface ConversationRules<
  Host extends Message,
  Board extends Message,
  State,
  Own extends object,
  P extends ParameterOptions,
> extends ConversationPage<Host, Board, State, Own, P> {
  /** What an event leads to. Pure, except for the dice of `firmware`. */
  rules(
    event: BoardEvent<Host>,
    state: State,
    firmware: Firmware<Host, Board, State, Own>,
    parameters: Values<P>,
  ): Rulings<Board, State>;
  /** What the board may send by itself; undefined: nothing. Called for a message that no pending send accepts. Pure. */
  begins?(rx: RxMessage<Board>, state: State, parameters: Values<P>): Rulings<Board, State> | undefined;
  /** The clause that each such message keeps or breaks. Default: none. */
  always?(rx: RxMessage<Board>): { readonly clause: string; readonly wrong?: Wrong } | undefined;
  /**
   * The clause that is broken by what nothing was due for. It is asked in a state that is not known, too: undefined where something may
   * have been due there, as to the probe of a run that `check` reads.
   */
  charge(fault: ConversationFault<Board>, state: State, parameters: Values<P>): Blame<Board, State>;
  /** The state after a fault, or after unseen traffic. */
  unknown(state: State): State;
  /**
   * Whether it is a prompt answer to this message, whatever the state. Where nothing is known, four such exchanges in turn show which
   * answer belongs to which message. Default: only a silence does. Pure.
   */
  answers?(asked: Asked<Host>, rx: RxMessage<Board>, parameters: Values<P>): boolean;
  /** false: the state is unknown, and only what holds in every state is judged. Default: it is known. */
  isKnown?(state: State): boolean;
  /** The part of a state that decides what follows; the rest only selects the clause of a fault. Default: all. */
  essence?(state: State): unknown;
  /** Queues and timers of unsolicited messages: the host does not wait for them before it sends. Default: none. */
  readonly background?: readonly string[];
  /** The class of a state, for coverage. Default: one. */
  stateClass?(state: State): string;
}

/** Replaces the rules by a judge of your own. */
export interface ConversationJudge<State, P extends ParameterOptions> {
  /** A new judge of one board. Pure, as the rules are. */
  judge(options: JudgeOptions, parameters: Values<P>): OwnJudge<State>;
}
