/** Cases that reached new coverage. They are mutated and tried again. */
import { bytesOf, type FuzzStep } from '../../player/step';
import type { CoveragePoint } from '../../../protocols/monitor/monitor';

/** The most entries, and the greatest weight of an entry: long sessions cost more than they show. */
const ENTRIES = 256;
const ENTRY_STEPS = 48;
const ENTRY_BYTES = 1500;

export interface CorpusState {
  readonly entries: readonly (readonly FuzzStep[])[];
  readonly known: readonly string[];
}

interface LabelTree {
  readonly below: Map<string, LabelTree>;
}

export class Corpus {
  private readonly entries: (readonly FuzzStep[])[];
  private readonly known: Set<string>;
  private next = 0;
  /** Points with the trigger before them that were looked up already: labels, one below the other. It spares putting keys together. */
  private readonly seen: LabelTree = { below: new Map() };

  constructor(
    state: CorpusState = { entries: [], known: [] },
    private added = state.entries.length,
  ) {
    this.entries = [...state.entries];
    this.known = new Set(state.known);
    this.next = added % ENTRIES;
  }

  get size(): number {
    return this.entries.length;
  }

  get all(): readonly (readonly FuzzStep[])[] {
    return this.entries;
  }

  /** Keeps a case with new coverage: a new response in a state, or a new pair of consecutive points. */
  add(steps: readonly FuzzStep[], points: readonly CoveragePoint[]): void {
    let fresh = false;
    let before = '';
    for (const { state, trigger, response } of points) {
      if (!wasSeen(this.seen, [before, state, trigger, response])) {
        const key = `${state}|${trigger}|${response}`;
        fresh = this.isNew(key) || fresh;
        fresh = this.isNew(`${before}>${key}`) || fresh;
      }
      before = trigger;
    }
    if (!fresh || steps.length > ENTRY_STEPS || bytesOf(steps) > ENTRY_BYTES) return;
    this.entries[this.next] = steps;
    this.next = (this.next + 1) % ENTRIES;
    this.added++;
  }

  state(): CorpusState & { readonly added: number } {
    return { entries: [...this.entries], known: [...this.known], added: this.added };
  }

  private isNew(key: string): boolean {
    if (this.known.has(key)) return false;
    this.known.add(key);
    return true;
  }
}

/** Enters the path where it is new. */
function wasSeen(tree: LabelTree, path: readonly string[]): boolean {
  let isKnown = true;
  for (const label of path) {
    let next = tree.below.get(label);
    if (next === undefined) {
      next = { below: new Map() };
      tree.below.set(label, next);
      isKnown = false;
    }
    tree = next;
  }
  return isKnown;
}
