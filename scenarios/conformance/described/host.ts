/**
 * The host of a described conversation: it sends on any link, waits for what is due, and a monitor judges by the rules what comes. After a
 * failure the board is reset, if it can be.
 */
import { fieldsOf, type AnyConversationSession } from '../../../protocols/conversation/session';
import type { OwnJudge } from '../../../protocols/conversation/own-judge';
import { judgeOf } from '../../../judge/described/monitor';
import type { Carrier, PresentedCode } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { TerminalWatch } from '../../bench/terminal-watch';
import { stepsToPlay, type HostStep } from '../../player/host-steps';
import { UNJUDGED } from '../../player/model';
import { play } from '../../player/play';
import type { SessionParts } from '../../player/conversation-sessions';
import { dial, present, send } from '../../player/step';
import { JudgedPlay, ToldMonitor } from '../judged-play';
import { isFailure } from '../stalled-steps';
import { offering } from '../host-effects';

/** What comes so soon after all that was due is too much. */
const REST = { virtual: millis(250), real: millis(35) };
/** A board that goes on sending is listened to for no longer. */
const LONGEST = millis(60_000);
/** The same while it is only asked whether anything comes. */
const LONGEST_PROBE = millis(5000);
/** A board that says nothing for so long is not there. */
const PROBE_WAIT = millis(1000);

/** Chunks from before a write that a failed check still shows. */
const KEPT = 12;

/** The host's side of a board, for scenarios. Times are microseconds. */
export class ConversationHost<Host extends Message, State, Values> {
  private readonly told: ToldMonitor<OwnJudge<State>>;
  private readonly judged: JudgedPlay<OwnJudge<State>>;
  /** The links of this board on which it sends. */
  readonly links: readonly string[];
  private readonly link: string;
  private readonly screen: TerminalWatch;

  constructor(
    /** Whatever else a scenario needs: checks of its own, samples, notes. */
    readonly bench: Bench,
    private readonly session: AnyConversationSession,
    /** The parameters of this run. */
    readonly p: Values,
    /** `recovers`: whether the board is reset after a failure that leaves its state open. Default true. `made`: makes the bytes of recipes. */
    private readonly options: { readonly recovers?: boolean } & Pick<SessionParts<State>, 'made'> = {},
  ) {
    // The author's state is that of the session.
    this.told = new ToldMonitor(bench, judgeOf(session, { known: false }) as OwnJudge<State>);
    const given = bench.board.linkUrls.map(({ name }) => name);
    this.links = session.links.flatMap(({ name, board }) =>
      board !== undefined && given.includes(name) ? [name] : [],
    );
    this.link = session.links.find(({ host }) => host !== undefined)?.name ?? '';
    this.screen = new TerminalWatch(bench, session.screen);
    this.judged = new JudgedPlay(bench, this.told, {
      links: this.links,
      link: this.link,
      quiet: bench.exhaustive ? REST.virtual : REST.real,
      longest: LONGEST,
      made: (recipe) => options.made?.(recipe, this.state),
      fieldsOf: fieldsOf.bind(undefined, session),
      onChunk: (chunk, link) => {
        this.screen.show(chunk, link);
      },
    });
  }

  private get monitor(): OwnJudge<State> {
    return this.told.monitor;
  }

  /** The state of the board by the rules. */
  get state(): State {
    return this.monitor.state;
  }

  /** The board's state is known, and nothing that came contradicts it. */
  get isKnown(): boolean {
    return !this.monitor.desynchronised;
  }

  /** What carries the links. */
  get carrier(): Carrier {
    return this.session.carrier;
  }

  get canReset(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** Discards what could not be judged so far: it is tried again. */
  supersede(): void {
    this.judged.supersede();
  }

  /** Announces that the board is being switched on. */
  assumeStarted(): void {
    this.judged.forget();
    this.monitor.reset(this.bench.now());
  }

  /** Resets the board and waits until it is ready, unless it boots. false: it cannot be reset, and its state stays unknown. */
  async reset(): Promise<boolean> {
    const { bench, monitor } = this;
    if (!this.session.boots) await this.perform([]);
    await this.record('before a reset');
    this.judged.forget();
    const since = bench.now();
    if (!(await bench.reset())) {
      monitor.gap(bench.now());
      await this.perform([]);
      return false;
    }
    monitor.reset(bench.now(), since, bench.board.reset?.text);
    this.screen.clear();
    if (this.session.boots) return true;
    await this.perform([]);
    await this.record('after a reset');
    return true;
  }

  /**
   * Sends bytes and messages with pauses between them, waits for what is due, and writes down what was found; `what`: the situation, for
   * people. Resolves to whether all was right. Parts without a pause between them go in one write.
   */
  async play(what: string, ...steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(steps);
    return this.conclude(what);
  }

  /** The same, but each message is its own write, after everything due before has come. */
  async playSession(what: string, steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(steps, true);
    return this.conclude(what);
  }

  private async conclude(what: string): Promise<boolean> {
    const isRight = await this.record(what);
    const { recovers = true } = this.options;
    if (recovers && !isRight && !this.isKnown && this.canReset) await this.reset();
    return isRight;
  }

  /** Sends bytes on a link without waiting. */
  async write(bytes: Uint8Array, link = this.link): Promise<void> {
    this.judged.passed = this.judged.passed.slice(-KEPT);
    await this.judged.tell(send(link, bytes));
  }

  /** Shows a code without waiting. */
  async show(code: PresentedCode): Promise<void> {
    await this.judged.tell(present(code.symbology, code.bytes));
  }

  /** From here on a failure breaks this clause; passes still count for the clauses that the rules name. undefined: the rules name all. */
  charge(clause?: string): void {
    this.bench.charge(clause ?? '');
    this.told.charged = clause;
    this.monitor.charge?.(clause);
  }

  /** Plays a session without judging; the state is unknown afterwards. Received bytes are dropped. */
  async playUnjudged(given: readonly HostStep<Host>[]): Promise<void> {
    const steps = stepsToPlay(given, this.session, this.link, true);
    await this.bench.play(play(steps, UNJUDGED, { links: this.links, quiet: micros(0), longest: LONGEST }));
    this.judged.forget();
    this.monitor.gap(this.bench.now());
  }

  /** Opens a link on demand as a new connection, or closes it, without waiting. */
  async dial(link: string, what: 'open' | 'close'): Promise<void> {
    await this.judged.tell(dial(link, what === 'open'));
  }

  /** Listens for a time, or until `enough`, whatever is due, and records the findings. */
  async listen(
    span: Micros,
    what = 'nothing was sent',
    enough: (state: State) => boolean = () => false,
  ): Promise<boolean> {
    await this.judged.listen(span, () => enough(this.state));
    return this.record(what);
  }

  /**
   * Sends bytes to a board that may still be starting, and hears nothing then. Resolves to false if nothing came: on a real board they
   * count as not sent.
   */
  async offer(bytes: Uint8Array, wait: Micros, link = this.link): Promise<boolean> {
    return this.judged.listenTo(
      offering(this.monitor, link, bytes, { wait, isVirtual: this.bench.exhaustive }),
    );
  }

  /** Whether anything comes within a second. Nothing is judged. */
  async isAlive(...steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(steps, false, LONGEST_PROBE);
    // Where the state is not known, nothing was due.
    await this.judged.listen(PROBE_WAIT, () => this.received.length > 0);
    this.monitor.judgements();
    this.judged.forget();
    return this.received.length > 0;
  }

  /** The chunks received since the last play began. */
  get received(): readonly Uint8Array[] {
    return this.judged.received;
  }

  private async perform(given: readonly HostStep<Host>[], apart = false, longest = LONGEST): Promise<void> {
    await this.judged.perform(stepsToPlay(given, this.session, this.link, apart), longest);
  }

  private async record(what: string): Promise<boolean> {
    const { judged, told } = this;
    const { found, stall } = await judged.judged();
    for (const one of found) judged.findings.writeDown(one, what, told.stalls !== undefined, stall);
    judged.checkLine(found);
    return !found.some(isFailure);
  }
}
