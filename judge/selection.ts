/** Which worlds go on: those that explain what was seen; where none does, the one that comes nearest, and its fault. */
import { mergeWorlds } from './merging';
import type { Conversation, Note } from './conversation';
import { judge } from '../protocols/monitor/measurement';
import type { Next, Reported, World } from './world';

export interface Selection<S> {
  readonly worlds: readonly World<S>[];
  readonly verdict: 'fail' | 'inconclusive';
  readonly faults: readonly Reported<S>[];
  /** Only what nobody told of explains it: nothing is known of the state any more. */
  readonly isLost: boolean;
}

const NONE: readonly never[] = [];
/** More are as good as none. */
const MOST_WORLDS = 256;
/** Findings that no two worlds agree on. */
const MOST_NOTES = 512;

export function areTooMany<S>(worlds: readonly World<S>[]): boolean {
  return worlds.length > MOST_WORLDS || (worlds[0]?.notes.length ?? 0) > MOST_NOTES;
}

export function selectWorlds<S>(page: Conversation<S>, next: readonly Next<S>[]): Selection<S> {
  const [only] = next;
  if (only !== undefined && next.length === 1 && only.cost === 0)
    return { worlds: [only.world], verdict: 'inconclusive', faults: NONE, isLost: false };
  let least = Infinity;
  for (const { cost } of next) least = Math.min(least, cost);
  const best = next.filter(({ cost }) => cost === least);
  return least === 0 ? selectRight(page, next, best) : selectNearest(page, best);
}

/** Nothing more shows which world it was: those that need least that nobody told of, if they need no fault either. */
export function likeliestWorlds<S>(worlds: readonly World<S>[]): readonly World<S>[] {
  const least = Math.min(...worlds.map(({ unlikely }) => unlikely));
  const likeliest = worlds.filter(({ unlikely }) => unlikely === least);
  return likeliest.every(({ notes }) => notes.every(isRight)) ? likeliest : worlds;
}

function isRight(note: Note): boolean {
  return note.kind === 'time' ? judge(note.measurement) === 'pass' : note.kind !== 'flaw';
}

function selectRight<S>(
  page: Conversation<S>,
  next: readonly Next<S>[],
  right: readonly Next<S>[],
): Selection<S> {
  const worlds = mergeWorlds(
    page,
    right.map(({ world }) => world),
  );
  const wrong = next.filter(({ cost }) => cost > 0);
  // Only as times are not known, what is missing or wrong in all other worlds may be right.
  const isDoubtful = right.every(({ world }) => world.doubt !== undefined);
  const blamed = isDoubtful ? wrong.find(({ world }) => world.doubt === undefined) : undefined;
  const leastUnlikely = Math.min(...worlds.map(({ unlikely }) => unlikely));
  const likelier = wrong.find(({ world }) => world.unlikely < leastUnlikely);
  return {
    worlds,
    verdict: 'inconclusive',
    faults: [...(blamed?.faults ?? []), ...(likelier?.faults ?? [])],
    isLost: likelier !== undefined,
  };
}

function selectNearest<S>(page: Conversation<S>, best: readonly Next<S>[]): Selection<S> {
  // A board speaks of what it has read: of equals the nearest is the one that has read the most.
  const pending = Math.min(...best.map(({ world }) => world.host.pending));
  const nearest = best.find(({ world }) => world.host.pending === pending);
  if (nearest === undefined) throw new Error('a judge has a world');
  const { faults } = nearest;
  const hasSameFault = (other: Next<S>): boolean =>
    other.faults.length === faults.length &&
    other.faults.at(-1)?.fault.owed?.send === faults.at(-1)?.fault.owed?.send;
  const worlds = mergeWorlds(
    page,
    best.filter(hasSameFault).map(({ world }) => world),
  );
  return { worlds, verdict: 'fail', faults, isLost: false };
}
