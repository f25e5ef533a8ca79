/**
 * Whether a small case is of a bug that is known already, where it shows it as another failure.
 *
 *     known   wrong CRC: two Errors            this   wrong CRC  Match: Error 01 where FALSE is due
 *     its steps less the last, and silence:    wrong CRC: two Errors, which is known
 *
 * Every step of a small case is needed. So where a part of it shows what is known, it was of that bug: the same steps cut
 * short; or the last one with less before it, answered wrongly there too. That the board holds by then what it may not,
 * good requests that change nothing tell.
 */
import { micros } from '../../../protocols/time';
import { CUTS, keyOf, lessOne, otherCode } from '../reduce/candidates';
import { isAkin } from './cause';
import { stepsOf, type Finding } from './finding';
import type { Minimised } from '../reduce/minimise';
import { isOpen, REPEATS } from '../reduce/reproducibility';
import { areOfOneBug } from './root-cause';
import { apartInPeace, LONG_SILENCES } from '../reduce/peace';
import type { Rig } from '../execution/rig';
import { listen, type FuzzStep } from '../execution/step';
import type { Failure } from '../../oracle/failure';
import type { FuzzSession } from '../target';
import { isOfState, signature, reproduce, turnOfOthers, type Trial } from '../execution/trial';

/** Known findings, and steps of theirs, that are looked at from the other side. */
const MOST_KNOWN = 12;
const ROUNDS_APART = { least: 16, most: 400 } as const;
/** What is sent follows the board's choices. */
const ROUNDS_OPEN = 6;
/** Of a case that takes luck, and how often it shows in them at least. */
const MOST_ROUNDS = 200;
const LEAST_SHOWN = 2;

export interface KinOptions {
  readonly rig: Rig;
  readonly session: FuzzSession;
  readonly small: Minimised;
  /** In so many at most it shows, where the board chooses too. */
  readonly rounds?: number | undefined;
  readonly known: readonly Finding[];
  /** Of a failure's class: the finding it belongs to. */
  readonly idOf: (name: string) => string | undefined;
}

type Part = (failure: Failure) => string | undefined;

/** The id of the finding it belongs to; undefined: it is a bug of its own. */
export async function findDuplicate(options: KinOptions): Promise<string | undefined> {
  const { small, known, idOf, rig } = options;
  // What silence alone shows, it shows behind whatever is sent: it is no part of another bug.
  if (small.steps.every(({ kind }) => kind === 'listen')) return undefined;
  const ofWhatIsSent = known.filter(({ steps }) => !steps.every((step) => 'listenUs' in step));
  if (ofWhatIsSent.length === 0) return undefined;
  const spoken = new Set(ofWhatIsSent.map(({ id }) => id));
  const idKnown: Part = (failure) => {
    const id = idOf(signature(failure)) ?? known.find((one) => nameOf(one) === signature(failure))?.id;
    return id !== undefined && spoken.has(id) ? id : undefined;
  };
  const one = new Kin(options, small.steps, small.failure);
  const found =
    (await one.cutShort(idKnown)) ??
    (await one.oneAlone(idKnown)) ??
    (await one.withLess(idKnown)) ??
    (await one.withPlainCode(idKnown)) ??
    (await one.toldApart(idKnown));
  if (found !== undefined || !rig.isVirtual) return found;
  return (await one.held(idKnown)) ?? (await theOtherWay(options));
}

/** This one is a part of what is known. */
async function theOtherWay(options: KinOptions): Promise<string | undefined> {
  const { small, known } = options;
  const name = signature(small.failure);
  for (const finding of known.slice(0, MOST_KNOWN)) {
    await turnOfOthers();
    const isThis: Part = (failure) => (signature(failure) === name ? finding.id : undefined);
    const rounds = finding.repeats.rounds?.most;
    const other = new Kin({ ...options, rounds }, stepsOf(finding.steps), failureOf(finding));
    const found =
      (await other.cutShort(isThis)) ??
      (await other.oneAlone(isThis)) ??
      (await other.withLess(isThis)) ??
      (await other.withPlainCode(isThis)) ??
      (await other.toldApart(isThis)) ??
      (await other.held(isThis));
    if (found !== undefined) return found;
    const hangs = finding.kind === 'hang';
    const its = { steps: stepsOf(finding.steps), failure: failureOf(finding), hangs };
    if (await areOfOneBug(options, small, its)) return finding.id;
  }
  return undefined;
}

class Kin {
  constructor(
    private readonly options: Pick<KinOptions, 'rig' | 'session' | 'rounds'>,
    private readonly steps: readonly FuzzStep[],
    private readonly failure: Failure,
  ) {}

  /** Where time costs nothing, what is due much later comes too. */
  private get silence(): FuzzStep {
    const { rig, session } = this.options;
    return listen(rig.isVirtual ? micros(LONG_SILENCES * session.quiet) : session.quiet);
  }

  /** Fewer of its steps, and silence. */
  async cutShort(part: Part): Promise<string | undefined> {
    const { steps, silence } = this;
    for (let count = steps.length - 1; count > Math.max(0, steps.length - CUTS.last); count--) {
      const id = await this.shownBy([...steps.slice(0, count), silence], part);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** One of its last steps by itself, and silence; where that costs nothing and takes no luck, behind each short way too. */
  async oneAlone(part: Part): Promise<string | undefined> {
    const { rig, session, rounds } = this.options;
    const last = new Map(this.steps.slice(-CUTS.last).map((step) => [keyOf(step), step]));
    const ways = rig.isVirtual && rounds === undefined ? (session.ways ?? []) : [];
    for (const step of this.steps.length > 1 ? last.values() : []) {
      const { failure } = await this.tried([step, this.silence]);
      const alone = failure === undefined ? undefined : part(failure);
      if (alone !== undefined) return alone;
      for (const way of ways) {
        const id = await this.alwaysShownBy([...way, step, this.silence], part);
        if (id !== undefined) return id;
      }
    }
    return undefined;
  }

  /** Its last step with less before it, which is answered wrongly there too. */
  async withLess(part: Part): Promise<string | undefined> {
    const before = this.steps.slice(0, -1);
    const akin: Part = (failure) =>
      failure.trigger === this.failure.trigger || isAkin(failure, this.failure) ? part(failure) : undefined;
    for (const rest of [[], ...lessOne(before), ...lessAlike(before)]) {
      if (rest.length === before.length) continue;
      const id = await this.shownBy([...rest, ...this.steps.slice(-1)], akin, 'at the end');
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** What any other code shows is not of this one. */
  async withPlainCode(part: Part): Promise<string | undefined> {
    const last = this.steps.at(-1);
    if (last?.kind !== 'present') return undefined;
    const { failure } = await this.tried([...this.steps.slice(0, -1), otherCode(last)]);
    return failure !== undefined && isAkin(failure, this.failure) ? part(failure) : undefined;
  }

  /** What it sends at once, one behind the other: what it shows then may take the board's choices. */
  async toldApart(part: Part): Promise<string | undefined> {
    const { rig, session } = this.options;
    const together = this.steps.some(
      (step) => step.kind === 'send' && session.frames(step.link, step.bytes).length > 1,
    );
    if (!together || !rig.isVirtual || this.steps.length > CUTS.last) return undefined;
    const apart = apartInPeace(session, this.steps);
    for (
      let n = 0;
      n < Math.min(Math.max(this.options.rounds ?? 0, ROUNDS_APART.least), ROUNDS_APART.most);
      n++
    ) {
      const { failure } = await this.tried(apart);
      const id = failure === undefined ? undefined : part(failure);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** What the board holds behind so many of its steps is wrong already. */
  async held(part: Part): Promise<string | undefined> {
    const readings = this.options.session.readings ?? [];
    const sound: (readonly FuzzStep[])[] = [];
    for (const reading of readings)
      if ((await this.tried(reading)).failure === undefined) sound.push(reading);
    for (let count = this.steps.length - 1; count > Math.max(0, this.steps.length - CUTS.first); count--) {
      const before = this.steps.slice(0, count);
      const answers = answersIn(await this.tried(before));
      const silent = new Set<string>();
      let hears = false;
      for (const reading of sound) {
        const trial = await this.tried([...before, ...reading]);
        const { failure } = trial;
        hears ||= failure === undefined && answersIn(trial) > answers;
        const id = failure !== undefined && isOfState(failure) ? part(failure) : undefined;
        if (id !== undefined && failure?.kind !== 'silence') return id;
        if (id !== undefined) silent.add(id);
      }
      // One that hears nothing tells nothing of what it holds.
      const [first] = silent;
      if (hears && first !== undefined) return first;
    }
    return undefined;
  }

  /** In as many rounds as a finding is repeated. */
  private async alwaysShownBy(tried: readonly FuzzStep[], part: Part): Promise<string | undefined> {
    let id: string | undefined;
    for (let n = 0; n < REPEATS; n++) {
      const { failure } = await this.tried(tried);
      id = failure === undefined ? undefined : part(failure);
      if (id === undefined) return undefined;
    }
    return id;
  }

  /** In a round; what takes luck shows without a step about as often, where it is not of that. */
  private async shownBy(
    tried: readonly FuzzStep[],
    part: Part,
    where?: 'at the end',
  ): Promise<string | undefined> {
    const { rig } = this.options;
    // On a real board a case cut short is tried once: rounds of each would take hours.
    const most = rig.isVirtual || where !== undefined ? this.options.rounds : undefined;
    const rounds =
      most === undefined
        ? rig.isVirtual && isOpen(this.steps)
          ? ROUNDS_OPEN
          : 1
        : Math.min(most, MOST_ROUNDS);
    const needed = most === undefined ? 1 : Math.max(LEAST_SHOWN, (REPEATS * rounds) / most);
    let shown = 0;
    for (let n = 0; n < rounds; n++) {
      const { failure, steps } = await this.tried(tried);
      if (failure === undefined || (where !== undefined && steps < tried.length)) continue;
      const id = part(failure);
      if (id !== undefined && ++shown >= needed) return id;
    }
    return undefined;
  }

  private tried(steps: readonly FuzzStep[]): Promise<Trial> {
    return reproduce(this.options.rig, this.options.session, steps);
  }
}

function answersIn({ model }: Trial): number {
  return model.coverage().filter(({ isNoOp: idle, response }) => !idle && response !== 'silence').length;
}

/** Without a run of steps of one length: five shuffles go together. */
function lessAlike(steps: readonly FuzzStep[]): (readonly FuzzStep[])[] {
  const begins = steps.flatMap((step, i) => (i > 0 && kindOf(step) === kindOf(steps[i - 1]) ? [] : [i]));
  return begins
    .map((from, n) => [from, begins[n + 1] ?? steps.length] as const)
    .filter(([from, to]) => to - from > 1)
    .slice(0, CUTS.last)
    .map(([from, to]) => [...steps.slice(0, from), ...steps.slice(to)]);
}

function kindOf(step: FuzzStep | undefined): string {
  if (step === undefined || !('bytes' in step)) return step?.kind ?? '';
  return `${step.kind} ${step.bytes[0] ?? ''} ${step.bytes.length}`;
}

function failureOf({ kind, requirement, trigger, due, expected, seen }: Finding): Failure {
  return { kind: kind === 'hang' ? 'silence' : kind, requirement, trigger, due, expected, seen };
}

function nameOf(finding: Finding): string {
  return signature(failureOf(finding));
}
