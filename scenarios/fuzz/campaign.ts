/**
 * A campaign: case after case until time or number is up, each failure examined, each bug found once.
 *
 *     block = 250 cases from a known beginning, drawn by a seed of its own
 *
 * What a block does depends on nothing but the seed and what the blocks before it left: kept at its end, that is where an
 * interrupted campaign goes on, and the two together find what one would have found.
 */
import type { JournalEvent } from '../record';
import { Corpus, type CorpusState } from './corpus';
import { derivedSeed, dice, type Dice } from './dice';
import { better, examine, type Case, type Lab } from './examine';
import type { Finding } from './finding';
import { mutated } from './mutation';
import { play } from './play';
import type { FuzzEnd } from './record';
import { BoardWedged, type Rig } from './rig';
import { Tally, type TallyState } from './tally';
import type { Failure, FuzzSession, FuzzTarget, Generator, Model } from './target';
import { beginning, NO_SPAN, signature, turnOfOthers } from './trial';

const BLOCK = 250;
/** Cases of a block that come from the corpus: one in so many. */
const FROM_CORPUS = 4;
const CORPUS_NAME = 'changed from the corpus';
/** A failure of a kind known already is examined again when it has shown so often: another bug may hide behind it. */
const LOOK_AGAIN = [4, 40];
const PROGRESS_CASES = 5000;
/** Failures that never showed again before the like of them are left alone. */
const MOST_FLAKES = 3;
/** Times that a board is brought up before it is called wedged. */
const BRING_UPS = 4;

export interface CampaignState {
  readonly block: number;
  readonly tally: TallyState;
  readonly corpus: CorpusState & { readonly added: number };
  /** Of a failure's class: the finding it belongs to, and how often it showed. */
  readonly classes: Readonly<Record<string, { readonly id: string; readonly shown: number }>>;
  readonly findings: readonly Finding[];
  readonly flakes: number;
}

export interface CampaignOptions {
  readonly target: FuzzTarget;
  readonly session: FuzzSession;
  readonly rig: Rig;
  readonly lab: Lab;
  readonly seed: number;
  /** Name of the board, for findings. */
  readonly board: string;
  readonly cases?: number | undefined;
  /** true: time is up. Asked between blocks in virtual time, between cases otherwise. */
  readonly over: () => boolean;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
  readonly resume?: CampaignState | undefined;
  readonly emit: (event: JournalEvent) => void;
  /** A finding is new, or smaller, or has shown again by the end. Returns the name of its file. */
  readonly keep: (finding: Finding) => string;
  /** A block has ended. */
  readonly blockEnded: (state: CampaignState) => void;
  readonly caseEnded: () => void;
}

type Outcome = Pick<FuzzEnd, 'outcome' | 'reason'>;

interface Class {
  id: string;
  shown: number;
}

export class Campaign {
  private readonly tally: Tally;
  private readonly corpus: Corpus;
  private readonly classes: Map<string, Class>;
  private readonly found: Map<string, Finding>;
  private readonly generators: readonly Generator<unknown>[];
  private readonly weights: readonly number[];
  private readonly totalWeight: number;
  private flakes: number;
  private block: number;
  private model: Model & { readonly view: unknown };
  private history: Case[] = [];

  constructor(private readonly options: CampaignOptions) {
    const { resume, session } = options;
    this.tally = new Tally(resume?.tally);
    this.corpus = new Corpus(resume?.corpus, resume?.corpus.added);
    this.classes = new Map(Object.entries(resume?.classes ?? {}).map(([name, one]) => [name, { ...one }]));
    this.found = new Map((resume?.findings ?? []).map((finding) => [finding.id, finding]));
    this.flakes = resume?.flakes ?? 0;
    this.block = resume?.block ?? 0;
    this.model = session.model(false);
    const { presents } = options.rig;
    this.generators = session.generators.filter(({ needs }) => needs === undefined || presents);
    this.weights = this.generators.map(({ weight }) => Math.round(weight * 1000));
    this.totalWeight = this.weights.reduce((sum, weight) => sum + weight, 0);
  }

  get findings(): readonly Finding[] {
    return [...this.found.values()];
  }

  state(): CampaignState {
    return {
      block: this.block,
      tally: this.tally.state(),
      corpus: this.corpus.state(),
      classes: Object.fromEntries([...this.classes].map(([name, one]) => [name, { ...one }])),
      findings: this.findings,
      flakes: this.flakes,
    };
  }

  counts(): { readonly cases: number; readonly findings: number; readonly corpus: number } {
    return { cases: this.tally.cases, findings: this.found.size, corpus: this.corpus.size };
  }

  /** Until cases or time are up. Rejects with what the rig rejects with. */
  async run(): Promise<void> {
    const { cases = Infinity, over, blockEnded, checkpoint, session } = this.options;
    while (this.tally.cases < cases && !over()) {
      const whole = await this.runBlock(Math.min(session.block ?? BLOCK, cases - this.tally.cases));
      if (!whole) return;
      this.block++;
      blockEnded(this.state());
      await turnOfOthers();
      checkpoint();
    }
  }

  end({ outcome, reason }: Outcome): FuzzEnd {
    for (const finding of this.found.values()) this.options.keep(finding);
    const { failures: _, ...tally } = this.tally.state();
    return {
      type: 'fuzz-end',
      outcome,
      ...(reason === undefined ? {} : { reason }),
      ...tally,
      findings: Object.fromEntries([...this.found.values()].map(({ id, count }) => [id, count])),
      flakes: this.flakes,
    };
  }

  /** false: time was up within it. */
  private async runBlock(count: number): Promise<boolean> {
    const { rig, seed, over, caseEnded, session } = this.options;
    const begun = await rig.begin(this.block);
    await this.comeUp(begun || (session.fromReset === true && (await rig.reset())));
    const choices = dice(derivedSeed(seed, this.block));
    for (let n = 0; n < count; n++) {
      const turn = this.runCase(choices);
      if (turn instanceof Promise) {
        await turn;
        if (over()) return n === count - 1;
      }
      if (this.tally.cases % PROGRESS_CASES === 0) this.tell();
      caseEnded();
    }
    return true;
  }

  /** From a fresh board, or by the baseline; a board that does neither stays dead. */
  private async comeUp(fresh: boolean): Promise<void> {
    const { session, rig } = this.options;
    this.history = [];
    this.model = session.model(fresh);
    if (fresh && session.boot !== undefined)
      await rig.play(play(beginning(session, fresh), this.model, { links: rig.links, quiet: NO_SPAN }));
    if (fresh && rig.atOnce) return;
    for (let n = 0; n < BRING_UPS; n++) {
      if (fresh && (await this.answersProbe())) return;
      if (!fresh && (await this.baselineHolds(n === 0))) return;
      if (n > 0) fresh = await rig.reset();
      this.model = session.model(fresh);
    }
    throw new BoardWedged('the board does not answer any more, and no reset brings it back');
  }

  private async answersProbe(): Promise<boolean> {
    const { rig, session } = this.options;
    const asked = session.model(false);
    await rig.play(play(session.probe, asked, { links: rig.links, quiet: NO_SPAN }));
    return asked.failure === undefined;
  }

  private async baselineHolds(tell: boolean): Promise<boolean> {
    await this.comeToBaseline();
    const { failure, lost } = this.model;
    if (failure === undefined) return !lost;
    const { baseline } = this.options.session;
    if (tell && !this.classes.has(signature(failure)))
      await this.examined(signature(failure), failure, [
        { number: this.tally.cases, generator: 'baseline', steps: baseline },
      ]);
    return false;
  }

  private comeToBaseline(): void | Promise<void> {
    const { rig, session } = this.options;
    const done = rig.play(play(session.baseline, this.model, { links: rig.links, quiet: NO_SPAN }));
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  }

  private runCase(choices: Dice): void | Promise<void> {
    const next = this.next(choices);
    const { rig } = this.options;
    const played = rig.play(play(next.steps, this.model, { links: rig.links, quiet: NO_SPAN }));
    return played instanceof Promise
      ? played.then(({ steps }) => this.judge(next, steps))
      : this.judge(next, played.steps);
  }

  private next(choices: Dice): Case & { readonly fields: readonly string[] } {
    const number = this.tally.cases;
    if (this.corpus.size > 0 && choices.once(FROM_CORPUS))
      return { number, generator: CORPUS_NAME, steps: mutated(choices, this.corpus.all), fields: [] };
    const generator = this.pick(choices);
    const { name, fields = [] } = generator;
    return { number, generator: name, steps: generator.make(choices, this.model.view), fields };
  }

  private pick(choices: Dice): Generator<unknown> {
    let at = choices.int(1, this.totalWeight);
    const index = this.weights.findIndex((weight) => (at -= weight) <= 0);
    const picked = this.generators[Math.max(0, index)];
    if (picked === undefined) throw new Error('a target needs a generator');
    return picked;
  }

  private judge(one: Case & { readonly fields: readonly string[] }, steps: number): void | Promise<void> {
    const marks = this.model.marks();
    const { failure } = this.model;
    this.tally.take(one.generator, one.fields, steps, marks, failure !== undefined);
    this.corpus.take(one.steps, marks);
    this.history.push(one);
    if (failure !== undefined) return this.failed(failure);
    if (!this.model.lost) return undefined;
    this.history.push({ ...one, steps: this.options.session.baseline });
    const done = this.comeToBaseline();
    const checked = (): void | Promise<void> => {
      this.model.marks();
      if (this.model.failure !== undefined) return this.failed(this.model.failure);
    };
    return done instanceof Promise ? done.then(checked) : checked();
  }

  private async failed(failure: Failure): Promise<void> {
    const { history } = this;
    const { rig } = this.options;
    const name = signature(failure);
    const known = this.classes.get(name);
    if (known !== undefined) {
      known.shown++;
      this.count(known.id);
    }
    const again = rig.atOnce && known !== undefined && LOOK_AGAIN.includes(known.shown);
    if (known === undefined || again) await this.examined(name, failure, history);
    await this.comeUp(await rig.reset());
  }

  private count(id: string): void {
    const finding = this.found.get(id);
    if (finding !== undefined) this.found.set(id, { ...finding, count: finding.count + 1 });
  }

  private async examined(name: string, failure: Failure, history: readonly Case[]): Promise<void> {
    const last = history.at(-1);
    const examined = last === undefined ? undefined : await examine(this.options.lab, failure, history);
    const known = this.classes.get(name);
    if (examined === undefined || last === undefined) return this.flake(name);
    const { id } = examined.finding;
    const earlier = this.found.get(id);
    const found = {
      board: this.options.board,
      seed: this.options.seed,
      case: last.number,
      generator: last.generator,
    };
    if (earlier === undefined) this.add({ ...examined.finding, count: 1, found });
    else if (better(examined.finding, earlier))
      this.add({ ...examined.finding, count: earlier.count, found: earlier.found });
    if (known !== undefined) return;
    this.classes.set(name, { id, shown: 1 });
    if (earlier !== undefined) this.count(id);
  }

  /** It never showed again: said, not blamed on the board. */
  private flake(name: string): void {
    this.flakes++;
    const known = this.classes.get(`flake ${name}`);
    const shown = (known?.shown ?? 0) + 1;
    this.classes.set(`flake ${name}`, { id: '', shown });
    if (shown >= MOST_FLAKES && !this.classes.has(name)) this.classes.set(name, { id: '', shown: 1 });
  }

  private add(finding: Finding): void {
    const isNew = !this.found.has(finding.id);
    this.found.set(finding.id, finding);
    const file = this.options.keep(finding);
    if (!isNew) return;
    const { id, kind, title, requirement, level, cause, expected, seen } = finding;
    const { bytes, foundBytes, history, repeats, evidence } = finding;
    this.options.emit({
      type: 'fuzz-finding',
      case: finding.found.case,
      ...{ id, kind, title, requirement, level, cause, expected, seen },
      ...{ bytes, foundBytes, history, repeats, file, evidence },
    });
  }

  /** Says in the journal how far it is. */
  tell(): void {
    const { cases, exchanges, failures, size } = this.tally;
    this.options.emit({
      type: 'fuzz-progress',
      cases,
      exchanges,
      failures,
      findings: this.found.size,
      corpus: this.corpus.size,
      reached: size,
    });
  }
}
