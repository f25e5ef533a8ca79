/** What the laws of a codec expect of its events, by the codec's own sense of what the same message is. */
import type { FrameEvent } from '../frame';

export interface MessageEquality<T> {
  /** What counts as the same message; by default the same structure. */
  readonly equals?: (a: T, b: T) => boolean;
}

export function expectOnly<T>(law: MessageEquality<T>, events: readonly FrameEvent<T>[], message: T): void {
  expect(events.map((event) => event.kind)).toEqual(['frame']);
  expectSame(law, events[0]?.value, message);
}

export function expectSame<T>(law: MessageEquality<T>, seen: T | undefined, message: T | undefined): void {
  if (law.equals === undefined || seen === undefined || message === undefined) expect(seen).toEqual(message);
  else expect({ seen, same: law.equals(seen, message) }).toEqual({ seen, same: true });
}

export function expectEvents<T>(
  law: MessageEquality<T>,
  seen: readonly FrameEvent<T>[],
  right: readonly FrameEvent<T>[],
): void {
  expect(seen.map(outline)).toEqual(right.map(outline));
  seen.forEach((event, i) => expectSame(law, event.value, right[i]?.value));
}

function outline<T>(event: FrameEvent<T>): object {
  const { kind, first, last } = event;
  const raw = Buffer.from(event.raw).toString('hex');
  return kind === 'frame'
    ? { kind, raw, first, last }
    : { kind, raw, first, last, error: { ...event.error } };
}

export function expectDescribed<T>(event: FrameEvent<T>): void {
  expect(event.raw.length).toBeGreaterThan(0);
  if (event.kind === 'frame') return;
  expect(event.error.code).not.toBe('');
  expect(event.error.message).not.toBe('');
  expect(event.error.offset).toBeGreaterThanOrEqual(0);
  expect(event.error.offset).toBeLessThanOrEqual(event.raw.length);
}
