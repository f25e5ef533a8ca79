/**
 * The host of a described conversation: it sends on any link, waits for what is due, and a monitor judges by the rules what comes. After a
 * failure the board is reset, if it can be.
 */
import type { Chunk } from '../../../protocols/chunk';
import { fieldsOf, type AnyConversationSession } from '../../../protocols/conversation/session';
import type { OwnJudge } from '../../../protocols/conversation/own-judge';
import { judgeOf } from '../../../judge/described/monitor';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Accounting, Carrier, Monitor, PresentedCode } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { stallText } from '../../bench/assessor';
import { BoardSilent } from '../../bench/bench-errors';
import { TerminalWatch } from '../../bench/terminal-watch';
import { stepsToPlay, type HostStep } from '../../player/host-steps';
import { UNJUDGED } from '../../player/model';
import { play, type Play } from '../../player/play';
import type { Made, SessionParts } from '../../player/conversation-sessions';
import type { FuzzStep } from '../../player/step';
import { isFailure, nextChunk, StalledSteps, type SavingMonitor } from '../stalled-steps';
import { FindingsRecord } from './findings';
import { dialling, listening, offering, showing, writing } from './host-effects';
import type { BytesRecord } from '../../record';
import { lessUnjudged } from '../../runner/accounting';

/** Plays in a row that a board may leave without any byte before the scenario is given up. */
const SILENT_PLAYS = 5;
/** What comes so soon after all that was due is too much. */
const REST = { virtual: millis(250), real: millis(35) };
/** A board that goes on sending is listened to for no longer. */
const LONGEST = millis(60_000);

/** Chunks from before a write that a failed check still shows. */
const KEPT = 12;

function isSaving<M extends Monitor>(monitor: M): monitor is M & SavingMonitor {
  return monitor.save !== undefined;
}

/** The host's side of a board, as scenarios use it. Times are microseconds. */
export class ConversationHost<Host extends Message, State, Values> {
  private readonly monitor: OwnJudge<State>;
  /** Absent: stalls do not matter, or the author's own judge knows nothing of them. */
  private readonly stalls: StalledSteps<OwnJudge<State> & SavingMonitor> | undefined;
  private charged: string | undefined;
  /** Something was told since the last record. */
  private isStepOpen = false;
  /** The links of this board on which it sends. */
  readonly links: readonly string[];
  private readonly link: string;
  private passed: { readonly link: string; readonly chunk: Chunk }[] = [];
  private readonly findings: FindingsRecord;
  private silentPlays = 0;
  private readonly screen: TerminalWatch;
  private superseded: Accounting['unjudged'] = {};

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
    const readsResets = session.carrier === 'serial' || bench.board.reset?.text !== 'reopen';
    const monitor = judgeOf(session, { known: false, readsResets }) as OwnJudge<State>;
    if (!bench.exhaustive && isSaving(monitor)) this.stalls = new StalledSteps(bench.board, monitor);
    this.monitor = this.stalls?.monitor ?? monitor;
    const given = bench.board.linkUrls.map(({ name }) => name);
    this.links = session.links.flatMap(({ name, board }) =>
      board !== undefined && given.includes(name) ? [name] : [],
    );
    this.link = session.links.find(({ host }) => host !== undefined)?.name ?? '';
    this.findings = new FindingsRecord(bench, fieldsOf.bind(undefined, session), this.link);
    this.screen = new TerminalWatch(bench, session.screen);
    bench.countExchanges(this);
    bench.addEvidenceSource(this);
  }

  /** Where the board stands by the rules. */
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

  /** How much was judged, but for tries of which a later one counts. */
  accounting(): Accounting {
    const { judged, unjudged } = this.monitor.accounting?.() ?? { judged: 0, unjudged: {} };
    return { judged, unjudged: lessUnjudged(unjudged, this.superseded) };
  }

  /** What could not be judged so far does not count: it is tried again. */
  supersede(): void {
    this.superseded = this.monitor.accounting?.().unjudged ?? {};
  }

  /** Somebody is switching the board on. */
  assumeStarted(): void {
    this.forget();
    this.monitor.reset(this.bench.now());
  }

  /** Resets the board and waits until it is ready, unless it boots; false: it cannot be reset. Then its state stays unknown. */
  async reset(): Promise<boolean> {
    const { bench, monitor } = this;
    if (!this.session.boots) await this.perform([]);
    await this.record('before a reset');
    this.forget();
    const since = bench.now();
    if (!(await bench.reset())) {
      monitor.gap(bench.now());
      await this.perform([]);
      return false;
    }
    monitor.reset(bench.now(), since);
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

  /** The same, but each message is a write of its own, once all that was due before has come. */
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

  /** Sends bytes on a link, and waits for nothing. */
  async write(bytes: Uint8Array, link = this.link): Promise<void> {
    this.passed = this.passed.slice(-KEPT);
    await this.listenTo(writing(this.monitor, link, bytes));
  }

  /** Shows a code, and waits for nothing. */
  async show(code: PresentedCode): Promise<void> {
    await this.listenTo(showing(this.monitor, code));
  }

  /** What is sent from here on is about this clause, and charged to it where something is wrong; undefined: what the rules name. */
  charge(clause?: string): void {
    this.bench.charge(clause ?? '');
    this.charged = clause;
    this.monitor.charge?.(clause);
  }

  /** Plays a session that is not judged: the state is not known then. What comes is dropped. */
  async playUnjudged(given: readonly HostStep<Host>[]): Promise<void> {
    const steps = stepsToPlay(given, this.session, this.link, true);
    await this.bench.play(play(steps, UNJUDGED, { links: this.links, quiet: micros(0), longest: LONGEST }));
    this.forget();
    this.monitor.gap(this.bench.now());
  }

  /** Opens a link on demand as a new connection, or closes it, and waits for nothing. */
  async dial(link: string, what: 'open' | 'close'): Promise<void> {
    await this.listenTo(dialling(this.monitor, link, what === 'open'));
  }

  /** Listens for a time, or until `enough`, whatever is due, and writes down what was found by then. */
  async listen(
    span: Micros,
    what = 'nothing was sent',
    enough: (state: State) => boolean = () => false,
  ): Promise<boolean> {
    await this.listenTo(listening(this.monitor, this.links, span, () => enough(this.state)));
    return this.record(what);
  }

  /**
   * Sends bytes to a board that may still be starting, and hears nothing then. Resolves to false if nothing came: on a real board they
   * count as not sent.
   */
  async offer(bytes: Uint8Array, wait: Micros, link = this.link): Promise<boolean> {
    return this.listenTo(offering(this.monitor, link, bytes, { wait, isVirtual: this.bench.exhaustive }));
  }

  /** Whether anything at all comes within a second. Nothing is judged. */
  async isAlive(...steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(steps);
    this.monitor.judgements();
    this.forget();
    return this.received.length > 0;
  }

  evidence(): readonly BytesRecord[] {
    return this.findings.evidenceOf(this.passed);
  }

  /** What has come since the last play began, chunk by chunk. */
  get received(): readonly Uint8Array[] {
    return this.passed.flatMap(({ chunk }) => (chunk.direction === 'rx' ? [chunk.bytes] : []));
  }

  private listenTo<T>(playing: Play<T>): Promise<T> {
    if (!this.isStepOpen) this.stalls?.begin(this.bench.now(), this.charged);
    this.isStepOpen = true;
    return this.bench.play(playing, (chunk, link) => {
      this.passed.push({ link, chunk });
      this.screen.show(chunk, link);
    });
  }

  private async perform(given: readonly HostStep<Host>[], apart = false): Promise<void> {
    this.passed = [];
    await this.listenTo(this.playing(stepsToPlay(given, this.session, this.link, apart)));
    this.monitor.tick(this.bench.now());
  }

  private playing(steps: readonly FuzzStep[]): Play<unknown> {
    const { bench, monitor, links, options } = this;
    const made = (recipe: string): Made | undefined => options.made?.(recipe, this.state);
    const quiet = bench.exhaustive ? REST.virtual : REST.real;
    return play(steps, monitor, { links, quiet, longest: LONGEST, made });
  }

  /** What was found. What only a board does which this machine kept waiting is in doubt: a sound one may have done it, or a wrong one. */
  private async judged(): Promise<readonly Judgement[]> {
    const { monitor, stalls, bench } = this;
    const first = monitor.judgements();
    let found = first;
    let longest: Micros | undefined;
    const [link = this.link] = this.links;
    const next = (until: Micros) => this.listenTo(nextChunk(link, until, monitor));
    for (;;) {
      const stall = await stalls?.tellAgain(bench, found, next);
      if (stall === undefined) break;
      longest = stall;
      await this.listenTo(this.playing([]));
      monitor.tick(bench.now());
      found = monitor.judgements();
    }
    this.isStepOpen = false;
    if (longest === undefined || found.some(isFailure)) return found;
    return [...found, ...first.filter(isFailure).flatMap((one) => inDoubt(one, longest))];
  }

  /** Nothing before is told again. */
  private forget(): void {
    this.stalls?.forget();
    this.isStepOpen = false;
  }

  private async record(what: string): Promise<boolean> {
    const found = await this.judged();
    for (const judgement of found) this.findings.writeDown(judgement, what, this.stalls !== undefined);
    const isSilent =
      found.some((one) => isFailure(one) && one.kind === 'silence') && this.received.length === 0;
    this.silentPlays = isSilent ? this.silentPlays + 1 : 0;
    if (this.silentPlays >= SILENT_PLAYS)
      throw new BoardSilent(`the board said nothing to the last ${SILENT_PLAYS} messages`);
    return !found.some(isFailure);
  }
}

/** What a stall explains. A time has its own bounds, which are wider then. */
function inDoubt(judgement: Judgement, stall: Micros): Judgement[] {
  if (judgement.measurement !== undefined) return [];
  return [{ ...judgement, verdict: 'inconclusive', title: `${judgement.title}: ${stallText(stall)}` }];
}
