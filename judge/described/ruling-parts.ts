/** Parts of what an author's rulings mean to the judge. */
import type { Ruling, Send } from '../../protocols/conversation/definition';
import { latin1 } from '../../protocols/bytes';
import { hexOf } from '../../protocols/wire/bytes/value-text';
import type { Bounds } from '../../protocols/monitor/timed-decoder';
import type { Message } from '../../protocols/request-response/definition';
import type { Note, Ruling as Judged, Send as Pending } from '../conversation';
import type { ReadEvent } from '../line-reading';
import type { Talk } from './talk';

/** The end of a connection, for people. */
export const END = 'the end of the connection';

/** What was asked has reached the board. */
export function answered<State>(talk: Talk<State>, { exchange }: { readonly exchange: number }): Talk<State> {
  return talk.recent?.exchange === exchange ? { ...talk, recent: undefined } : talk;
}

export function dueOf(sends: readonly Send<Message, unknown>[]): string {
  const [first] = sends.filter(({ duty }) => duty !== 'may');
  return first === undefined || first.duty === 'never' ? 'silence' : first.title;
}

export function passOf(clause: string, exchange: number): Note {
  return { kind: 'pass', clause, how: 'answer', exchange };
}

const SHOWN = 64;

/** `namesLink`: on which link it came, too. */
export function describe(
  { passed: { event }, change, link }: ReadEvent<Message>,
  namesLink: boolean,
): string {
  const where = namesLink && link !== undefined ? ` on ${link}` : '';
  if (change !== undefined) return `${END}${where}`;
  return `${bytesText(event.raw)}${where}`;
}

/** A line without its end; hex where most bytes are no text. */
function bytesText(raw: Uint8Array): string {
  const text = latin1(raw.subarray(0, SHOWN)).replace(/[\r\n]+$/, '');
  const shown = text.replaceAll(/[^ -~]/g, '.');
  const others = text.replaceAll(/[ -~]/g, '').length;
  return 2 * others < text.length ? `'${shown}'` : hexOf(raw);
}

export function endsOf(
  timers: NonNullable<Ruling<Message, unknown>['timers']>,
  since: Bounds,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(timers).map(([name, span]) => [name, span === null ? null : since.notAfter + span.max]),
  );
}

export function startTimers(
  running: Talk<unknown>['timers'],
  timers: Ruling<Message, unknown>['timers'],
  since: Bounds,
): Talk<unknown>['timers'] {
  if (timers === undefined) return running;
  const next = { ...running };
  for (const [name, span] of Object.entries(timers))
    if (span === null) delete next[name];
    else next[name] = since.notBefore + span.min;
  return next;
}

/** It came in time if the timer had ended when it came; it is so much later than the latest end of that, at most. */
export function mayBeLate<S>(came: Pending<S> | undefined, late: number): readonly Note[] {
  if (came?.timeClause === undefined || late <= came.max) return [];
  const { max, timeClause: clause, exchange = 0, timeName: name = '', situation, mayBeReset } = came;
  const measurement = { name, unit: 'us', low: 0, high: late, max } as const;
  const describe = () => came.describeTime?.() ?? '';
  return [{ kind: 'time', clause, exchange, measurement, mayBeReset, situation, describe }];
}

/** The end of a timer, and what came after it. */
export function joined<S>(ended: Judged<S>, next: Judged<S>, timer: string): Judged<S> {
  return {
    ...next,
    sends: [...(ended.sends ?? []), ...(next.sends ?? [])],
    cancels: [...(ended.cancels ?? []), ...(next.cancels ?? [])],
    timers: { [timer]: null, ...ended.timers, ...next.timers },
    notes: [...(ended.notes ?? []), ...(next.notes ?? [])],
  };
}
