/**
 * A campaign: plays cases until their number or the time is used up, triages each failure, and finds each bug once.
 *
 *     block = 250 cases from a known state, drawn by their own seed
 *
 * A block depends only on the seed and the state after the block before it. This state is saved after each block. An
 * interrupted campaign continues from it, and finds the same as one without an interruption.
 */
import { playProbe, preamble, recoverBoard, NO_SPAN } from '../execution/recovery';
import { Corpus, type CorpusState } from './corpus';
import { derivedSeed, dice, type Dice } from './dice';
import type { Case } from '../triage/triage-context';
import type { Finding } from '../triage/finding';
import { FindingStore, type FindingStoreOptions, type FindingStoreState } from '../triage/finding-store';
import { mutate } from './mutation';
import { play } from '../../player/play';
import type { FuzzEnd, FuzzProgress } from '../../fuzz-record';
import { BoardWedged, type Rig } from '../execution/rig';
import { bytesOf } from '../../player/step';
import { Tally, type TallyState } from './tally';
import type { Failure } from '../../../protocols/monitor/failure';
import type { Model } from '../../player/model';
import type { FuzzSession, FuzzTarget, Generator } from '../target';
import { isDeadly, withChunkListener, yieldToEventLoop, type ChunkListener } from '../execution/reproduce';

const BLOCK_CASES = 250;
/** One in this many cases of a block comes from the corpus. */
const FROM_CORPUS = 4;
const CORPUS_NAME = 'changed from the corpus';
const PROGRESS_CASES = 5000;

/** Close at the beginning, when most is new: 1, 2, 4, …, 4096, 5000, 10 000. */
function isProgressPoint(cases: number): boolean {
  return cases < PROGRESS_CASES ? Number.isInteger(Math.log2(cases)) : cases % PROGRESS_CASES === 0;
}

/** How often the baseline is tried on a board without a reset before it counts as wedged. */
const BASELINES = 3;
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
  readonly target: FuzzTarget;
  readonly session: FuzzSession;
  readonly rig: Rig;
  readonly cases?: number | undefined;
  /** true: the time is used up. Called between blocks in virtual time, between cases in real time. */
  readonly over: () => boolean;
  /** Throws if the campaign was interrupted. */
  readonly checkpoint: () => void;
  readonly resume?: CampaignState | undefined;
  /** A block has ended. */
  readonly blockEnded: (state: CampaignState) => void;
  readonly caseEnded: () => void;
}

const NO_ANSWER =
  'the board answers nothing: is it powered, is RX wired to TX, is the baud rate right, does it need a --reset?';

type Outcome = Pick<FuzzEnd, 'outcome' | 'reason'>;

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
  /** The number of failures that never showed again. */
  private flakes = 0;

  private watcher: ChunkListener | undefined;

  constructor(private readonly options: CampaignOptions) {
    const { resume, session } = options;
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
    for (const finding of this.findingStore.all) this.options.keep(finding);
    const { failures: _, ...tally } = this.tally.state();
    return {
      type: 'fuzz-end',
      outcome,
      ...(reason === undefined ? {} : { reason }),
      ...tally,
      findings: Object.fromEntries(this.findingStore.all.map(({ id, count }) => [id, count])),
      flakes: this.findingStore.flakes,
    };
  }

  /** Resolves with false if the time ran out within it. */
  private async runBlock(count: number): Promise<boolean> {
    const { rig, seed, over, caseEnded, session } = this.options;
    const begun = await rig.begin(this.block);
    const due = session.blocks?.fromReset === true || this.block % RESET_BLOCKS === 0;
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
    for (let n = 0; !fresh; n++) {
      if (await this.baselineHolds(n === 0)) return;
      if (n === BASELINES)
        throw new BoardWedged('the board does not answer, and there is no way to reset it');
      rig.needsLivenessCheck = true;
      fresh = await recoverBoard(rig, session);
      this.model = session.model(fresh, rig.isVirtual);
    }
    if (session.startup?.boot === undefined) return;
    await rig.play(play(preamble(session, fresh), this.model, { links: rig.links, quiet: NO_SPAN }));
  }

  private async baselineHolds(recordsFailure: boolean): Promise<boolean> {
    await this.playBaseline();
    const { failure, desynchronised: lost } = this.model;
    if (failure === undefined) return !lost;
    const { baseline } = this.options.session;
    await this.refuseDeadBoard(failure);
    if (recordsFailure)
      await this.findingStore.addBaselineFailure(
        failure,
        { number: this.tally.cases, generator: 'baseline', steps: baseline },
        this.block,
      );
    return false;
  }

  /** A board that never sent anything is no finding. Rejects with {@link BoardWedged}. */
  private async refuseDeadBoard({ kind }: Failure): Promise<void> {
    const { rig, session } = this.options;
    if (kind !== 'silence' || rig.hasReceived !== false) return;
    await recoverBoard(rig, session);
    await playProbe(rig, session);
    if (!rig.hasReceived) throw new BoardWedged(NO_ANSWER);
  }

  private playBaseline(): void | Promise<void> {
    const { rig, session } = this.options;
    const done = rig.play(play(session.baseline, this.model, { links: rig.links, quiet: NO_SPAN }));
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  }

  private runCase(choices: Dice): void | Promise<void> {
    const nextCase = this.next(choices);
    const { rig } = this.options;
    const ahead = this.awaitsEachAnswer ? undefined : rig.ahead;
    const playing = play(nextCase.steps, this.model, { links: rig.links, quiet: NO_SPAN, ahead });
    const played = rig.play(this.watcher === undefined ? playing : withChunkListener(playing, this.watcher));
    this.watcher = undefined;
    return played instanceof Promise
      ? played.then(({ steps, sentSteps }) => this.judge({ ...nextCase, sent: bytesOf(sentSteps) }, steps))
      : this.judge({ ...nextCase, sent: bytesOf(played.sentSteps) }, played.steps);
  }

  private next(choices: Dice): Case & { readonly fields: readonly string[] } {
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

  private judge(one: Case & { readonly fields: readonly string[] }, steps: number): void | Promise<void> {
    const points = this.model.coverage();
    const { failure } = this.model;
    this.tally.add(one.generator, one.fields, steps, points, failure !== undefined);
    this.corpus.add(one.steps, points);
    this.history.push(one);
    if (failure !== undefined) return this.handleFailure(failure);
    if (!this.model.desynchronised) return undefined;
    this.history.push({ ...one, steps: this.options.session.baseline });
    const done = this.playBaseline();
    const checked = (): void | Promise<void> => {
      this.model.coverage();
      if (this.model.failure !== undefined) return this.handleFailure(this.model.failure);
    };
    return done instanceof Promise ? done.then(checked) : checked();
  }

  private async handleFailure(failure: Failure): Promise<void> {
    const { rig, session } = this.options;
    const { flakes } = this.findingStore;
    await this.refuseDeadBoard(failure);
    await this.findingStore.addFailure(failure, this.history, this.block);
    // A missing answer, or a failure that does not show when each step waits, may be caused by pipelined steps.
    const lost = failure.pipelined === true && failure.kind === 'silence';
    if (this.findingStore.flakes > flakes) this.flakes++;
    this.awaitsEachAnswer ||= lost || this.flakes >= MOST_FLAKES;
    rig.needsLivenessCheck ||= isDeadly(failure);
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
