/**
 * The findings of a campaign: failures by signature, which are triaged once and rarely again, and findings by cause.
 *
 * Two cases are of one bug if they have a fingerprint in common: a no-op that they need, or what a part of them shows.
 */
import { findingOutline } from '../../fuzz-record';
import type { JournalEvent } from '../../record';
import { recordAsFound, triageFailure, type TriagedFailure } from './triage';
import type { Case, TriageContext } from './triage-context';
import type { Finding } from './finding';
import { signaturesOfParts } from './duplicates';
import { BoardWedged } from '../execution/rig';
import { TimeUsedUp } from '../../time-limit';
import type { Failure } from '../../../protocols/monitor/failure';
import { signature } from '../execution/reproduce';

/** A known failure is triaged again after this many times: it may hide another bug. */
const TRIAGED_AGAIN = [4, 40];
/** Where so many findings have one fault in common, another request with that fault is no new bug. */
const LEAST_SAME = 2;
/** After this many failures that never showed again, their signature is no longer triaged. */
const MOST_FLAKES = 3;

export interface FindingStoreState {
  /** By signature: the finding that the failure belongs to, and how often it showed. */
  readonly classes: Readonly<Record<string, { readonly id: string; readonly shown: number }>>;
  /** By what else a case shows, no-ops that it needs and signatures of its parts: its finding. */
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly flakes: number;
}

export interface FindingStoreOptions {
  readonly triage: TriageContext;
  readonly seed: number;
  /** Name of the board, for findings. */
  readonly board: string;
  readonly emit: (event: JournalEvent) => void;
  /** Called with a finding that is new or better, or whose count has changed. Returns the name of its file. */
  readonly keep: (finding: Finding) => string;
}

export class FindingStore {
  flakes: number;
  private readonly classes: Map<string, { id: string; shown: number }>;
  private readonly fingerprints: Map<string, string>;
  private readonly findings: Map<string, Finding>;

  constructor(
    private readonly options: FindingStoreOptions,
    resume: FindingStoreState | undefined,
  ) {
    this.classes = new Map(Object.entries(resume?.classes ?? {}).map(([name, one]) => [name, { ...one }]));
    this.fingerprints = new Map(Object.entries(resume?.fingerprints ?? {}));
    this.findings = new Map((resume?.findings ?? []).map((finding) => [finding.id, finding]));
    this.flakes = resume?.flakes ?? 0;
  }

  get all(): readonly Finding[] {
    return [...this.findings.values()];
  }

  state(): FindingStoreState {
    return {
      classes: Object.fromEntries([...this.classes].map(([name, one]) => [name, { ...one }])),
      fingerprints: Object.fromEntries(this.fingerprints),
      findings: this.all,
      flakes: this.flakes,
    };
  }

  /**
   * `unit`: the virtual board that showed it. Rejects with {@link BoardWedged} if the board cannot be recovered. The finding is
   * kept even then.
   */
  async addFailure(failure: Failure, history: readonly Case[], unit: number): Promise<void> {
    const name = signature(failure);
    const known = this.classes.get(name);
    if (known !== undefined) {
      known.shown++;
      this.count(known.id);
    }
    const isDue = known === undefined || TRIAGED_AGAIN.includes(known.shown);
    if (isDue && (known === undefined || this.options.triage.rig.isVirtual))
      await this.triageAndKeep(name, failure, history, unit);
  }

  /** The baseline failed, although it must bring every live board to a known state. */
  async addBaselineFailure(failure: Failure, baseline: Case, unit: number): Promise<void> {
    const name = signature(failure);
    if (!this.classes.has(name)) await this.triageAndKeep(name, failure, [baseline], unit);
  }

  private async triageAndKeep(
    name: string,
    failure: Failure,
    history: readonly Case[],
    unit: number,
  ): Promise<void> {
    const { triage, board, seed } = this.options;
    const last = history.at(-1);
    if (last === undefined) return this.addFlake(name);
    let cut: BoardWedged | TimeUsedUp | undefined;
    const isKnown = this.classes.has(name);
    const { bounded = (work) => work() } = triage;
    const finding = await bounded(async () => {
      const triaged = await triageFailure(triage, failure, history, { unit, isKnown });
      return triaged && this.deduplicate(name, triaged);
    }).catch((error: unknown) => {
      if (!(error instanceof BoardWedged) && !(error instanceof TimeUsedUp)) throw error;
      cut = error;
      return recordAsFound(triage, failure, last, error instanceof BoardWedged).finding;
    });
    if (finding === undefined) return this.addFlake(name);
    const earlier = this.findings.get(finding.id);
    const found = { board, seed, case: last.number, generator: last.generator };
    if (earlier === undefined) this.add({ ...finding, count: 1, found });
    else if (isBetter(finding, earlier)) this.add({ ...finding, count: earlier.count, found: earlier.found });
    if (cut instanceof BoardWedged) throw cut;
    if (this.classes.has(name)) return;
    this.classes.set(name, { id: finding.id, shown: 1 });
    if (earlier !== undefined) this.count(finding.id);
  }

  /** A duplicate takes the id of the known finding. Undefined: it does not show again. */
  private async deduplicate(
    name: string,
    { small, cause, finding }: TriagedFailure,
  ): Promise<TriagedFailure['finding'] | undefined> {
    // A board with other findings fails in every repetition.
    const { shown, tried } = finding.repeats;
    if (shown === 0 && tried > 0 && this.findings.size > 0) return undefined;
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
  }

  /** A failure that never showed again is counted, but it is no finding. */
  private addFlake(name: string): void {
    this.flakes++;
    const known = this.classes.get(`flake ${name}`);
    const shown = (known?.shown ?? 0) + 1;
    this.classes.set(`flake ${name}`, { id: '', shown });
    if (shown >= MOST_FLAKES && !this.classes.has(name)) this.classes.set(name, { id: '', shown: 1 });
  }

  /** A better case is recorded again under the same id. */
  private add(finding: Finding): void {
    this.findings.set(finding.id, finding);
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
