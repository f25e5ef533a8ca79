/**
 * Deduplication by replay: a minimised case may belong to a known bug, though it shows another failure.
 *
 *     known   wrong CRC: two Errors            this   wrong CRC  Match: Error 01 where FALSE is due
 *     its steps without the last, and silence:        wrong CRC: two Errors, which is known
 *
 * Every step of a minimised case is needed. So if a part of it shows a known failure, the case belongs to that bug. A part is:
 * a prefix, one step alone, the last step after fewer others, or a state probe before the last step.
 * What silence alone shows comes after anything: there the part is the silence at the end, and it must show what the case shows.
 */
import { micros } from '../../../protocols/time';
import { stepKey } from '../reduce/candidates';
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
import { listen, type FuzzStep } from '../execution/step';
import type { Failure } from '../../../protocols/monitor/failure';
import { isSimilar } from './cause';
import { stepsOf, type Finding } from './finding';

/** The most known findings whose parts are replayed too. */
const MOST_KNOWN = 12;
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

export interface DuplicateOptions extends ReproContext {
  readonly small: Minimised;
  /** The failure shows at least once in this many rounds, if it depends on the board's choices. */
  readonly rounds?: number | undefined;
  readonly known: readonly Finding[];
  /** The finding that a failure's signature belongs to. */
  readonly idOf: (signature: string) => string | undefined;
}

/** The finding that a failure of a part belongs to. */
type FindKnown = (failure: Failure) => string | undefined;

/** The id of the finding that the case is a duplicate of; undefined: the case is a new bug. */
export async function findDuplicate(options: DuplicateOptions): Promise<string | undefined> {
  const { small } = options;
  if (small.steps.every(({ kind }) => kind === 'listen')) return undefined;
  const bySilence = options.known.filter(isBySilence);
  const known = options.known.filter((one) => !isBySilence(one));
  const own = new CaseParts(options, small.steps, small.failure);
  const silent = bySilence.length > 0 ? await own.replaySilence(knownBy(bySilence, options)) : undefined;
  if (silent !== undefined || known.length === 0) return silent;
  const found = await own.find(knownBy(known, options));
  if (found !== undefined || !options.rig.isVirtual) return found;
  const name = signature(small.failure);
  for (const finding of known.slice(0, MOST_KNOWN)) {
    await yieldToEventLoop();
    const rounds = finding.repeats.rounds?.most;
    const theirs = new CaseParts({ ...options, rounds }, stepsOf(finding.steps), failureOf(finding));
    const id = await theirs.find((failure) => (signature(failure) === name ? finding.id : undefined));
    if (id !== undefined) return id;
  }
  return undefined;
}

function isBySilence({ steps }: Finding): boolean {
  return steps.every((step) => 'listenUs' in step);
}

function knownBy(findings: readonly Finding[], { idOf }: DuplicateOptions): FindKnown {
  const ids = new Set(findings.map(({ id }) => id));
  return (failure) => {
    const name = signature(failure);
    const id = idOf(name) ?? findings.find((one) => signature(failureOf(one)) === name)?.id;
    return id !== undefined && ids.has(id) ? id : undefined;
  };
}

class CaseParts {
  constructor(
    private readonly options: ReproContext & { readonly rounds?: number | undefined },
    private readonly steps: readonly FuzzStep[],
    private readonly failure: Failure,
  ) {}

  async find(known: FindKnown): Promise<string | undefined> {
    return (
      (await this.replayPrefix(known)) ??
      (await this.replayStep(known)) ??
      (await this.replaySubset(known)) ??
      (this.options.rig.isVirtual ? await this.probeState(known) : undefined)
    );
  }

  /** The silence at the end alone. */
  async replaySilence(known: FindKnown): Promise<string | undefined> {
    const last = this.steps.at(-1);
    if (last?.kind !== 'listen') return undefined;
    const { failure } = await this.replay([last, this.silence]);
    const { kind, expected } = this.failure;
    return failure?.kind === kind && failure.expected === expected ? known(failure) : undefined;
  }

  private get silence(): FuzzStep {
    const { rig, session } = this.options;
    return listen(rig.isVirtual ? micros(LONG_SILENCE * session.quiet) : session.quiet);
  }

  /** The first steps, then silence. */
  private async replayPrefix(known: FindKnown): Promise<string | undefined> {
    const { steps, silence } = this;
    for (let count = steps.length - 1; count > Math.max(0, steps.length - LAST_STEPS); count--) {
      const id = await this.shownBy([...steps.slice(0, count), silence], known);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** One of the last steps alone, then silence. */
  private async replayStep(known: FindKnown): Promise<string | undefined> {
    if (this.steps.length < 2) return undefined;
    const last = new Map(this.steps.slice(-LAST_STEPS).map((step) => [stepKey(step), step]));
    for (const step of last.values()) {
      const { failure } = await this.replay([step, this.silence]);
      const id = failure && known(failure);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** The last step after fewer others, if that is answered wrongly too. */
  private async replaySubset(known: FindKnown): Promise<string | undefined> {
    const before = this.steps.slice(0, -1);
    const last = this.steps.slice(-1);
    const ifSimilar: FindKnown = (failure) =>
      failure.trigger === this.failure.trigger || isSimilar(failure, this.failure)
        ? known(failure)
        : undefined;
    for (const rest of before.length === 0 ? [] : [[], ...withoutOne(before), ...withoutRun(before)]) {
      const id = await this.shownBy([...rest, ...last], ifSimilar, true);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** State probes before the last step: is the state wrong already? */
  private async probeState(known: FindKnown): Promise<string | undefined> {
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
        const id = known(shown);
        if (id !== undefined && (await this.replay(probe)).failure === undefined) return id;
      }
    }
    return undefined;
  }

  /** A part of a flaky case must fail about as often as the whole case. `atEnd`: only after the last step. */
  private async shownBy(
    steps: readonly FuzzStep[],
    known: FindKnown,
    atEnd = false,
  ): Promise<string | undefined> {
    const { rig } = this.options;
    // On a real board a prefix is tried once: many rounds of each would take hours.
    const most = rig.isVirtual || atEnd ? this.options.rounds : undefined;
    const once = rig.isVirtual && hasRecipes(this.steps) ? OPEN_ROUNDS : 1;
    const rounds = most === undefined ? once : Math.min(most, MOST_ROUNDS);
    const needed = most === undefined ? 1 : Math.max(LEAST_SHOWN, (REPEATS * rounds) / most);
    let shown = 0;
    for (let n = 0; n < rounds; n++) {
      const trial = await this.replay(steps);
      if (trial.failure === undefined || (atEnd && trial.steps < steps.length)) continue;
      const id = known(trial.failure);
      if (id !== undefined && ++shown >= needed) return id;
    }
    return undefined;
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

function failureOf({ kind, requirement, trigger, due, expected, seen }: Finding): Failure {
  return { kind: kind === 'hang' ? 'silence' : kind, requirement, trigger, due, expected, seen };
}
