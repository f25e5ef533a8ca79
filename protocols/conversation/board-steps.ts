/** The firmware of a virtual board of a conversation, as steps, and what defects change in them. */
import type { Decoder, FrameEvent } from '../frame';
import type { Carrier } from '../monitor/monitor';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import type { Micros } from '../time';
import type { BoardEvent, Rulings } from './definition';

/** A message that a virtual board will send. */
export interface Outgoing<Board extends Message> {
  readonly link: string;
  readonly message: Board;
}

/** What has just happened to a virtual board. */
export interface Turn<Host extends Message, State> {
  readonly event: BoardEvent<Host>;
  readonly before: State;
  readonly state: State;
}

/** The steps of a virtual board's firmware. A description or a defect may replace some. */
export interface BoardSteps<Host extends Message, Board extends Message, State> {
  /** Finds events in the host's bytes. Each connection has its own. */
  receiver(link: string): Decoder<Host>;
  /** The events that the board makes from one: it may drop, change or add some. */
  receives(event: FrameEvent<Host>, state: State): readonly FrameEvent<Host>[];
  rules(event: BoardEvent<Host>, state: State): Rulings<Board, State>;
  /** The messages that are sent instead of these, in this order. */
  transmit(messages: readonly Outgoing<Board>[], turn: Turn<Host, State>): readonly Outgoing<Board>[];
  /** The time from the event to its first message (`index` 0), then from one to the next. */
  delay(turn: Turn<Host, State>, message: Board, index: number): Micros;
  encode(message: Board, link: string, at: Micros): Uint8Array;
  /** The state of a board that is switched on for the first time: settings that the specification leaves to it. */
  switchedOn(state: State): State;
  /** When a timer ends, within its limits. */
  expires(timer: string, limits: { readonly min: number; readonly max: number }): Micros;
}

/** What a defect knows about its board. */
export interface ChangeContext<Steps, Values> {
  readonly p: Values;
  readonly random: Random;
  /** The finished steps, with all defects. */
  readonly steps: Steps;
}

/** Replaces steps. Called at each power-on. */
export type StepChange<Steps, Values> = (
  sound: Steps,
  context: ChangeContext<Steps, Values>,
) => Partial<Steps>;

/** A realistic firmware bug. */
export interface ConversationDefect<Steps, Values> {
  /** The clause that must catch it. */
  readonly breaks: string;
  /** One sentence. */
  readonly text: string;
  /** Why no input shows it, and what does. Absent: some input shows it. */
  readonly beyondInput?: string;
  /** The carriers of links on which a board can have the bug. Default: all. */
  readonly carriers?: readonly Carrier[];
  /** Parameters that show it, where the defaults do not. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly change: StepChange<Steps, Values>;
}

/** A virtual board with another firmware. */
export interface OtherBoard<Steps, Values> {
  readonly title: string;
  readonly change: StepChange<Steps, Values>;
  /** Bugs that show only on this board. Default: none. */
  readonly defects?: Readonly<Record<string, ConversationDefect<Steps, Values>>>;
}

export type AnySteps = BoardSteps<Message, Message, unknown>;
