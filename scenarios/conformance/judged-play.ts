/**
 * Plays on the links of a board, and has one monitor judge what passes: that of a suite's host, whatever it is the host of.
 *
 *     play, listen ──▶ judged ──▶ what was found; told again where a stall of this machine may explain it
 */
import type { Chunk } from '../../protocols/chunk';
import type { Judgement } from '../../protocols/monitor/judgement';
import type { Accounting, Monitor } from '../../protocols/monitor/monitor';
import { micros, millis, type Micros } from '../../protocols/time';
import { BoardNeverQuiet, BoardSilent } from '../bench/bench-errors';
import type { Bench } from '../bench/bench';
import { perform, play, type Play, type Played, type PlayLimits } from '../player/play';
import type { FuzzStep } from '../player/step';
import type { BytesRecord } from '../record';
import { lessUnjudged, plusUnjudged } from '../runner/accounting';
import { FindingsRecord, type FieldReader } from './findings';
import { listening } from './host-effects';
import { isFailure, isMissing, nextChunk, StalledSteps, type SavingMonitor } from './stalled-steps';

/** Plays in a row that a board may leave without any byte before the scenario is given up. */
const SILENT_PLAYS = 6;
/** A board that never falls quiet for so long is asked nothing more: no answer can be told from what it sends anyway. */
const NOISE_LIMIT = millis(60_000);
/** On a busy machine telling again is a stall itself, and a board that sends by itself goes on meanwhile: it ends, and what fails stays in doubt. */
const LONGEST_AGAIN = millis(30_000);

function isSaving<M extends Monitor>(monitor: M): monitor is M & SavingMonitor {
  return monitor.save !== undefined;
}

/** A monitor as a host tells it. */
export class ToldMonitor<M extends Monitor> {
  readonly monitor: M;
  /** Absent: stalls do not matter, or an author's own judge knows nothing of them. */
  readonly stalls: StalledSteps<M & SavingMonitor> | undefined;
  /** What is sent is about this clause. */
  charged: string | undefined;

  constructor({ exhaustive, board }: Bench, judge: M) {
    if (!exhaustive && isSaving(judge)) this.stalls = new StalledSteps(board, judge);
    this.monitor = this.stalls?.monitor ?? judge;
  }
}

/** What was found of a step. `stall`: for so long this machine may have kept the board waiting; the rest is in doubt then. */
export interface Judged {
  readonly found: readonly Judgement[];
  readonly stall: Micros | undefined;
}

interface JudgedPlayOptions extends PlayLimits {
  /** Of what names no link. */
  readonly link: string;
  readonly fieldsOf: FieldReader;
  /** Gets each chunk that passes, before the monitor does. */
  onChunk?(chunk: Chunk, link: string): void;
}

export class JudgedPlay<M extends Monitor> {
  readonly findings: FindingsRecord;
  /** Since the last play began. */
  passed: { readonly link: string; readonly chunk: Chunk }[] = [];
  /** Something was told since it was last asked what was found. */
  private isStepOpen = false;
  private hasReceived = false;
  private silentPlays = 0;
  /** The time of the last plays, in a row, that ended only at their limit. */
  private noise = micros(0);
  /** What was counted before, and in tries of which a later one counts. */
  private readonly earlier: Accounting;
  private superseded: Accounting['unjudged'] = {};

  constructor(
    readonly bench: Bench,
    protected readonly told: ToldMonitor<M>,
    private readonly options: JudgedPlayOptions,
  ) {
    this.findings = new FindingsRecord(bench, options.fieldsOf, options.link);
    this.earlier = this.counted;
    bench.countExchanges(this);
    bench.addEvidenceSource(this);
  }

  get monitor(): M {
    return this.told.monitor;
  }

  protected get counted(): Accounting {
    return this.monitor.accounting?.() ?? { judged: 0, unjudged: {} };
  }

  accounting(): Accounting {
    const { counted, earlier } = this;
    const unjudged = lessUnjudged(lessUnjudged(counted.unjudged, earlier.unjudged), this.superseded);
    return { judged: counted.judged - earlier.judged, unjudged };
  }

  /** What was left open since `before` does not count: it is tried again. Default: all. */
  supersede(before: Accounting['unjudged'] = {}): void {
    const open = lessUnjudged(this.accounting().unjudged, before);
    this.superseded = plusUnjudged(this.superseded, open);
  }

  evidence(): readonly BytesRecord[] {
    return this.findings.evidenceOf(this.passed);
  }

  /** The chunks received since the last play began. */
  get received(): readonly Uint8Array[] {
    return this.passed.flatMap(({ chunk }) => (chunk.direction === 'rx' ? [chunk.bytes] : []));
  }

  /** What is told before is not told again. */
  forget(): void {
    this.told.stalls?.forget();
    this.isStepOpen = false;
  }

  /** Goes on with the play of now. */
  listenTo<T>(playing: Play<T>, tell?: (chunk: Chunk, link: string) => void): Promise<T> {
    const { bench, told } = this;
    if (!this.isStepOpen) told.stalls?.begin(bench.now(), told.charged);
    this.isStepOpen = true;
    return bench.play(playing, (chunk, link) => {
      this.hasReceived ||= chunk.direction === 'rx';
      this.passed.push({ link, chunk });
      this.options.onChunk?.(chunk, link);
      tell?.(chunk, link);
    });
  }

  /** Does one thing, and waits for nothing. */
  async tell(step: Exclude<FuzzStep, { kind: 'listen' }>): Promise<void> {
    await this.listenTo(perform(step, this.monitor, this.options));
  }

  /** Listens for a time, or until it is enough, whatever is due. */
  async listen(span: Micros, enough: () => boolean): Promise<void> {
    await this.listenTo(listening(this.monitor, this.options.links, span, enough));
  }

  /**
   * Plays steps, and waits until nothing is due any more, or for `longest` at most. Throws {@link BoardNeverQuiet} where the board never
   * stops sending.
   */
  async perform(steps: readonly FuzzStep[], longest = this.options.longest): Promise<void> {
    const { bench } = this;
    this.passed = [];
    const began = bench.now();
    const { isEndless } = await this.goOn(steps, longest);
    this.noise = micros(isEndless ? this.noise + bench.now() - began : 0);
    if (this.noise >= NOISE_LIMIT)
      throw new BoardNeverQuiet(
        'the board never stops sending: if it should not, check the baud rate and the suite',
      );
  }

  protected async goOn(steps: readonly FuzzStep[], longest = this.options.longest): Promise<Played> {
    const played = await this.listenTo(play(steps, this.monitor, { ...this.options, longest }));
    this.monitor.tick(this.bench.now());
    return played;
  }

  /** What was found. What only a board does which this machine kept waiting is in doubt: a sound one may have done it, or a wrong one. */
  async judged(): Promise<Judged> {
    const { monitor, told, bench } = this;
    const first = monitor.judgements();
    let found = first;
    let stall: Micros | undefined;
    const [link = this.options.link] = this.options.links;
    const next = (until: Micros) => this.listenTo(nextChunk(link, until, monitor));
    const began = bench.now();
    let isTold = false;
    while (bench.now() - began < LONGEST_AGAIN) {
      const longer = await told.stalls?.tellAgain(bench, found, next);
      isTold = longer === undefined;
      if (longer === undefined) break;
      stall = longer;
      await this.goOn([]);
      found = monitor.judgements();
    }
    this.isStepOpen = false;
    if (!isTold) found = found.map(asDoubtful);
    if (stall === undefined || found.some(isFailure)) return { found, stall };
    const isLeftOpen = ({ clause }: Judgement): boolean =>
      found.some((one) => one.clause === clause && one.verdict === 'inconclusive');
    const doubtful = first.filter((one) => isFailure(one) && !isLeftOpen(one)).flatMap(inDoubt);
    return { found: [...found, ...doubtful], stall };
  }

  /** Throws {@link BoardSilent} where nothing at all has come for too long. */
  checkLine(found: readonly Judgement[]): void {
    if (this.hasReceived) this.silentPlays = 0;
    else if (found.some(isMissing)) this.silentPlays++;
    this.hasReceived = false;
    if (this.silentPlays >= SILENT_PLAYS)
      throw new BoardSilent(`the board said nothing to the last ${SILENT_PLAYS} messages`);
  }
}

function asDoubtful(judgement: Judgement): Judgement {
  const { measurement: _, ...rest } = judgement;
  return isFailure(judgement) ? { ...rest, verdict: 'inconclusive' } : judgement;
}

/** What a stall explains. A time has its own bounds, which are wider then. */
function inDoubt(judgement: Judgement): Judgement[] {
  return judgement.measurement === undefined ? [{ ...judgement, verdict: 'inconclusive' }] : [];
}
