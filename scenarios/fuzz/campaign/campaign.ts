/**
 * A campaign: plays cases until their number or the time is used up, triages each failure, and finds each bug once.
 *
 *     block = 250 cases from a known state, drawn by their own seed
 *
 * A block depends only on the seed and the state after the block before it. This state is saved after each block. An
 * interrupted campaign continues from it, and finds the same as one without an interruption.
 */
import { bootBoard, playOn, recoverBoard, refuseDeadBoard, startFromBaseline } from '../execution/recovery';
import { Corpus, type CorpusState } from './corpus';
import { derivedSeed, dice, type Dice } from './dice';
import type { Case } from '../triage/triage-context';
import type { Finding } from '../triage/finding';
import { FindingStore, type FindingStoreOptions, type FindingStoreState } from '../triage/finding-store';
import { originOf } from './host-disturbance';
import type { Micros } from '../../../protocols/time';
import { mutate } from './mutation';
import type { Played } from '../../player/play';
import { CaseRecorder } from './case-recorder';
import type { FuzzEnd, FuzzProgress } from '../../fuzz-record';
import type { Rig } from '../execution/rig';
import { bytesOf } from '../../player/step';
import { isProgressPoint, Tally, type TallyState } from './tally';
import type { Failure } from '../../../protocols/monitor/failure';
import type { Model } from '../../player/model';
import type { FuzzSession, Generator } from '../target';
import { isDeadly, withChunkListener, yieldToEventLoop, type ChunkListener } from '../execution/reproduce';

const BLOCK_CASES = 250;
/** One in this many cases of a block comes from the corpus. */
const FROM_CORPUS = 4;
const CORPUS_NAME = 'changed from the corpus';
/** Stalls of the host make flakes too. After this many, each step waits for its answer. */
const MOST_FLAKES = 3;
/** A real board is reset after this many blocks, so that bugs after power-on are tried too. */
const RESET_BLOCKS = 40;

export interface CampaignState extends FindingStoreState {
  readonly block: number;
  readonly tally: TallyState;
  readonly corpus: CorpusState & { readonly added: number };
}

export interface CampaignOptions extends FindingStoreOptions {
  readonly session: FuzzSession;
  readonly rig: Rig;
  readonly cases?: number | undefined;
  /** A stall of this length may change what the board reads; absent: no stall does. */
  readonly stallLimit?: Micros | undefined;
  /** true: the time is used up. Called between blocks in virtual time, between cases in real time. */
  readonly over: () => boolean;
  /** Throws if the campaign was interrupted. */
  readonly checkpoint: () => void;
  readonly resume?: CampaignState | undefined;
  readonly blockEnded: (state: CampaignState) => void;
  readonly caseEnded: () => void;
}

type Outcome = Pick<FuzzEnd, 'outcome' | 'reason'>;
type DrawnCase = Case & { readonly fields: readonly string[] };

export class Campaign {
  private readonly tally: Tally;
  private readonly corpus: Corpus;
  private readonly findingStore: FindingStore;
  private readonly generators: readonly Generator<unknown>[];
  private readonly weights: readonly number[];
  private readonly totalWeight: number;
  private block: number;
  private model: Model & { readonly view: unknown };
  private history: Case[] = [];
  /** No step is sent before all due answers have come. */
  private awaitsEachAnswer = false;
  /** The number of failures that never reproduced. */
  private flakes = 0;

  private watcher: ChunkListener | undefined;
  private readonly recorder: CaseRecorder;

  constructor(private readonly options: CampaignOptions) {
    const { resume, session } = options;
    this.recorder = new CaseRecorder(options.rig);
    this.tally = new Tally(resume?.tally);
    this.corpus = new Corpus(resume?.corpus, resume?.corpus.added);
    this.findingStore = new FindingStore(options, resume);
    this.block = resume?.block ?? 0;
    this.model = session.model(false);
    const { presents } = options.rig;
    this.generators = session.generators.filter(({ needs }) => needs === undefined || presents);
    this.weights = this.generators.map(({ weight }) => Math.round(weight * 1000));
    this.totalWeight = this.weights.reduce((sum, weight) => sum + weight, 0);
  }

  get findings(): readonly Finding[] {
    return this.findingStore.all;
  }

  /** Failures that did not reproduce. */
  get unconfirmed(): readonly Finding[] {
    return this.findingStore.unconfirmed;
  }

  state(): CampaignState {
    return {
      block: this.block,
      tally: this.tally.state(),
      corpus: this.corpus.state(),
      ...this.findingStore.state(),
    };
  }

  counts(): { readonly cases: number; readonly findings: number; readonly corpus: number } {
    return { cases: this.tally.cases, findings: this.findingStore.all.length, corpus: this.corpus.size };
  }

  /** Runs until cases or time are used up. Rejects with the errors of the rig. */
  async run(): Promise<void> {
    const { cases = Infinity, over, blockEnded, checkpoint, session } = this.options;
    while (this.tally.cases < cases && !over()) {
      const whole = await this.runBlock(
        Math.min(session.blocks?.cases ?? BLOCK_CASES, cases - this.tally.cases),
      );
      if (!whole) return;
      this.block++;
      blockEnded(this.state());
      await yieldToEventLoop();
      checkpoint();
    }
  }

  end({ outcome, reason }: Outcome): FuzzEnd {
    const { all, unconfirmed, flakes, ofHost } = this.findingStore;
    for (const finding of [...all, ...unconfirmed]) this.options.keep(finding);
    const { failures: _, ...tally } = this.tally.state();
    const counts = (of: readonly Finding[]): Readonly<Record<string, number>> =>
      Object.fromEntries(of.map(({ id, count }) => [id, count]));
    return {
      type: 'fuzz-end',
      outcome,
      ...(reason === undefined ? {} : { reason }),
      ...tally,
      findings: counts(all),
      ...(unconfirmed.length === 0 ? {} : { unconfirmed: counts(unconfirmed) }),
      flakes,
      ...(ofHost === 0 ? {} : { ofHost }),
    };
  }

  /** Resolves with false if the time ran out within it. */
  private async runBlock(count: number): Promise<boolean> {
    const { rig, seed, over, caseEnded, session } = this.options;
    const begun = await rig.begin(this.block);
    const due = session.blocks?.fromReset === true || this.block % RESET_BLOCKS === 0;
    // A board that kept the baseline too seldom may keep it now.
    rig.lacksBaseline = false;
    await this.startBoard(begun || (due && (await recoverBoard(rig, session))));
    const choices = dice(derivedSeed(seed, this.block));
    for (let n = 0; n < count; n++) {
      const turn = this.runCase(choices);
      if (turn instanceof Promise) {
        await turn;
        if (over()) return n === count - 1;
      }
      if (isProgressPoint(this.tally.cases)) this.emitProgress();
      caseEnded();
    }
    return true;
  }

  /** Begins from a fresh board or by the baseline. Rejects with {@link BoardWedged} if the board stays dead. */
  private async startBoard(fresh: boolean): Promise<void> {
    const { session, rig } = this.options;
    this.history = [];
    this.model = session.model(fresh, rig.isVirtual);
    if (!fresh) {
      if (await this.baselineHolds()) return;
      rig.needsLivenessCheck = true;
      fresh = await recoverBoard(rig, session);
      this.model = fresh ? session.model(true, rig.isVirtual) : await startFromBaseline(rig, session);
    }
    if (fresh) await bootBoard(rig, session, this.model);
  }

  private async baselineHolds(): Promise<boolean> {
    this.recorder.begin();
    await this.playBaseline();
    const { failure, desynchronised: lost } = this.model;
    if (failure === undefined) return !lost;
    const { rig, session, stallLimit } = this.options;
    const origin = originOf(failure, rig, this.block, { stallLimit, lateness: this.recorder.lateness });
    await refuseDeadBoard(rig, session, failure);
    const { baseline: steps } = session;
    const baseline = { number: this.tally.cases, generator: 'baseline', steps };
    await this.findingStore.addBaselineFailure(failure, this.recorder.addTo([baseline]), origin);
    return false;
  }

  private playBaseline(): void | Promise<void> {
    const { rig, session } = this.options;
    const done = rig.play(this.recorder.record(playOn(rig, session.baseline, this.model)));
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  }

  private runCase(choices: Dice): void | Promise<void> {
    const nextCase = this.next(choices);
    const { rig } = this.options;
    const ahead = this.awaitsEachAnswer ? undefined : rig.ahead;
    this.recorder.begin();
    const playing = this.recorder.record(playOn(rig, nextCase.steps, this.model, ahead));
    const played = rig.play(this.watcher === undefined ? playing : withChunkListener(playing, this.watcher));
    this.watcher = undefined;
    return played instanceof Promise
      ? played.then((done) => this.judge(nextCase, done))
      : this.judge(nextCase, played);
  }

  private next(choices: Dice): DrawnCase {
    const number = this.tally.cases;
    const fromCorpus = this.options.session.blocks?.fromCorpus ?? FROM_CORPUS;
    if (this.corpus.size > 0 && fromCorpus > 0 && choices.once(fromCorpus))
      return { number, generator: CORPUS_NAME, steps: mutate(choices, this.corpus.all), fields: [] };
    const generator = this.pickGenerator(choices);
    const { name, fields = [] } = generator;
    return { number, generator: name, steps: generator.make(choices, this.model.view), fields };
  }

  private pickGenerator(choices: Dice): Generator<unknown> {
    let at = choices.int(1, this.totalWeight);
    const index = this.weights.findIndex((weight) => (at -= weight) <= 0);
    const picked = this.generators[Math.max(0, index)];
    if (picked === undefined) throw new Error('a target needs a generator');
    return picked;
  }

  private judge(drawn: DrawnCase, { steps, sentSteps, lateness }: Played): void | Promise<void> {
    const one = { ...drawn, sent: bytesOf(sentSteps) };
    this.recorder.lateness = lateness;
    const points = this.model.coverage();
    const { failure } = this.model;
    this.tally.add(one.generator, one.fields, steps, points, failure !== undefined);
    this.corpus.add(one.steps, points);
    this.history.push(one);
    if (failure !== undefined) return this.handleFailure(failure);
    if (!this.model.desynchronised) return undefined;
    const { session, rig } = this.options;
    if (rig.lacksBaseline === true) {
      this.model = session.model(false, rig.isVirtual);
      return undefined;
    }
    this.history.push({ ...one, steps: session.baseline });
    const done = this.playBaseline();
    const checked = (): void | Promise<void> => {
      this.model.coverage();
      if (this.model.failure !== undefined) return this.handleFailure(this.model.failure);
    };
    return done instanceof Promise ? done.then(checked) : checked();
  }

  private async handleFailure(failure: Failure): Promise<void> {
    const { rig, session, stallLimit } = this.options;
    const { flakes } = this.findingStore;
    const origin = originOf(failure, rig, this.block, { stallLimit, lateness: this.recorder.lateness });
    rig.needsLivenessCheck ||= isDeadly(failure);
    await refuseDeadBoard(rig, session, failure);
    await this.findingStore.addFailure(failure, this.recorder.addTo(this.history), origin);
    // A missing answer, or a failure that does not show when each step waits, may be caused by pipelined steps.
    const lost = failure.pipelined === true && failure.kind === 'silence';
    if (this.findingStore.flakes > flakes) this.flakes++;
    this.awaitsEachAnswer ||= lost || this.flakes >= MOST_FLAKES;
    await this.startBoard(await recoverBoard(rig, session));
  }

  /** `listener` gets what passes in the next case. */
  watchNextCase(listener: ChunkListener): void {
    this.watcher = listener;
  }

  /** Writes the progress to the journal. */
  emitProgress(): void {
    this.options.emit(this.progress());
  }

  /** How far it is. */
  progress(): FuzzProgress {
    const { exchanges, failures, size } = this.tally;
    const { cases, findings, corpus } = this.counts();
    return { type: 'fuzz-progress', cases, exchanges, failures, findings, corpus, reached: size };
  }
}
