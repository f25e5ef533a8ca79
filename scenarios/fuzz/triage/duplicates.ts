/**
 * Deduplication by replay: two failures are of one bug if parts of their minimised cases show the same failure.
 *
 *     one     wrong CRC: two Errors            other   wrong CRC  Match: Error 01 where FALSE is due
 *                                              a part  wrong CRC: two Errors, as the one
 *
 * Every step of a minimised case is needed. So what a part of it shows is of the same bug. A part is: a prefix, one step alone, the
 * last step after fewer others, each frame in one step of its own, the case without its last byte, or, if nothing else says what
made the board's state wrong, a state probe before the last step.
 * What silence alone shows comes after anything: it is of the same bug only if the case ends in silence and says the same.
 */
import { micros } from '../../../protocols/time';
import { stepKey } from '../reduce/candidates';
import { joinFrames, splitFrames } from '../reduce/frame-splitting';
import type { Minimised } from '../reduce/minimise';
import { hasRecipes, REPEATS } from '../reduce/reproducibility';
import {
  isOfState,
  reproduce,
  signature,
  yieldToEventLoop,
  type ReproContext,
  type Trial,
} from '../execution/reproduce';
import { listen, withBytes, type FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import { isSimilar } from './cause';

/** A case is cut after its first and last steps, or one of them is left out: this many each. */
const FIRST_STEPS = 4;
const LAST_STEPS = 8;
/** In virtual time the silence after the steps is longer by this factor, so that late answers come too. */
const LONG_SILENCE = 10;
/** Rounds of a part with recipes, and the most rounds of a part of a flaky case. */
const OPEN_ROUNDS = 6;
const MOST_ROUNDS = 200;
/** A part of a flaky case must show the failure at least this often. */
const LEAST_SHOWN = 2;

interface CasePartsOptions extends ReproContext {
  readonly small: Minimised;
  /** The failure shows at least once in this many rounds, if it depends on the board's choices. */
  readonly rounds?: number | undefined;
  /** The cause is not known: a state probe before the last step is a part, too. Two bugs may spoil the same state. */
  readonly probesState?: boolean;
}

/** The signatures of other failures that parts of the case show, in the order of the parts. */
export async function signaturesOfParts(options: CasePartsOptions): Promise<ReadonlySet<string>> {
  const parts = new CaseParts(options);
  if (options.small.steps.some(({ kind }) => kind !== 'listen')) await parts.play();
  parts.shown.delete(signature(options.small.failure));
  return parts.shown;
}

class CaseParts {
  readonly shown = new Set<string>();
  private readonly steps: readonly FuzzStep[];
  private readonly failure: Failure;
  private readonly silence: FuzzStep;
  /** What silence alone shows. */
  private bySilence: string | undefined;

  constructor(private readonly options: CasePartsOptions) {
    const { rig, session, small } = options;
    this.steps = small.steps;
    this.failure = small.failure;
    this.silence = listen(rig.isVirtual ? micros(LONG_SILENCE * session.quiet) : session.quiet);
  }

  async play(): Promise<void> {
    const { steps, silence } = this;
    await this.playSilence();
    for (let count = steps.length - 1; count > Math.max(0, steps.length - LAST_STEPS); count--)
      await this.playPart([...steps.slice(0, count), silence]);
    const last = new Map(steps.slice(-LAST_STEPS).map((step) => [stepKey(step), step]));
    if (steps.length > 1) for (const step of last.values()) await this.playPart([step, silence]);
    await this.playSubsets();
    await this.playVariants();
    if (this.options.rig.isVirtual && this.options.probesState === true) await this.probeState();
  }

  private async playSilence(): Promise<void> {
    const { failure: alone } = await this.replay([this.silence]);
    this.bySilence = alone && signature(alone);
    const last = this.steps.at(-1);
    if (last?.kind !== 'listen') return;
    const { failure } = await this.replay([last, this.silence]);
    const { kind, expected } = this.failure;
    if (failure?.kind === kind && failure.expected === expected) this.shown.add(signature(failure));
  }

  /** The last step after fewer others, if that is answered wrongly too. */
  private async playSubsets(): Promise<void> {
    const before = this.steps.slice(0, -1);
    const last = this.steps.slice(-1);
    const counts = (failure: Failure): boolean =>
      failure.trigger === this.failure.trigger || isSimilar(failure, this.failure);
    for (const rest of before.length === 0 ? [] : [[], ...withoutOne(before), ...withoutRun(before)])
      await this.playPart([...rest, ...last], counts);
  }

  /** Each frame in one step of its own, and without the last byte, if the same is due then. */
  private async playVariants(): Promise<void> {
    const { steps, failure } = this;
    const { session } = this.options;
    const frames = splitFrames(session, joinFrames(session, steps));
    if (frames.length !== steps.length) await this.playPart(frames, (other) => isSimilar(other, failure));
    const last = steps.at(-1);
    if (last?.kind !== 'send' || last.bytes.length < 2) return;
    const shorter = [...steps.slice(0, -1), withBytes(last, last.bytes.slice(0, -1))];
    await this.playPart(shorter, (other) => other.due === failure.due && isSimilar(other, failure));
  }

  /** State probes before the last step: is the state wrong already? */
  private async probeState(): Promise<void> {
    const { steps } = this;
    const { session } = this.options;
    for (let count = steps.length - 1; count > Math.max(0, steps.length - FIRST_STEPS); count--) {
      const before = steps.slice(0, count);
      const { model, failure } = await this.replay(before);
      if (failure !== undefined) continue;
      for (const probe of session.stateProbes(model.view, before)) {
        const { failure: shown } = await this.replay([...before, ...probe]);
        // Silence does not show which state the board has.
        if (shown === undefined || !isOfState(shown) || shown.kind === 'silence') continue;
        if ((await this.replay(probe)).failure === undefined) this.shown.add(signature(shown));
      }
    }
  }

  /** A part of a flaky case must fail about as often as the whole case. `atEnd`: what its last step must show. */
  private async playPart(steps: readonly FuzzStep[], atEnd?: (failure: Failure) => boolean): Promise<void> {
    const { rig } = this.options;
    await yieldToEventLoop();
    // On a real board a prefix is tried once: many rounds of each would take hours.
    const most = rig.isVirtual || atEnd !== undefined ? this.options.rounds : undefined;
    const once = rig.isVirtual && hasRecipes(this.steps) ? OPEN_ROUNDS : 1;
    const rounds = most === undefined ? once : Math.min(most, MOST_ROUNDS);
    const needed = most === undefined ? 1 : Math.max(LEAST_SHOWN, (REPEATS * rounds) / most);
    const counts = new Map<string, number>();
    for (let n = 0; n < rounds; n++) {
      const trial = await this.replay(steps);
      if (trial.failure === undefined) continue;
      if (atEnd !== undefined && (trial.steps < steps.length || !atEnd(trial.failure))) continue;
      const name = signature(trial.failure);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count >= needed && name !== this.bySilence) this.shown.add(name);
    }
  }

  private replay(steps: readonly FuzzStep[]): Promise<Trial> {
    return reproduce(this.options.rig, this.options.session, steps);
  }
}

/** The steps without one of the first or last. */
function withoutOne(steps: readonly FuzzStep[]): (readonly FuzzStep[])[] {
  return [...steps.keys()]
    .filter((at) => at < FIRST_STEPS || at >= steps.length - LAST_STEPS)
    .toReversed()
    .map((at) => steps.toSpliced(at, 1));
}

/** The steps without a run of similar ones, which have the same first byte and length: for example five shuffles. */
function withoutRun(steps: readonly FuzzStep[]): (readonly FuzzStep[])[] {
  const kinds = steps.map((step) => ('bytes' in step ? `${step.bytes[0]} ${step.bytes.length}` : step.kind));
  const begins = [...kinds.keys()].filter((at) => kinds[at] !== kinds[at - 1]);
  return begins
    .map((from, n) => steps.toSpliced(from, (begins[n + 1] ?? steps.length) - from))
    .filter((rest) => rest.length < steps.length - 1)
    .slice(0, LAST_STEPS);
}
