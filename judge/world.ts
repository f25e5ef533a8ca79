/** One possible world: what a board that keeps its page may be doing. Worlds are not changed, but made anew. */
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Message } from '../protocols/request-response/definition';
import type { Fault, Note, Owed, Ruling, Send } from './conversation';
import { Inbox } from './inbox';
import type { LineReading, ReadEvent } from './line-reading';
import { openFrom, type OpenTime } from './open-time';

export interface World<S> {
  readonly state: S;
  readonly owed: readonly Owed<S>[];
  /** Requests that wait until what is owed has come. */
  readonly inbox: Inbox<ReadEvent<Message>>;
  /** Names, and the instants at which they end. */
  readonly timers: Readonly<Record<string, number>>;
  /** What the board reads, and what it says. Worlds may share them. */
  readonly host: LineReading<Message>;
  readonly board: LineReading<Message>;
  /** The board was reset by then: what may have come before may be from before the reset. */
  readonly began: number;
  /** The page says nothing of what the board does. */
  readonly open: OpenTime | undefined;
  /** It is possible only as times are not known: why. */
  readonly doubt: UnjudgedReason | undefined;
  /** How many things it needs that nobody told of. */
  readonly unlikely: number;
  /** What was found since all worlds agreed last. */
  readonly notes: readonly Note[];
}

/** A world in which something may have gone on, and what speaks against it. */
export interface Next<S> {
  readonly world: World<S>;
  /** 0: it explains everything. */
  readonly cost: number;
  readonly faults: readonly Reported<S>[];
}

/** A fault, and how it is reported if no other world explains more. */
export interface Reported<S> {
  readonly fault: Fault<S>;
  readonly report: (verdict: 'fail' | 'inconclusive') => void;
}

const NONE: readonly never[] = [];

export function freshWorld<S>(state: S, host: LineReading<Message>, board: LineReading<Message>): World<S> {
  return {
    state,
    owed: NONE,
    inbox: new Inbox(),
    timers: {},
    began: -Infinity,
    host,
    board,
    open: undefined,
    doubt: undefined,
    unlikely: 0,
    notes: NONE,
  };
}

/** What follows from each: of one, without another list. */
export function inEach<A, B>(all: readonly A[], follows: (one: A) => readonly B[]): readonly B[] {
  const [only] = all;
  return only !== undefined && all.length === 1 ? follows(only) : all.flatMap((one) => follows(one));
}

type Change<S> = Partial<Omit<World<S>, 'open' | 'doubt'>>;

/** The world with these changes. A literal with all names costs a small part of what a spread does. */
export function changed<S>(world: World<S>, change: Change<S>): World<S> {
  const { state = world.state, owed = world.owed, inbox = world.inbox, timers = world.timers } = change;
  const { host = world.host, board = world.board, notes = world.notes } = change;
  const { began = world.began, unlikely = world.unlikely } = change;
  const { open, doubt } = world;
  return { state, owed, inbox, timers, host, board, began, open, doubt, unlikely, notes };
}

export function explained<S>(world: World<S>): Next<S> {
  return { world, cost: 0, faults: NONE };
}

/** What follows from a ruling. `at`: from then on the page may leave open what comes. */
export function follow<S>(before: World<S>, ruling: Ruling<S>, at: number): World<S> {
  const world = ruling.cancelsLink === undefined ? before : withoutLink(before, ruling.cancelsLink);
  const { sends = NONE, cancels, notes, timers, open } = ruling;
  const state = ruling.state === undefined ? world.state : ruling.state;
  const kept =
    cancels === undefined ? world.owed : world.owed.filter(({ send }) => !cancels.includes(send.queue));
  const ended =
    kept.length === world.owed.length ? NONE : endedOf(world.owed.filter((one) => !kept.includes(one)));
  const added =
    sends.length === 0
      ? NONE
      : sends.map((send): Owed<S> => ({
          send,
          before: world.state,
          since: send.since,
          isDelayed: false,
          interruption: 0,
          // A later silence of the same kind takes in the one before.
          others: kept.length === 0 ? NONE : kept.filter((one) => isRenewed(one, send)).flatMap(exchangesOf),
        }));
  const { inbox, host, board, began, doubt } = world;
  return {
    state,
    inbox,
    host,
    board,
    began,
    doubt,
    owed:
      added.length === 0
        ? kept
        : kept.length === 0
          ? added
          : [...kept.filter((one) => !sends.some((send) => isRenewed(one, send))), ...added],
    timers: timers === undefined ? world.timers : withTimers(world.timers, timers),
    open: open === undefined ? world.open : openFrom(at, open),
    unlikely: world.unlikely + (ruling.isUnlikely === true ? 1 : 0),
    notes:
      (notes === undefined || notes.length === 0) && ended.length === 0
        ? world.notes
        : [...world.notes, ...ended, ...(notes ?? NONE)],
  };
}

function endedOf(cancelled: readonly Owed<unknown>[]): readonly Note[] {
  const exchanges = cancelled.flatMap(exchangesOf);
  return exchanges.map((exchange) => ({ kind: 'ended', exchange, reason: 'state-unknown' }));
}

function withoutLink<S>(world: World<S>, link: string): World<S> {
  const isOfLink = (one: { readonly link?: string | undefined }): boolean => one.link === link;
  const ended = world.owed.filter(({ send }) => isOfLink(send)).flatMap(exchangesOf);
  const lost = world.inbox.ids((one) => one === link);
  if (ended.length + lost.length === 0) return world;
  const notes = [...ended, ...lost].map((exchange): Note => ({
    kind: 'ended',
    exchange,
    reason: 'left-open',
  }));
  return {
    ...world,
    owed: world.owed.filter(({ send }) => !isOfLink(send)),
    inbox: world.inbox.withoutLink(link),
    notes: [...world.notes, ...notes],
  };
}

function isRenewed<S>({ send }: Owed<S>, next: Send<S>): boolean {
  return send.duty === 'never' && next.key === send.key;
}

/** All that end with what is owed. */
export function exchangesOf<S>({ send, others }: Owed<S>): readonly number[] {
  return [send.exchange ?? 0, ...others];
}

function withTimers(
  running: World<unknown>['timers'],
  given: NonNullable<Ruling<unknown>['timers']>,
): World<unknown>['timers'] {
  // `delete` would make a slow object of it.
  const all = { ...running, ...given };
  const next: Record<string, number> = {};
  for (const name in all) if (typeof all[name] === 'number') next[name] = all[name];
  return next;
}

/** What may come next: of each queue the first that must come, and what may come before it. */
export function headsOf<S>(owed: readonly Owed<S>[]): readonly Owed<S>[] {
  if (owed.length < 2) return owed;
  const closed = new Set<string>();
  return owed.filter(({ send: { queue, duty } }) => {
    if (closed.has(queue)) return false;
    if (duty === 'must') closed.add(queue);
    return true;
  });
}

/** The board takes no request on this link before something has come. */
export function isBlocked<S>({ owed }: World<S>, { link }: { readonly link?: string | undefined }): boolean {
  return owed.some(({ send }) => send.isBlocking && (send.link === undefined || send.link === link));
}

/** By then it has begun, or does not come. */
export function latestOf<S>({ since, interruption, send }: Owed<S>): number {
  return since.notAfter + send.max + interruption;
}

/** An answer that the board should have begun by then, and has not, where the next request begins. */
export function lapsedOf<S>({ owed, host, board }: World<S>, at: number): Owed<S> | undefined {
  if (board.pending > 0 || host.pending > 0) return undefined;
  return owed.find((one) => one.send.isBlocking && one.send.duty === 'must' && latestOf(one) <= at);
}

/** After that it is missing. */
export function missingAt<S>(owed: Owed<S>): number {
  return latestOf(owed) + (owed.send.grace ?? 0);
}

/** Until then the board may still be sending a message. `end`: silence has ended it by then; Infinity: none does. */
function busyUntil<S>({ board }: World<S>, end: number, idle: number): number {
  if (board.pending === 0) return -Infinity;
  return end < Infinity ? end : (board.lastByte?.notAfter ?? -Infinity) + idle;
}

/** What time decides next in a world, and when. */
export interface TimedStep<S> {
  readonly at: number;
  readonly kind: 'host' | 'board' | 'owed' | 'timer' | 'open';
  readonly owed?: Owed<S>;
  readonly timer?: string;
}

/** undefined: time alone decides nothing. `ignores`: timers and queues that do not count. */
export function nextStep<S>(
  world: World<S>,
  idle: number,
  ignores: readonly string[] = NONE,
): TimedStep<S> | undefined {
  const { owed, timers, host, board, open } = world;
  const hostEnd = host.deadline() ?? Infinity;
  const boardEnd = board.deadline() ?? Infinity;
  let next: TimedStep<S> =
    boardEnd < hostEnd ? { at: boardEnd, kind: 'board' } : { at: hostEnd, kind: 'host' };
  const busy = busyUntil(world, boardEnd, idle);
  for (const one of owed) {
    const at = Math.max(busy, missingAt(one));
    if (at < next.at && !ignores.includes(one.send.queue)) next = { at, kind: 'owed', owed: one };
  }
  for (const timer in timers) {
    const at = Math.max(busy, timers[timer] ?? Infinity);
    if (at < next.at && !ignores.includes(timer)) next = { at, kind: 'timer', timer };
  }
  if (open !== undefined && Math.max(busy, open.until) < next.at)
    next = { at: Math.max(busy, open.until), kind: 'open' };
  return next.at === Infinity ? undefined : next;
}

/** What was found in a world that is possible only by an unknown silence, is not judged. It is a world like others once it is the only one, and nothing is under way. */
export function withDoubt<S>(world: World<S>, isOnly: boolean): World<S> {
  const { doubt, notes, inbox, host } = world;
  if (doubt === undefined) return world;
  const doubtful = notes.flatMap((note): readonly Note[] => {
    if (note.kind === 'ended') return [{ ...note, reason: note.reason ?? doubt }];
    return note.kind === 'point' ? [note] : [];
  });
  const isWaiting = world.owed.some((one) => one.send.isBlocking || isForbidden(one));
  const isOver = isOnly && inbox.length === 0 && host.pending === 0 && !isWaiting;
  return { ...world, notes: doubtful, doubt: isOver ? undefined : doubt };
}

/** It must not come. */
export function isForbidden<S>({ send }: Owed<S>): boolean {
  return send.duty === 'never';
}

/** The same, with readings that nobody else goes on with. */
export function withForks<S>(worlds: readonly World<S>[]): readonly World<S>[] {
  const copies = new Map<LineReading<Message>, LineReading<Message>>();
  const copyOf = (reading: LineReading<Message>): LineReading<Message> => {
    const copy = copies.get(reading) ?? reading.fork();
    copies.set(reading, copy);
    return copy;
  };
  return worlds.map((world) => ({ ...world, host: copyOf(world.host), board: copyOf(world.board) }));
}
