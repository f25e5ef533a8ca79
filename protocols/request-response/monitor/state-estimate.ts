/**
 * Where a board stands by its rules: one state, or several of which the next answers tell which it is.
 *
 *     known     a wrong answer is the board's fault
 *     assumed   the state may be another: a right answer still counts, a wrong one decides nothing. The baseline ends that
 */
import type { Message, RequestResponseSession } from '../definition';
import { micros, type Micros } from '../../time';
import { distinctStates } from './outcomes';
import { isSameData } from '../../same-data';
import { explore } from './exploration';

/** More possible states are as good as none. */
const MOST_STATES = 16;

export class StateEstimate<State> {
  states: readonly State[];
  /** Requests of the baseline that were seen in order, while the state is assumed. */
  private baselineSeen = 0;
  /** While the state is assumed: by then, everything has come that may be due in another state. */
  private openUntil = micros(-Infinity);

  constructor(
    private readonly session: RequestResponseSession<Message, Message, State>,
    public isKnown: boolean,
  ) {
    this.states = [isKnown ? (session.afterReset ?? session.initial) : session.initial];
  }

  /** The likeliest state. */
  get state(): State {
    const [state = this.session.initial] = this.states;
    return state;
  }

  /** Until when more may come than is due in the assumed state; undefined: nothing more than is due. */
  get opening(): Micros | undefined {
    return this.isKnown || this.openUntil === -Infinity ? undefined : this.openUntil;
  }

  /** What was asked may be answered by more than is due in the assumed state, until then. */
  open(until: Micros): void {
    this.openUntil = micros(Math.max(this.openUntil, until));
  }

  /** Time has come to `now`. */
  tick(now: Micros): void {
    if (now >= this.openUntil) this.openUntil = micros(-Infinity);
  }

  isOpen(at: Micros): boolean {
    return !this.isKnown && at < this.openUntil;
  }

  /** Takes the next request. `true`: what is due to it is certain. */
  request(request: Message | undefined, sentAt: Micros): boolean {
    if (this.isKnown) return true;
    this.baselineSeen = request === undefined || this.isOpen(sentAt) ? 0 : this.countBaseline(request);
    if (this.baselineSeen === 1) this.states = [this.session.initial];
    return this.baselineSeen > 0;
  }

  /** What followed it was right, and leaves the board in one of these. */
  follow(states: readonly State[]): void {
    this.states = distinctStates(this.session, states);
    if (this.states.length > MOST_STATES) this.forget();
    if (!this.isKnown && this.baselineSeen > 0 && this.baselineSeen === this.session.baseline.length)
      this.assume(this.session.initial);
  }

  assume(state: State): void {
    this.states = [state];
    this.isKnown = true;
    this.baselineSeen = 0;
  }

  /** The board was reset. */
  reset(): void {
    this.assume(this.session.afterReset ?? this.session.initial);
  }

  forget(): void {
    this.states = this.states.slice(0, 1);
    this.isKnown = false;
    this.baselineSeen = 0;
  }

  /** The line was quiet: a board without a baseline that knows one state only is in that. */
  quiet(): void {
    if (!this.isKnown && this.session.baseline.length === 0 && explore(this.session).states.length === 1)
      this.assume(this.session.initial);
  }

  private countBaseline(request: Message): number {
    const { baseline } = this.session;
    if (isSameData(request, baseline[this.baselineSeen])) return this.baselineSeen + 1;
    return isSameData(request, baseline[0]) ? 1 : 0;
  }
}
