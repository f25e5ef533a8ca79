/**
 * The findings of a campaign: failures by signature, which are triaged once and rarely again, and findings by cause. A failure that
 * does not reproduce is kept apart, until a later one with its signature does.
 *
 * Two cases are of one bug if they have a fingerprint in common: a no-op that they need, or what a part of them shows.
 */
import { findingOutline } from '../../fuzz-record';
import type { JournalEvent } from '../../record';
import { recordUntriaged, triageFailure, type TriagedFailure } from './triage';
import type { Case, TriageContext } from './triage-context';
import { isConfirmed, type Finding } from './finding';
import { signaturesOfParts } from './duplicates';
import { LinkError } from '../../../devices/links/link';
import { ReplayLog } from '../reduce/reproducibility';
import { BoardWedged } from '../execution/rig';
import { TimeUsedUp } from '../../time-limit';
import type { Failure } from '../../../protocols/monitor/failure';
import { signature } from '../execution/reproduce';

/** A known failure is triaged again after this many times: it may hide another bug. */
const TRIAGED_AGAIN = [4, 40];
/** Where so many findings have one fault in common, another request with that fault is no new bug. */
const LEAST_SAME = 2;
/** After this many failures that never reproduced, their signature is no longer triaged. */
const MOST_FLAKES = 3;

/** Where a failure came from. */
export interface FailureOrigin {
  /** The virtual board that showed it. */
  readonly unit: number;
  /** A stall of this host may have caused it. */
  readonly mayBeOfHost: boolean;
}

export interface FindingStoreState {
  /** By signature: the finding that the failure belongs to, and how often it showed. */
  readonly classes: Readonly<Record<string, { readonly id: string; readonly shown: number }>>;
  /** By what else a case shows, no-ops that it needs and signatures of its parts: its finding. */
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  /** Failures that did not reproduce, one of each signature. */
  readonly unconfirmed: readonly Finding[];
  readonly flakes: number;
  /** Flakes that a stall of this host may have caused. They are listed nowhere. */
  readonly ofHost?: number | undefined;
}

export interface FindingStoreOptions {
  readonly triage: TriageContext;
  readonly seed: number;
  /** Name of the board, for findings. */
  readonly board: string;
  readonly emit: (event: JournalEvent) => void;
  /** Called with a finding or an unconfirmed failure that is new or better, or whose count has changed. Returns the name of its file. */
  readonly keep: (finding: Finding) => string;
  /** Called with an unconfirmed failure that a finding replaces. */
  readonly discard?: ((unconfirmed: Finding) => void) | undefined;
}

export class FindingStore {
  flakes: number;
  ofHost: number;
  private readonly classes: Map<string, { id: string; shown: number }>;
  private readonly fingerprints: Map<string, string>;
  private readonly findings: Map<string, Finding>;
  /** By signature. */
  private readonly unconfirmedFailures: Map<string, Finding>;

  constructor(
    private readonly options: FindingStoreOptions,
    resume: FindingStoreState | undefined,
  ) {
    this.fingerprints = new Map(Object.entries(resume?.fingerprints ?? {}));
    const all = resume?.findings ?? [];
    this.findings = new Map(all.filter(isConfirmed).map((finding) => [finding.id, finding]));
    // Earlier versions kept what did not reproduce among the findings.
    const old = all.filter((one) => !isConfirmed(one));
    const open = [...(resume?.unconfirmed ?? []), ...old];
    this.unconfirmedFailures = new Map(open.map((one) => [signature(one), one]));
    const classes = Object.entries(resume?.classes ?? {}).filter(
      ([, { id }]) => !old.some((one) => one.id === id),
    );
    this.classes = new Map(classes.map(([name, one]) => [name, { ...one }]));
    this.flakes = resume?.flakes ?? 0;
    this.ofHost = resume?.ofHost ?? 0;
  }

  get all(): readonly Finding[] {
    return [...this.findings.values()];
  }

  get unconfirmed(): readonly Finding[] {
    return [...this.unconfirmedFailures.values()];
  }

  state(): FindingStoreState {
    return {
      classes: Object.fromEntries([...this.classes].map(([name, one]) => [name, { ...one }])),
      fingerprints: Object.fromEntries(this.fingerprints),
      findings: this.all,
      unconfirmed: this.unconfirmed,
      flakes: this.flakes,
      ...(this.ofHost === 0 ? {} : { ofHost: this.ofHost }),
    };
  }

  /**
   * Rejects with {@link BoardWedged} if the board cannot be recovered, and with the error of a lost link. The failure is kept even then.
   */
  async addFailure(failure: Failure, history: readonly Case[], origin: FailureOrigin): Promise<void> {
    const name = signature(failure);
    const known = this.classes.get(name);
    if (known !== undefined) {
      known.shown++;
      this.count(known.id);
    }
    const isDue = known === undefined || TRIAGED_AGAIN.includes(known.shown);
    if (isDue && (known === undefined || this.options.triage.rig.isVirtual))
      await this.triageAndKeep(name, failure, history, origin);
  }

  /** The baseline failed, although it must bring every live board to a known state. */
  async addBaselineFailure(
    failure: Failure,
    baseline: readonly Case[],
    origin: FailureOrigin,
  ): Promise<void> {
    const name = signature(failure);
    if (!this.classes.has(name)) await this.triageAndKeep(name, failure, baseline, origin);
  }

  private async triageAndKeep(
    name: string,
    failure: Failure,
    history: readonly Case[],
    { unit, mayBeOfHost }: FailureOrigin,
  ): Promise<void> {
    const last = history.at(-1);
    if (last === undefined) return;
    const { triage } = this.options;
    const { bounded = (work) => work() } = triage;
    const replays = new ReplayLog();
    const result: { triaged?: TriagedFailure | undefined } = {};
    const isKnown = this.classes.has(name);
    let cut: Error | undefined;
    try {
      await bounded(async () => {
        result.triaged = await triageFailure(triage, failure, history, { unit, isKnown, replays });
        result.triaged ??= recordUntriaged(triage, failure, last, replays);
        if (isConfirmed(result.triaged.finding))
          result.triaged = { ...result.triaged, finding: await this.deduplicate(name, result.triaged) };
      });
    } catch (error) {
      if (!(error instanceof BoardWedged || error instanceof TimeUsedUp || error instanceof LinkError))
        throw error;
      cut = error;
    }
    const { finding } = result.triaged ?? recordUntriaged(triage, failure, last, replays, cut);
    if (isConfirmed(finding)) this.addConfirmed(name, finding, last);
    else if (!mayBeOfHost || cut !== undefined) this.addUnconfirmed(name, finding, last);
    else {
      this.flakes++;
      this.ofHost++;
    }
    if (cut !== undefined && !(cut instanceof TimeUsedUp)) throw cut;
  }

  private addConfirmed(name: string, finding: TriagedFailure['finding'], last: Case): void {
    const earlier = this.findings.get(finding.id);
    const open = this.unconfirmedFailures.get(name);
    this.unconfirmedFailures.delete(name);
    if (open !== undefined) this.options.discard?.(open);
    if (earlier === undefined) this.add({ ...finding, count: 1, found: this.foundIn(last) });
    else if (isBetter(finding, earlier)) this.add({ ...finding, count: earlier.count, found: earlier.found });
    const known = this.classes.get(name);
    if (known !== undefined && this.findings.has(known.id)) return;
    this.classes.set(name, { id: finding.id, shown: known?.shown ?? 1 });
    if (earlier !== undefined) this.count(finding.id);
  }

  /** It is triaged again when its signature comes again, a few times. */
  private addUnconfirmed(name: string, finding: TriagedFailure['finding'], last: Case): void {
    this.flakes++;
    const flake = `flake ${name}`;
    const shown = (this.classes.get(flake)?.shown ?? 0) + 1;
    this.classes.set(flake, { id: '', shown });
    // What belongs to a finding is confirmed.
    if (this.classes.has(name)) return;
    const isKnown = this.findings.has(finding.id);
    if (shown >= MOST_FLAKES || isKnown) this.classes.set(name, { id: finding.id, shown: 1 });
    if (isKnown) return this.count(finding.id);
    const { count = 0, found = this.foundIn(last), repeats } = this.unconfirmedFailures.get(name) ?? {};
    const tried = finding.repeats.tried + (repeats?.tried ?? 0);
    const all = { ...finding, repeats: { shown: 0, tried }, count: count + 1, found };
    this.unconfirmedFailures.set(name, all);
    this.record(all);
  }

  private foundIn({ number, generator }: Case): Finding['found'] {
    const { board, seed } = this.options;
    return { board, seed, case: number, generator };
  }

  /** A duplicate takes the id of the known finding. */
  private async deduplicate(
    name: string,
    { small, cause, finding }: TriagedFailure,
  ): Promise<TriagedFailure['finding']> {
    const rounds = finding.repeats.rounds?.most;
    // The cause of a flaky case is less certain than its signature.
    const earlier = rounds === undefined ? undefined : this.classes.get(name)?.id;
    if (earlier !== undefined && this.findings.has(earlier)) return { ...finding, id: earlier };
    if (this.findings.has(finding.id)) return finding;
    // A smaller case may have replaced another under the other's id.
    const same = this.all.find(({ cause }) => cause === finding.cause) ?? this.findSameFault(finding);
    if (same !== undefined) return { ...finding, id: same.id };
    const { rig, session } = this.options.triage;
    const own = signature(small.failure);
    // On a real board replays take time: the first finding needs none.
    const isFirst = !rig.isVirtual && this.findings.size === 0;
    const probesState = cause.key === own;
    const parts = isFirst ? [] : await signaturesOfParts({ rig, session, small, rounds, probesState });
    const fingerprints = [...(cause.noOps ?? []), ...parts];
    const idOf = (one: string): string | undefined =>
      this.fingerprints.get(one) ??
      this.classes.get(one)?.id ??
      this.all.find((finding) => signature(finding) === one)?.id;
    const known = fingerprints.map(idOf).find((id) => id !== undefined && this.findings.has(id));
    const id = known ?? this.fingerprints.get(own) ?? finding.id;
    for (const one of fingerprints) if (!this.fingerprints.has(one)) this.fingerprints.set(one, id);
    return { ...finding, id };
  }

  /** Other requests alone that break the same clause in the same way, where one answer is due to all: the first of several. */
  private findSameFault(finding: TriagedFailure['finding']): Finding | undefined {
    const hasSameFault = (other: typeof finding): boolean =>
      (['requirement', 'kind', 'due'] as const).every((name) => other[name] === finding[name]) &&
      other.steps.length === 1;
    const others = hasSameFault(finding) ? this.all.filter(hasSameFault) : [];
    return others.length < LEAST_SAME ? undefined : others[0];
  }

  private count(id: string): void {
    const finding = this.findings.get(id);
    if (finding !== undefined) this.findings.set(id, { ...finding, count: finding.count + 1 });
    for (const [name, one] of this.unconfirmedFailures)
      if (one.id === id) this.unconfirmedFailures.set(name, { ...one, count: one.count + 1 });
  }

  /** A better case is recorded again under the same id. */
  private add(finding: Finding): void {
    this.findings.set(finding.id, finding);
    this.record(finding);
  }

  private record(finding: Finding): void {
    const file = this.options.keep(finding);
    const outline = findingOutline.parse(finding);
    this.options.emit({ type: 'fuzz-finding', case: finding.found.case, ...outline, file });
  }
}

/** true: the failure shows more often, or as often with fewer bytes, or steps. */
function isBetter(one: TriagedFailure['finding'], other: Finding): boolean {
  const difference =
    other.repeats.shown - one.repeats.shown ||
    one.bytes - other.bytes ||
    one.steps.length - other.steps.length;
  return difference < 0;
}
