/**
 * Makes a failing case small: first the shortest history that still fails, then fewer steps, then fewer bytes.
 *
 *     history 1, 2, 4, 8 … cases back  →  steps, halves to single ones  →  bytes, halves to single ones
 *     →  a step in another's place, where that is shorter
 *
 * Every try is from a known beginning and costs time on real hardware: tries and time are bounded.
 */
import { behindWays, candidates, changed, inOneWrite, isPlain, keyOf } from './candidates';
import { cutUp, cutUpAt } from './frame-splitting';
import { fewerKinds, fewerRare, MANY_STEPS, plainly } from './plainly';
import type { Rig } from '../execution/rig';
import { bytesOf, listen, withBytes, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { sameSignature, reproduce, turnOfOthers } from '../execution/trial';

const TRIES_A_TURN = 32;
/** Of a flood. */
const MANY_BYTES = 1024;
/** Of one write, that are tried one by one. */
const MOST_FRAMES = 256;
/** Rounds in which the last steps of a case are tried behind each way. */
const ROUNDS_BEHIND = { first: 5, again: 20 } as const;
/** Where each try takes its time. */
const FEW_SHORTCUTS = 16;
/** Steps of a case in which each is tried in place of each other. */
const MOST_EXCHANGED = 10;

export interface MinimiseOptions {
  readonly rig: Rig;
  readonly session: FuzzSession;
  readonly failure: Failure;
  /** Cases since the board was last reset, the failing one last. */
  readonly history: readonly (readonly FuzzStep[])[];
  /** Tries of a candidate that must all show it. */
  readonly tries: number;
  /** Of them so many need not, default none. */
  readonly misses?: number;
  /** No more tries. */
  readonly exhausted: () => boolean;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
}

export interface Minimised {
  readonly steps: readonly FuzzStep[];
  /** Cases before the failing one that it takes. */
  readonly history: number;
  readonly failure: Failure;
}

/** Undefined where it does not show again, whatever goes before it. */
export async function minimise(options: MinimiseOptions): Promise<Minimised | undefined> {
  return new Minimiser(options).small();
}

class Minimiser {
  private readonly tried = new Map<string, boolean>();
  private readonly names = new Map<string, number>();
  private failure: Failure;
  /** The steps that showed it last, with the bytes that were sent. */
  private made: readonly FuzzStep[] = [];

  constructor(private readonly options: MinimiseOptions) {
    this.failure = options.failure;
  }

  async small(): Promise<Minimised | undefined> {
    const found = await this.shortestHistory();
    if (found === undefined) return undefined;
    const short = await this.shortcut(found.steps, found.until);
    let steps = short ?? found.steps;
    for (;;) {
      const size = bytesOf(steps);
      steps = await this.inOneSend(this.asSent(steps));
      steps = await this.oneAtATime(steps);
      steps = await fewerKinds(steps, (fewer) => this.stillShows(fewer));
      steps = await this.smallerInPieces(steps);
      steps = await this.fewerSteps(steps);
      steps = await this.fewerBytes(steps);
      steps = await plainly(
        this.options.session,
        steps,
        (plain) => this.stillShows(plain),
        this.options.exhausted,
      );
      steps = await this.otherwise(await this.inPlaceOfOthers(steps));
      steps = await this.chosenShorter(steps);
      if (bytesOf(steps) >= size) break;
    }
    // Where the others took all tries there were, these few are tried all the same.
    if (this.options.rig.isVirtual && this.options.exhausted())
      steps = await fewerRare(this.asSent(steps), (fewer) => this.stillShows(fewer, true));
    const history = short === undefined ? found.history : 0;
    return { steps: this.asSent(steps), history, failure: this.failure };
  }

  /** What shows wherever the board comes to a state is shown by the shortest way to it. */
  private async shortcut(
    steps: readonly FuzzStep[],
    until: number,
  ): Promise<readonly FuzzStep[] | undefined> {
    const { session } = this.options;
    // What comes of a recipe has bytes only as it was made.
    const size = bytesOf(this.made.slice(0, until));
    for (const short of (session.shortcuts ?? []).slice(
      0,
      this.options.rig.isVirtual ? Infinity : FEW_SHORTCUTS,
    ))
      if (bytesOf(short) < size && (await this.stillShows(short)) && bytesOf(this.asSent(short)) < size)
        return short;
    for (const short of behindWays(session.ways ?? [], this.asSent(steps).slice(0, until)))
      if (await this.showsAtTimes(short)) return short;
    return undefined;
  }

  private asSent(steps: readonly FuzzStep[]): readonly FuzzStep[] {
    return this.made.length === steps.length ? this.made : steps;
  }

  /** `until`: steps after which it showed the last time. */
  private async shortestHistory(): Promise<
    { steps: readonly FuzzStep[]; history: number; until: number } | undefined
  > {
    const { history } = this.options;
    for (let count = 1; ; count *= 2) {
      const cases = history.slice(-count);
      const steps = cases.flat();
      const until = await this.showsOnce(steps);
      // Where it takes luck, other rounds may come to it later than this one.
      const sure = this.options.tries === 1;
      if (until !== undefined)
        return { steps: sure ? steps.slice(0, until) : steps, history: cases.length - 1, until };
      if (count >= history.length || this.options.exhausted()) return undefined;
    }
  }

  /** Where the board chooses, a way leads there only now and then: often enough that it comes twice. */
  private async showsAtTimes(steps: readonly FuzzStep[]): Promise<boolean> {
    if (this.options.exhausted()) return false;
    const rounds = this.options.rig.isVirtual ? ROUNDS_BEHIND : { first: 1, again: 1 };
    return (
      (await this.showsOnce(steps, rounds.first)) !== undefined &&
      (await this.showsOnce(steps, rounds.again)) !== undefined
    );
  }

  /** Of as many tries one: what needs luck is made no smaller than that it still shows every time. */
  private async showsOnce(
    steps: readonly FuzzStep[],
    tries = this.options.tries,
  ): Promise<number | undefined> {
    for (let n = 0; n < tries; n++) {
      const until = await this.shows(steps, 1);
      if (until !== undefined) return until;
    }
    return undefined;
  }

  /** Steps that it took to show, undefined where it did not. */
  private async shows(steps: readonly FuzzStep[], tries = this.options.tries): Promise<number | undefined> {
    let last: number | undefined;
    let misses = Math.min(tries - 1, this.options.misses ?? 0);
    let wanted = tries - misses;
    for (let n = 0; n < tries; n++) {
      const trial = await reproduce(this.options.rig, this.options.session, steps);
      if (trial.failure === undefined || !sameSignature(trial.failure, this.options.failure)) {
        if (misses-- > 0) continue;
        return undefined;
      }
      this.failure = trial.failure;
      this.made = trial.made;
      last = trial.steps;
      if (--wanted === 0) break;
    }
    return last;
  }

  /** The same, once for each list of steps. */
  private async stillShows(steps: readonly FuzzStep[], always = false): Promise<boolean> {
    if (!always && this.options.exhausted()) return false;
    const name = steps.map((step) => this.nameOf(step)).join(' ');
    const known = this.tried.get(name);
    if (known !== undefined) return known;
    if (this.tried.size % TRIES_A_TURN === 0) await turnOfOthers();
    this.options.checkpoint();
    const shows = (await this.shows(steps)) !== undefined;
    this.tried.set(name, shows);
    return shows;
  }

  private nameOf(step: FuzzStep): number {
    const text = keyOf(step);
    const known = this.names.get(text) ?? this.names.size;
    this.names.set(text, known);
    return known;
  }

  /** Where it takes a flood of them: what is sent on one link without anything between, at once. */
  private async inOneSend(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    if (steps.length < MANY_STEPS) return steps;
    const joined = inOneWrite(steps);
    return joined.length < steps.length && (await this.stillShows(joined)) ? joined : steps;
  }

  /** Of very many bytes as few of the first ones as still show it: halves of halves would take a hundred tries. */
  private async shorter(steps: readonly FuzzStep[], at: number): Promise<readonly FuzzStep[]> {
    const step = steps[at];
    if (step?.kind !== 'send' || step.recipe !== undefined || step.bytes.length < MANY_BYTES) return steps;
    const cut = (length: number): readonly FuzzStep[] =>
      steps.with(at, withBytes(step, step.bytes.subarray(0, length)));
    let [low, high] = [0, step.bytes.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await this.stillShows(cut(middle))) high = middle;
      else low = middle;
    }
    return high === step.bytes.length ? steps : cut(high);
  }

  /** Messages sent at once, one behind the other, where that makes no difference. */
  private async oneAtATime(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    let left = steps;
    for (let at = steps.length - 1; at >= 0; at--) {
      const step = steps[at];
      if (step?.kind !== 'send') continue;
      const frames = this.options.session.frames(step.link, step.bytes);
      if (frames.length < 2 || frames.length > MOST_FRAMES) continue;
      const apart = frames.map((bytes): FuzzStep => ({ kind: 'send', link: step.link, bytes }));
      const rest = [...left.slice(0, at), ...apart, ...left.slice(at + 1)];
      if (await this.stillShows(rest)) left = rest;
    }
    return left;
  }

  /** A frame that has to come in many pieces, smaller as a whole and cut up again. */
  private async smallerInPieces(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    const { session } = this.options;
    let left = steps;
    for (let at = 0; at < left.length && !this.options.exhausted(); at++) {
      const [step, frame] = [left[at], cutUpAt(session, left, at)];
      if (step?.kind !== 'send' || frame === undefined) continue;
      const end = at + frame.count;
      for (const smaller of session.smaller(step.link, frame.whole)) {
        const rest = [...left.slice(0, at), ...cutUp(smaller, left.slice(at, end)), ...left.slice(end)];
        if (!(await this.stillShows(rest))) continue;
        left = rest;
        break;
      }
      at = end - 1;
    }
    return left;
  }

  private async fewerSteps(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    let left = steps;
    for (let size = left.length >> 1; size >= 1;) {
      let removed = false;
      for (let from = left.length - size; from > -size; from -= size) {
        // A hundred thousand steps less one each are no tries any more, and take minutes to write down.
        if (this.options.exhausted()) return left;
        const rest = [...left.slice(0, Math.max(0, from)), ...left.slice(Math.max(0, from) + size)];
        if (rest.length === left.length || !(await this.stillShows(rest))) continue;
        left = rest;
        removed = true;
      }
      size = removed && size > 1 ? Math.min(size, left.length >> 1) : size >> 1;
      if (size === 0 && removed) size = 1;
    }
    return left;
  }

  /** Steps of the same bytes change together first: five times one board stay one board. */
  private async fewerBytes(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    let left = steps;
    for (const together of [true, false]) {
      // Bytes that cannot be fewer in one place are left alone in the others: a hundred pairs are a hundred times the same.
      const settled = new Set<string>();
      for (let at = 0; at < left.length; at++) {
        const step = left[at];
        if (step === undefined || !('bytes' in step) || settled.has(keyOf(step))) continue;
        left = await this.shorter(left, at);
        const smaller = await this.smallerAt(left, at, together);
        if (smaller === left || together) settled.add(keyOf(smaller[at] ?? step));
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
    for (let found = true; found && !this.options.exhausted();) {
      found = false;
      const step = left[at];
      if (step === undefined || !('bytes' in step)) break;
      for (const candidate of candidates(this.options.session, step)) {
        const key = keyOf(step);
        const rest = left.map((one, i) =>
          i === at || (together && one.kind === step.kind && keyOf(one) === key) ? candidate : one,
        );
        if (!(await this.stillShows(rest))) continue;
        left = rest;
        found = true;
        break;
      }
    }
    return left;
  }

  /** What one step brings about another may too: a short one of the case in place of a longer one; or the time it took. */
  private async inPlaceOfOthers(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    if (steps.length > MOST_EXCHANGED) return steps;
    const { rig, session } = this.options;
    const silence = rig.isVirtual ? [listen(session.quiet)] : [];
    let left = steps;
    for (let at = 0; at < left.length; at++)
      for (const other of [...silence, ...left]) {
        const step = left[at];
        if (step === undefined || !isPlain(step) || !(other.kind === 'listen' || isPlain(other))) continue;
        if (bytesOf([other]) >= bytesOf([step])) continue;
        const rest = left.with(at, other);
        if (await this.stillShows(rest)) left = rest;
      }
    return left;
  }

  /** A step less, and another one done otherwise: the third choice there was may be the first without it. */
  private async otherwise(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    if (steps.length > MOST_EXCHANGED || this.options.session.others === undefined) return steps;
    let left = steps;
    for (let at = left.length - 1; at >= 0; at--)
      for (const rest of changed(this.options.session, left.toSpliced(at, 1)))
        if (await this.stillShows(rest)) {
          left = rest;
          break;
        }
    return left;
  }
  /** The same done otherwise, where that is fewer bytes: how many, what a recipe makes of it tells. */
  private async chosenShorter(steps: readonly FuzzStep[]): Promise<readonly FuzzStep[]> {
    if (steps.length > MOST_EXCHANGED || this.options.session.others === undefined) return steps;
    let left = this.asSent(steps);
    for (let at = left.length - 1; at >= 0; at--) {
      const step = left[at];
      if (step?.kind !== 'send' || step.bytes.length < 2) continue;
      for (const other of this.options.session.others(step)) {
        const { made, failure } = this;
        this.made = [];
        const key = keyOf(step);
        const shows = await this.stillShows(left.map((one) => (keyOf(one) === key ? other : one)));
        if (shows && this.made.length === left.length && bytesOf(this.made) < bytesOf(left)) left = this.made;
        else [this.made, this.failure] = [made, failure];
      }
    }
    return left;
  }
}
