/**
 * Minimises a failing case: reduces the cases before it, its steps and its bytes while the failure keeps its signature.
 *
 *     case … case  →  history  →  seed case?  →  fewer steps  →  fewer bytes  →  normalised  →  again while that helps
 *
 * Each try begins like a finding: after a reset, or after the baseline. On a real board tries take time, so their
 * number is limited.
 */
import { smallerSteps, stepKey } from './candidates';
import { normaliseSteps, splitFrames } from './frame-splitting';
import { countShown, type ReplayLog, type Rounds } from './reproducibility';
import { bytesOf, type FuzzStep } from '../../player/step';
import type { Failure } from '../../../protocols/monitor/failure';
import { yieldToEventLoop, type ReproContext } from '../execution/reproduce';

const TRIES_A_TURN = 32;
/** The last steps of the case that are tried after a seed case. */
const MOST_LAST = 3;
/** Rounds of a seed case with those steps, because the result may depend on the board's choices. */
const SEED_ROUNDS: Rounds = { needed: 2, most: 20, first: 5 };
/** Tries of seed cases on a real board. */
const FEW_SEEDS = 16;
const ONCE: Rounds = { needed: 1, most: 1 };

export interface MinimiseOptions extends ReproContext {
  readonly failure: Failure;
  /** Cases since the board was last reset, the failing one last. */
  readonly history: readonly (readonly FuzzStep[])[];
  /** Whether the budget is used up. */
  readonly exhausted: () => boolean;
  /** Throws if the campaign was interrupted. */
  readonly checkpoint: () => void;
  readonly replays?: ReplayLog | undefined;
}

export interface Minimised {
  readonly steps: readonly FuzzStep[];
  /** The number of needed cases before the failing one. */
  readonly history: number;
  readonly failure: Failure;
}

/** `rounds`: how often a candidate must show the failure. Undefined if the failure does not reproduce. */
export async function minimise(
  options: MinimiseOptions,
  rounds: Rounds = ONCE,
): Promise<Minimised | undefined> {
  return new Minimiser(options, rounds).run();
}

class Minimiser {
  private readonly tried = new Map<string, boolean>();
  /** Short names of steps, for `tried`. */
  private readonly names = new Map<string, number>();
  private failure: Failure;
  /** The steps that failed last, with the sent bytes. */
  private sentSteps: readonly FuzzStep[] = [];

  constructor(
    private readonly options: MinimiseOptions,
    private readonly rounds: Rounds,
  ) {
    this.failure = options.failure;
  }

  async run(): Promise<Minimised | undefined> {
    const { session, exhausted } = this.options;
    const found = await this.shortestHistory();
    if (found === undefined) return undefined;
    const seed = await this.seedCase();
    const stillShows = (steps: readonly FuzzStep[]): Promise<boolean> => this.stillShows(steps);
    let steps = seed ?? found.steps;
    for (let size = Infinity; bytesOf(steps) < size && !exhausted();) {
      size = bytesOf(steps);
      const apart = splitFrames(session, this.withSentBytes(steps));
      if (apart.length > steps.length && (await stillShows(apart))) steps = apart;
      steps = await ddmin(steps, stillShows, exhausted);
      steps = await this.fewerBytes(steps);
      steps = await normaliseSteps(session, steps, stillShows);
    }
    return {
      steps: this.withSentBytes(steps),
      history: seed === undefined ? found.history : 0,
      failure: this.failure,
    };
  }

  private async shortestHistory(): Promise<{ steps: readonly FuzzStep[]; history: number } | undefined> {
    const { history, exhausted } = this.options;
    for (let count = 1; ; count *= 2) {
      const cases = history.slice(-count);
      const steps = cases.flat();
      const until = await this.shows(steps, this.rounds);
      if (until !== undefined) {
        // In other rounds a flaky case may fail at a later step.
        const isSure = this.rounds.most === 1;
        return { steps: isSure ? steps.slice(0, until) : steps, history: cases.length - 1 };
      }
      if (count >= history.length || exhausted()) return undefined;
    }
  }

  /** A seed case that fails with fewer bytes, alone or with the last steps of the case after it. */
  private async seedCase(): Promise<readonly FuzzStep[] | undefined> {
    const { rig, session, exhausted } = this.options;
    const size = bytesOf(this.sentSteps);
    const lasts = Array.from({ length: MOST_LAST }, (_, i) => this.sentSteps.slice(-i - 1));
    const seeds = session.seedCases ?? [];
    const all = [...seeds, ...lasts.flatMap((last) => seeds.map((seed) => [...seed, ...last]))];
    for (const steps of rig.isVirtual ? all : all.slice(0, FEW_SEEDS)) {
      if (exhausted()) return undefined;
      if (bytesOf(steps) >= size) continue;
      const { sentSteps, failure } = this;
      const rounds = rig.isVirtual && this.rounds.most === 1 ? SEED_ROUNDS : this.rounds;
      if ((await this.shows(steps, rounds)) !== undefined && bytesOf(this.sentSteps) < size)
        return this.sentSteps;
      [this.sentSteps, this.failure] = [sentSteps, failure];
    }
    return undefined;
  }

  private withSentBytes(steps: readonly FuzzStep[]): readonly FuzzStep[] {
    return this.sentSteps.length === steps.length ? this.sentSteps : steps;
  }

  /** The number of steps until the failure; undefined if it did not show often enough. */
  private async shows(steps: readonly FuzzStep[], rounds: Rounds): Promise<number | undefined> {
    const { shown, last } = await countShown(this.options, steps, this.options.failure, rounds);
    if (shown < rounds.needed || last?.failure === undefined) return undefined;
    this.failure = last.failure;
    this.sentSteps = last.sentSteps;
    return last.steps;
  }

  /** Each list of steps is played once. */
  private async stillShows(steps: readonly FuzzStep[]): Promise<boolean> {
    if (this.options.exhausted()) return false;
    const name = steps.map((step) => this.nameOf(step)).join(' ');
    const known = this.tried.get(name);
    if (known !== undefined) return known;
    if (this.tried.size % TRIES_A_TURN === 0) await yieldToEventLoop();
    this.options.checkpoint();
    const shows = (await this.shows(steps, this.rounds)) !== undefined;
    this.tried.set(name, shows);
    return shows;
  }

  private nameOf(step: FuzzStep): number {
    const key = stepKey(step);
    const known = this.names.get(key) ?? this.names.size;
    this.names.set(key, known);
    return known;
  }

  /** Steps with the same bytes are first changed together: they may have to stay equal. */
  private async fewerBytes(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    let left = steps;
    for (const together of [true, false]) {
      // If the bytes of one step cannot be reduced, equal steps are not tried: a case may have a hundred of them.
      const settled = new Set<string>();
      for (let at = 0; at < left.length; at++) {
        const step = left[at];
        if (step === undefined || settled.has(stepKey(step))) continue;
        const smaller = await this.smallerAt(left, at, together);
        if (smaller === left || together) settled.add(stepKey(smaller[at] ?? step));
        left = smaller;
      }
    }
    return left;
  }

  private async smallerAt(
    steps: readonly FuzzStep[],
    at: number,
    together: boolean,
  ): Promise<readonly FuzzStep[]> {
    let left = steps;
    // One rule turns a digit into a zero byte, another a zero byte into a digit.
    const passed = new Set<string>();
    for (let isSmaller = true; isSmaller && !this.options.exhausted();) {
      isSmaller = false;
      const step = left[at];
      if (step === undefined || !('bytes' in step)) break;
      const key = stepKey(step);
      passed.add(key);
      for (const candidate of smallerSteps(this.options.session, step)) {
        if (passed.has(stepKey(candidate))) continue;
        const rest = left.map((one, i) => (i === at || (together && stepKey(one) === key) ? candidate : one));
        if (!(await this.stillShows(rest))) continue;
        left = rest;
        isSmaller = true;
        break;
      }
    }
    return left;
  }
}

/**
 * Delta debugging: the fewest of some items with which a test still holds.
 *
 *     1 2 3 4 5 6 7 8  →  1 2 3 4, 5 6 7 8  →  without 7 8, without 5 6, …  →  without 8, without 7, …
 *
 * Parts are left out from the last to the first, because a failure usually needs earlier items.
 */
export async function ddmin<T>(
  items: readonly T[],
  holds: (fewer: readonly T[]) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<readonly T[]> {
  let left = items;
  for (let size = left.length >> 1 || left.length; size >= 1;) {
    let isSmaller = false;
    for (let end = left.length; end > 0; end -= size) {
      if (isOver()) return left;
      const fewer = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (!(await holds(fewer))) continue;
      left = fewer;
      isSmaller = true;
    }
    // Single items are tried until none of them can be removed.
    if (size > 1) size = isSmaller ? Math.max(1, Math.min(size, left.length >> 1)) : size >> 1;
    else if (!isSmaller) break;
  }
  return left;
}
