/** The expectations of the laws. They compare messages as the codec defines equality. */
import fc from 'fast-check';
import type { FrameEvent } from '../frame';
import { isSameData } from '../same-data';

export interface MessageEquality<T> {
  /** When two messages are equal. Default: the same structure. */
  readonly equals?: (a: T, b: T) => boolean;
}

/** Throws unless `seen` has the structure of `right`. */
export function expectEqual(what: string, seen: unknown, right: unknown): void {
  if (!isSameData(seen, right)) fail(what, seen, right);
}

/** Throws unless `seen` is at most `most`. */
export function expectAtMost(what: string, seen: number, most: number): void {
  if (!(seen <= most)) throw new Error(`${what}: ${seen}, more than ${most}`);
}

export function expectOnly<T>(law: MessageEquality<T>, events: readonly FrameEvent<T>[], message: T): void {
  if (events.length !== 1 || events[0]?.kind !== 'frame')
    fail('events', events.map(outline), [{ kind: 'frame', value: message }]);
  expectSame(law, events[0]?.value, message);
}

export function expectSame<T>(law: MessageEquality<T>, seen: T | undefined, message: T | undefined): void {
  const same =
    law.equals === undefined || seen === undefined || message === undefined
      ? isSameData(seen, message)
      : law.equals(seen, message);
  if (!same) fail('message', seen, message);
}

export function expectEvents<T>(
  law: MessageEquality<T>,
  seen: readonly FrameEvent<T>[],
  right: readonly FrameEvent<T>[],
): void {
  expectEqual('events', seen.map(outline), right.map(outline));
  seen.forEach((event, i) => expectSame(law, event.value, right[i]?.value));
}

function outline<T>(event: FrameEvent<T>): object {
  const { kind, raw, first, last } = event;
  return kind === 'frame'
    ? { kind, raw, first, last }
    : { kind, raw, first, last, error: { ...event.error } };
}

export function expectDescribed<T>(event: FrameEvent<T>): void {
  if (event.raw.length === 0) throw new Error('an event without bytes');
  if (event.kind === 'frame') return;
  const { code, message, offset } = event.error;
  if (code === '' || message === '') throw new Error('a reject without code or message');
  if (!(offset >= 0 && offset <= event.raw.length))
    throw new Error(`offset of ${code}: ${offset}, outside its ${event.raw.length} bytes`);
}

function fail(what: string, seen: unknown, right: unknown): never {
  throw new Error(`${what}: ${fc.stringify(seen)}, where ${fc.stringify(right)} is right`);
}
