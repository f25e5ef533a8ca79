/** Where a board of requests and answers stands: the state of its page, and what is known of it. */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';
import { atFirst } from '../../protocols/request-response/fitted-request';
import { isSameData } from '../../protocols/same-data';
import { millis } from '../../protocols/time';
import type { Exchange, SeveredRequest } from './exchange';
import { explore } from './exploration';
import { isStateless } from './stateless';

/** What every world carries. The first four make a difference, the others only say whom a fault is charged to. */
export interface Talk<State> {
  readonly page: State;
  /** false: the board may be in any state, and `page` is assumed. */
  readonly isKnown: boolean;
  /** Requests of the baseline that were seen in order, while the state is not known. */
  readonly baselineSeen: number;
  /** Answers to requests that nobody told of, which came first. */
  readonly ahead: number;
  /** The board has been heard of: messages that it sends by itself are due. */
  readonly isAlive: boolean;
  /** While the state is not known: by then, all has come that may be due in another state. */
  readonly extraUntil: number;
  /** Up to the next silence: answers to what was asked while the page said nothing may be due yet, so that none surely belongs to its request. */
  readonly isBehind: boolean;
  readonly afterRefusal: boolean;
  /** After a fault or a reset, bytes that nobody asked for belong to it: up to the next silence, or the next request. */
  readonly settling?: { readonly until: number; readonly latest: number } | undefined;
  readonly clauseBehind?: string | undefined;
  readonly severed?: SeveredRequest | undefined;
  /** Where resets come unseen: the states of a board that was reset since its own was known. */
  readonly ifReset: readonly State[];
  /** What was answered last, and until when something after it is taken for a second answer. */
  readonly answered?: { readonly exchange: Exchange<State>; readonly until: number } | undefined;
}

export function freshTalk<State>(page: State, isKnown: boolean): Talk<State> {
  return {
    page,
    isKnown,
    baselineSeen: 0,
    ahead: 0,
    isAlive: false,
    extraUntil: -Infinity,
    isBehind: false,
    afterRefusal: false,
    ifReset: [],
  };
}

/** A board that goes on sending does so without an excuse. */
const LONGEST_SETTLING = millis(3000);

export function isSettling<State>({ settling }: Talk<State>, at: number): boolean {
  return settling !== undefined && at < settling.until;
}

/** Something has come that needs a silence after it. */
export function settle<State>(talk: Talk<State>, at: number, idle: number): Talk<State> {
  const latest = talk.settling?.latest ?? at + LONGEST_SETTLING;
  return { ...talk, settling: { until: Math.min(latest, at + idle), latest } };
}

type Session<State> = RequestResponseSession<Message, Message, State>;

/** Nothing is known of the state, unless there is only one. */
export function forget<State>(session: Session<State>, talk: Talk<State>): Talk<State> {
  if (session.baseline.length === 0 && explore(session).states.length === 1)
    return { ...talk, page: session.initial, isKnown: true, baselineSeen: 0 };
  return { ...talk, isKnown: false, baselineSeen: 0 };
}

/** Nobody knows what the board has read, or what it does. */
export function lost<State>(session: Session<State>, talk: Talk<State>): Talk<State> {
  return { ...forget(session, talk), isAlive: false };
}

/** Nothing that was asked is due any more. */
export function caughtUp<State>(session: Session<State>, talk: Talk<State>): Talk<State> {
  return talk.isBehind ? { ...forget(session, talk), isBehind: false } : talk;
}

/** The talk before the next request, and whether what is due to it is certain. */
export function takeRequest<State>(
  session: Session<State>,
  talk: Talk<State>,
  request: Message | undefined,
  sentAt: number,
): { readonly talk: Talk<State>; readonly isCertain: boolean } {
  if (talk.isKnown) return { talk, isCertain: true };
  const isOpen = talk.isBehind || sentAt < talk.extraUntil;
  const baselineSeen = request === undefined || isOpen ? 0 : countBaseline(session, talk, request);
  const page = baselineSeen === 1 ? session.initial : talk.page;
  const isCertain = baselineSeen > 0 || (request !== undefined && !isOpen && isStateless(session, request));
  return { talk: { ...talk, page, baselineSeen }, isCertain };
}

function countBaseline<State>(
  session: Session<State>,
  { baselineSeen }: Talk<State>,
  request: Message,
): number {
  const { baseline } = session;
  const known = atFirst(session, request);
  if (isSameData(known, baseline[baselineSeen])) return baselineSeen + 1;
  return isSameData(known, baseline[0]) ? 1 : 0;
}

/** The state after an exchange. The end of the baseline tells it, whatever was before. A literal with all names costs a small part of what a spread does. */
export function withPage<State>(
  { baseline, initial }: Session<State>,
  talk: Talk<State>,
  page: State,
  { isAlive, answered, ifReset }: Pick<Talk<State>, 'isAlive' | 'answered' | 'ifReset'> = talk,
): Talk<State> {
  const { isKnown, baselineSeen, ahead, extraUntil, isBehind, afterRefusal } = talk;
  const { settling, clauseBehind, severed } = talk;
  const isSettled = !isKnown && baselineSeen > 0 && baselineSeen === baseline.length;
  return {
    page: isSettled ? initial : page,
    isKnown: isKnown || isSettled,
    baselineSeen: isSettled ? 0 : baselineSeen,
    ahead,
    isAlive,
    extraUntil,
    isBehind,
    afterRefusal,
    settling,
    clauseBehind,
    severed,
    ifReset: isSettled ? [] : ifReset,
    answered,
  };
}

/** Of two that are the same, with what either forgives. */
export function hullOfTalk<State>(a: Talk<State>, b: Talk<State>): Talk<State> {
  const settling = (a.settling?.until ?? 0) < (b.settling?.until ?? 0) ? b.settling : a.settling;
  const extraUntil = Math.max(a.extraUntil, b.extraUntil);
  const ifReset = a.ifReset === b.ifReset ? a.ifReset : [...a.ifReset, ...b.ifReset];
  return { ...a, settling, extraUntil, ifReset, isBehind: a.isBehind || b.isBehind };
}

export function isSameTalk<State>(a: Talk<State>, b: Talk<State>): boolean {
  if (a === b) return true;
  if (a.isKnown !== b.isKnown || a.baselineSeen !== b.baselineSeen || a.ahead !== b.ahead) return false;
  return isSameData(a.page, b.page);
}
