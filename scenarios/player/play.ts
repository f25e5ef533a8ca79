/**
 * Plays the steps of a case, and gives the model all traffic. It yields each effect that it needs. A virtual rig
 * performs it without delay, a link in real time; the same code judges both.
 */
import type { Chunk } from '../../protocols/chunk';
import { after, micros, type Micros } from '../../protocols/time';
import { SendWindow, joinSteps } from './send-window';
import type { Made } from './conversation-sessions';
import type { Model } from './model';
import { listen, type FuzzStep, type PresentStep, type SendStep } from './step';

export type Effect =
  | { readonly op: 'send'; readonly link: string; readonly bytes: Uint8Array }
  | { readonly op: 'receive'; readonly link: string; readonly until: Micros }
  | { readonly op: 'present'; readonly step: PresentStep }
  | { readonly op: 'dial'; readonly link: string; readonly up: boolean }
  | { readonly op: 'now' };

/** `chunk`: the sent or received bytes, undefined if none came. */
export interface EffectResult {
  readonly now: Micros;
  readonly chunk?: Chunk | undefined;
  /** The far end has closed the link after its last byte. */
  readonly ended?: boolean;
  /** It was not sent: this board must not get it. */
  readonly withheld?: boolean;
}

export type Play<T> = Generator<Effect, T, EffectResult>;

/** The end of a case. */
export interface Played {
  /** The number of played steps, up to the one that showed a failure. */
  readonly steps: number;
  /** The steps with the bytes that were sent. */
  readonly sentSteps: readonly FuzzStep[];
  /** How much longer than asked for a gap was, at most: this host was late. */
  readonly lateness: Micros;
  /** Something was still due after the longest time, before a step or at the end. */
  readonly isEndless: boolean;
}

export interface PlayLimits {
  readonly links: readonly string[];
  /** Silence after the last step, in which no bytes may come; 0: the next case judges it. */
  readonly quiet: Micros;
  /** The most unanswered bytes, where the page allows pipelined requests; default: each step waits for its answer. */
  readonly ahead?: number | undefined;
  /** A board that goes on and on is waited for no longer; default: as long as the model waits. */
  readonly longest?: Micros | undefined;
  /** Makes the bytes of recipes. Default: the model does. */
  readonly made?: (recipe: string) => Made | undefined;
}

/** Plays until the model sees a failure, or to the end. */
export function* play(steps: readonly FuzzStep[], model: Model, limits: PlayLimits): Play<Played> {
  let options = limits;
  const begin = (yield { op: 'now' }).now;
  const sendWindow = new SendWindow(model, options.ahead);
  let sentAt = begin;
  model.begins?.(begin);
  const sentSteps = [...steps];
  let [done, lateness] = [0, 0];
  for (let step = steps[0]; step !== undefined && model.failure === undefined; step = steps[done]) {
    if (step.kind === 'listen') {
      done++;
      if (yield* listenFor(model, options, step.span)) options = impatient(limits);
      continue;
    }
    if (step.kind === 'send' && step.gap !== undefined)
      yield* receiveUntil(model, options.links, after(sentAt, step.gap));
    else if (yield* settle(model, options, () => sendWindow.mayGo(step))) options = impatient(limits);
    yield* receiveArrived(model, options.links);
    done++;
    if (model.failure !== undefined) break;
    const one = step.kind === 'send' ? resolveRecipe(step, model, options) : step;
    if (one === undefined) continue;
    sentSteps[done - 1] = one;
    if (one.kind !== 'send') {
      sentAt = yield* perform(one, model, options);
      continue;
    }
    const together = sendWindow.pickTogether(one, steps, done);
    done += together.length - 1;
    if (one.gap !== undefined) {
      const { now } = yield { op: 'now' };
      lateness = Math.max(lateness, now - after(sentAt, one.gap));
    }
    const { at, isWithheld } = yield* transmit(joinSteps(together), model);
    sentAt = at;
    if (isWithheld) sentSteps.fill(NOTHING, done - together.length, done);
    else sendWindow.record(together);
  }
  if (yield* settle(model, options)) options = impatient(limits);
  if (model.failure === undefined && options.quiet > 0 && (yield* listenFor(model, options, options.quiet)))
    options = impatient(limits);
  return { steps: done, sentSteps, lateness: micros(lateness), isEndless: options !== limits };
}

/** The longest time has passed once: nothing is waited for any more. */
function impatient(limits: PlayLimits): PlayLimits {
  return { ...limits, longest: micros(0) };
}

/** The same, and the listener gets each effect with its result before the model does. */
export function* withEffectListener<T>(
  playing: Play<T>,
  listener: (effect: Effect, result: EffectResult) => void,
): Play<T> {
  let turn = playing.next();
  while (turn.done !== true) {
    const result = yield turn.value;
    listener(turn.value, result);
    turn = playing.next(result);
  }
  return turn.value;
}

/** As the board's state asks for it. Undefined if a recipe gives no bytes. */
function resolveRecipe(step: SendStep, model: Model, { made }: PlayLimits): SendStep | undefined {
  if (step.recipe === undefined) {
    const fitted = model.fitted?.(step.link, step.bytes) ?? step.bytes;
    return fitted === step.bytes ? step : { ...step, bytes: fitted };
  }
  const found = (made === undefined ? model.made?.(step.recipe) : made(step.recipe)) ?? step.bytes;
  const { link, bytes } = found instanceof Uint8Array ? { link: step.link, bytes: found } : found;
  return bytes.length === 0 ? undefined : { ...step, link, bytes };
}

/** A step by itself: nothing is waited for, but the end of a connection that it ends. Gives when it was done. */
export function* perform(
  step: Exclude<FuzzStep, { kind: 'listen' }>,
  model: Model,
  limits: PlayLimits,
): Play<Micros> {
  if (step.kind === 'dial') {
    // The far side may see a new connection before the end of the old one, so this waits for the end.
    if (step.up && model.isUp?.(step.link) === true) {
      yield* perform({ ...step, up: false }, model, limits);
      yield* settle(model, limits);
    }
    // The far end may answer while it is being closed.
    const { now: since } = yield { op: 'now' };
    const { now } = yield { op: 'dial', link: step.link, up: step.up };
    if (step.up) model.opened?.(step.link, now);
    else model.closed?.(step.link, 'host', now, since);
    return now;
  }
  if (step.kind === 'present') {
    // A board may read a code before it is known to have been shown.
    const { now: notBefore } = yield { op: 'now' };
    const { now } = yield { op: 'present', step };
    model.presented?.(step, { notBefore, notAfter: now });
    return now;
  }
  return (yield* transmit(step, model)).at;
}

/** In place of steps that were withheld. */
const NOTHING = listen(micros(0));

function* transmit(
  { link, bytes }: SendStep,
  model: Model,
): Play<{ readonly at: Micros; readonly isWithheld: boolean }> {
  const { chunk, now, withheld: isWithheld = false } = yield { op: 'send', link, bytes };
  if (chunk === undefined) return { at: now, isWithheld };
  model.tx(chunk, link);
  return { at: chunk.notAfter, isWithheld };
}

/** Waits until nothing is due, or until `enough`. Gives whether it took the longest time. */
function* settle(
  model: Model,
  { links, longest = micros(Infinity) }: PlayLimits,
  enough: () => boolean = () => false,
): Play<boolean> {
  let end: Micros | undefined;
  for (let due = model.due(); due !== undefined && model.failure === undefined; due = model.due()) {
    if (enough()) return false;
    const { chunk, ended, now } = yield { op: 'receive', link: due.link, until: due.until };
    if (ended === true) model.closed?.(due.link, 'board', now);
    else if (chunk !== undefined) model.rx(chunk, due.link);
    else {
      // What has come on other links is told before something is missing.
      if (links.length > 1) yield* receiveUntil(model, links, now);
      model.tick(due.until);
    }
    end ??= after(now, longest);
    if (now >= end) return true;
  }
  return false;
}

/** Receives the bytes that have come already. */
export function* receiveArrived(model: Model, links: readonly string[]): Play<void> {
  const { now } = yield { op: 'now' };
  yield* receiveUntil(model, links, now);
}

function* receiveUntil(model: Model, links: readonly string[], until: Micros): Play<void> {
  for (const link of links) {
    while (model.failure === undefined) {
      const { chunk, ended, now } = yield { op: 'receive', link, until };
      if (ended === true) model.closed?.(link, 'board', now);
      if (chunk === undefined) break;
      model.rx(chunk, link);
    }
  }
}

/** Waits for all due answers, then for `span`. Gives whether it took the longest time. */
function* listenFor(model: Model, limits: PlayLimits, span: Micros): Play<boolean> {
  const isEndless = yield* settle(model, limits);
  const until = after((yield { op: 'now' }).now, span);
  yield* receiveUntil(model, limits.links, until);
  if (model.failure !== undefined) return isEndless;
  model.tick(micros(Math.max(until, (yield { op: 'now' }).now)));
  return (yield* settle(model, isEndless ? impatient(limits) : limits)) || isEndless;
}
