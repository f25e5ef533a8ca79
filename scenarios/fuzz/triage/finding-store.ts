/** What a campaign has found: failures by class, each examined once and now and then again, findings by their cause. */
import type { JournalEvent } from '../../record';
import { asFound, better, examine, type Case, type Examined, type Lab } from './triage';
import type { Finding } from './finding';
import { findDuplicate } from './duplicates';
import { BoardWedged } from '../execution/rig';
import type { Failure } from '../../oracle/failure';
import { signature } from '../execution/trial';

/** A failure of a kind known already is examined again when it has shown so often: another bug may hide behind it. */
const LOOK_AGAIN = [4, 40];
/** Failures that never showed again before the like of them are left alone. */
const MOST_FLAKES = 3;

export interface FindsState {
  /** Of a failure's class: the finding it belongs to, and how often it showed. */
  readonly classes: Readonly<Record<string, { readonly id: string; readonly shown: number }>>;
  readonly findings: readonly Finding[];
  readonly flakes: number;
}

export interface FindsOptions {
  readonly lab: Lab;
  readonly seed: number;
  /** Name of the board, for findings. */
  readonly board: string;
  readonly emit: (event: JournalEvent) => void;
  /** A finding is new, or smaller, or has shown again by the end. Returns the name of its file. */
  readonly keep: (finding: Finding) => string;
}

interface Class {
  id: string;
  shown: number;
}

export class FindingStore {
  flakes: number;
  private readonly classes: Map<string, Class>;
  private readonly found: Map<string, Finding>;

  constructor(
    private readonly options: FindsOptions,
    resume: FindsState | undefined,
  ) {
    this.classes = new Map(Object.entries(resume?.classes ?? {}).map(([name, one]) => [name, { ...one }]));
    this.found = new Map((resume?.findings ?? []).map((finding) => [finding.id, finding]));
    this.flakes = resume?.flakes ?? 0;
  }

  get all(): readonly Finding[] {
    return [...this.found.values()];
  }

  state(): FindsState {
    return {
      classes: Object.fromEntries([...this.classes].map(([name, one]) => [name, { ...one }])),
      findings: this.all,
      flakes: this.flakes,
    };
  }

  /**
   * `unit`: the board it showed on, as the rig began it. Rejects with {@link BoardWedged} where it was the end of the board; what was
   * found is kept then too.
   */
  async failed(failure: Failure, history: readonly Case[], unit: number): Promise<void> {
    const name = signature(failure);
    const known = this.classes.get(name);
    if (known !== undefined) {
      known.shown++;
      this.count(known.id);
    }
    const again = this.options.lab.rig.isVirtual && known !== undefined && LOOK_AGAIN.includes(known.shown);
    if (known === undefined || again) await this.examined(name, failure, history, unit);
  }

  /** What brings any live board to a known state does not. */
  async baselineFailed(failure: Failure, baseline: Case, unit: number): Promise<void> {
    const name = signature(failure);
    if (!this.classes.has(name)) await this.examined(name, failure, [baseline], unit);
  }

  private async examined(
    name: string,
    failure: Failure,
    history: readonly Case[],
    unit: number,
  ): Promise<void> {
    const { lab, board, seed } = this.options;
    const last = history.at(-1);
    if (last === undefined) return this.flake(name);
    let wedged: BoardWedged | undefined;
    const examined = await examine(lab, failure, history, { unit, known: this.classes.has(name) }).catch(
      (error: unknown) => {
        if (!(error instanceof BoardWedged)) throw error;
        wedged = error;
        return asFound(lab, failure, last);
      },
    );
    if (examined === undefined) return this.flake(name);
    // Of a board that has other failures, and shows them each time.
    const { shown, tried } = examined.finding.repeats;
    if (wedged === undefined && shown === 0 && tried > 0 && this.found.size > 0) return this.flake(name);
    const known = examined.finding.repeats.rounds === undefined ? undefined : this.classes.get(name)?.id;
    const finding =
      wedged !== undefined
        ? examined.finding
        : known !== undefined && this.found.has(known)
          ? { ...examined.finding, id: known }
          : await this.ofItsKin(examined);
    const earlier = this.found.get(finding.id);
    const found = { board, seed, case: last.number, generator: last.generator };
    if (earlier === undefined) this.add({ ...finding, count: 1, found });
    else if (better(finding, earlier)) this.add({ ...finding, count: earlier.count, found: earlier.found });
    if (wedged !== undefined) throw wedged;
    if (this.classes.has(name)) return;
    this.classes.set(name, { id: finding.id, shown: 1 });
    if (earlier !== undefined) this.count(finding.id);
  }

  /** What is of a known bug goes by that one's name. */
  private async ofItsKin({ small, finding }: Examined): Promise<Examined['finding']> {
    if (this.found.has(finding.id)) return finding;
    // What was smaller may have taken the name of its kin.
    const same = this.all.find(({ cause }) => cause === finding.cause);
    if (same !== undefined) return { ...finding, id: same.id };
    const { rig, session } = this.options.lab;
    const idOf = (name: string): string | undefined => this.classes.get(name)?.id;
    const id = await findDuplicate({
      ...{ rig, session, small, known: this.all, idOf },
      rounds: finding.repeats.rounds?.most,
    });
    return id === undefined ? finding : { ...finding, id };
  }

  private count(id: string): void {
    const finding = this.found.get(id);
    if (finding !== undefined) this.found.set(id, { ...finding, count: finding.count + 1 });
  }

  /** It never showed again: said, not blamed on the board. */
  private flake(name: string): void {
    this.flakes++;
    const known = this.classes.get(`flake ${name}`);
    const shown = (known?.shown ?? 0) + 1;
    this.classes.set(`flake ${name}`, { id: '', shown });
    if (shown >= MOST_FLAKES && !this.classes.has(name)) this.classes.set(name, { id: '', shown: 1 });
  }

  /** A better one in the place of another is told again, under the same name. */
  private add(finding: Finding): void {
    this.found.set(finding.id, finding);
    const file = this.options.keep(finding);
    const { id, kind, title, requirement, level, cause, expected, seen } = finding;
    const { bytes, foundBytes, history, repeats, evidence } = finding;
    this.options.emit({
      type: 'fuzz-finding',
      case: finding.found.case,
      ...{ id, kind, title, requirement, level, cause, expected, seen },
      ...{ bytes, foundBytes, history, repeats, file, evidence },
    });
  }
}
