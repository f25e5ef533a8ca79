/** Worlds that differ in nothing that matters are one. */
import type { Bounds } from '../protocols/monitor/timed-decoder';
import { micros } from '../protocols/time';
import type { Conversation, Note, Owed } from './conversation';
import { exchangesOf, isForbidden, type World } from './world';

const NONE: readonly never[] = [];

/** Each world once; of two that differ only in times, the one with the wider ones. Only what both have found counts. */
export function mergeWorlds<S>(page: Conversation<S>, all: readonly World<S>[]): World<S>[] {
  const worlds: World<S>[] = [];
  for (const world of all) {
    const at = worlds.findIndex((one) => isSame(page, one, world));
    const known = worlds[at];
    if (known === undefined) worlds.push(world);
    else worlds[at] = hull(page, known, world);
  }
  return worlds;
}

function isSame<S>(page: Conversation<S>, a: World<S>, b: World<S>): boolean {
  return (
    a.inbox.length === b.inbox.length &&
    (a.open === undefined) === (b.open === undefined) &&
    isSameList(page, expectedOf(a), expectedOf(b)) &&
    a.host.isSame(b.host) &&
    a.board.isSame(b.board) &&
    page.isSame(a.state, b.state)
  );
}

/** What may come. What must not, forbids nothing that is not forbidden anyway. */
function expectedOf<S>({ owed }: World<S>): readonly Owed<S>[] {
  return owed.some(isForbidden) ? owed.filter((one) => !isForbidden(one)) : owed;
}

function isSameList<S>(page: Conversation<S>, a: readonly Owed<S>[], b: readonly Owed<S>[]): boolean {
  return a.length === b.length && a.every((one, i) => isSameOwed(page, one, b[i]));
}

/** Times that may be the same are made one. */
function mayBeOneTime(a: Bounds, b: Bounds): boolean {
  return a.notBefore <= b.notAfter && b.notBefore <= a.notAfter;
}

/** The same event may ask for other things in another state. */
function isSameOwed<S>(page: Conversation<S>, one: Owed<S>, other: Owed<S> | undefined): boolean {
  if (other === undefined || !mayBeOneTime(one.since, other.since)) return false;
  return (
    one.send === other.send || (one.send.key === other.send.key && page.isSame(one.before, other.before))
  );
}

function hull<S>(page: Conversation<S>, a: World<S>, b: World<S>): World<S> {
  const others = expectedOf(b);
  const owed = expectedOf(a).map((one, i) => hullOfOwed(one, others[i] ?? one));
  const timers: Record<string, number> = {};
  for (const name in { ...a.timers, ...b.timers })
    timers[name] = Math.max(a.timers[name] ?? -Infinity, b.timers[name] ?? -Infinity);
  const isLonger = (a.open?.until ?? 0) < (b.open?.until ?? 0);
  return {
    ...a,
    state: page.hull?.(a.state, b.state) ?? a.state,
    owed: [...owed, ...a.owed.filter(isForbidden).map((one) => silenceOfBoth(one, b))],
    timers,
    open: isLonger ? b.open : a.open,
    doubt: a.doubt !== undefined && b.doubt !== undefined ? a.doubt : undefined,
    notes: notesOfBoth(a, b),
  };
}

function hullOfOwed<S>(one: Owed<S>, other: Owed<S>): Owed<S> {
  if (one.since === other.since && one.interruption === other.interruption) return one;
  return {
    ...one,
    since: hullOf(one.since, other.since),
    isDelayed: one.isDelayed || other.isDelayed,
    interruption: Math.max(one.interruption, other.interruption),
  };
}

/** Where only one of two worlds forbids an answer by this clause, the clause is not judged. */
function silenceOfBoth<S>(one: Owed<S>, { owed }: World<S>): Owed<S> {
  const isSame = owed.some(({ send }) => send.key === one.send.key);
  if (isSame) return one;
  const notes = exchangesOf(one).map((exchange): Note => ({ kind: 'ended', exchange, reason: 'left-open' }));
  return { ...one, others: NONE, send: { ...one.send, over: () => [{ notes }] } };
}

/** What only the first has found to have ended counts as not judged. */
function notesOfBoth<S>(a: World<S>, b: World<S>): readonly Note[] {
  const common = commonNotes([a, b]);
  if (common.length === a.notes.length) return common;
  const known = new Set(common.map(nameOf));
  const reason = a.doubt ?? b.doubt ?? 'left-open';
  const own = a.notes.flatMap((note): readonly Note[] =>
    note.kind === 'ended' && !known.has(nameOf(note)) ? [{ ...note, reason: note.reason ?? reason }] : [],
  );
  return [...common, ...own];
}

function hullOf(a: Bounds, b: Bounds): Bounds {
  return {
    notBefore: micros(Math.min(a.notBefore, b.notBefore)),
    notAfter: micros(Math.max(a.notAfter, b.notAfter)),
  };
}

/** What all these worlds have found. An exchange that only some have judged is not judged. */
export function commonNotes<S>(worlds: readonly World<S>[]): readonly Note[] {
  const [first] = worlds;
  if (first === undefined) return NONE;
  if (worlds.length === 1) return first.notes;
  const all = worlds.slice(1).map(({ notes }) => new Map(notes.map((note) => [nameOf(note), note])));
  return first.notes.flatMap((note): readonly Note[] => {
    const same = all.map((notes) => notes.get(nameOf(note)));
    if (same.some((one) => one === undefined)) return NONE;
    const doubtful = same.find((one) => one?.kind === 'ended' && one.reason !== undefined);
    return [doubtful ?? note];
  });
}

/** The same of what several worlds have found. */
export function nameOf(note: Note): string {
  const clause = 'clause' in note ? (note.clause ?? '') : '';
  return `${note.kind} ${note.exchange} ${clause} ${'how' in note ? (note.how ?? '') : ''}`;
}
