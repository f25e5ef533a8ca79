/** Requests with an effect on the board: random ones whose fields often have values that were right before, or at an edge of the rules. */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { sample } from '../../../../protocols/wire/sample';
import type { Dice } from '../../campaign/dice';
import type { RequestResponseView } from './model';
import { remarkableValue } from './field-axis';
import { requestAtEdge } from './rule-edges';
import { isSendable } from './sendable';

/** A field of the head (a unit, an address on a bus) has the probe's value, except once in this many requests. */
const OTHER_HEAD = 12;
/** Any other field has an earlier value once in this many requests. */
const SEEN_FIELD = 3;
/** Else it has a power of two, or the value of another field, once in this many requests. */
const REMARKABLE_FIELD = 6;
/** One request in this many has a field at an edge of the rules. */
const AT_EDGE = 6;

/** Any good request. */
export function anyRequest(session: AnySession, dice: Dice, view: RequestResponseView): Message {
  return orAtEdge(session, dice, view, randomRequest(session, dice, view));
}

function orAtEdge(
  session: AnySession,
  dice: Dice,
  { seen, state = session.initial }: RequestResponseView,
  request: Message,
): Message {
  if (!dice.once(AT_EDGE)) return request;
  const isHead = dice.once(OTHER_HEAD);
  const head = session.requests.wire.layout.head.map(({ name }) => name);
  const names = Object.keys(request).filter((name) => name !== 'type' && head.includes(name) === isHead);
  const known = [session.probe, ...session.baseline, ...seen];
  return requestAtEdge(session, dice, { request, name: dice.any(names) ?? '', known, state }) ?? request;
}

function randomRequest(session: AnySession, dice: Dice, { seen }: RequestResponseView): Message {
  const { wire, framing } = session.requests;
  const drawn = sample(wire, dice, framing);
  const head = new Set(wire.layout.head.map(({ name }) => name));
  const known = [session.probe, ...session.baseline];
  const values: Record<string, unknown> = { ...drawn };
  for (const name of Object.keys(values)) {
    if (name === 'type') continue;
    const isHead = head.has(name);
    if (isHead && dice.once(OTHER_HEAD)) continue;
    const isSeen = isHead || dice.once(SEEN_FIELD);
    if (!isSeen && !dice.once(REMARKABLE_FIELD)) continue;
    const value = isSeen
      ? dice.any(valuesOf(isHead ? known : [...known, ...seen], name, values[name]))
      : remarkableValue(session, dice, drawn, name);
    if (value !== undefined) values[name] = isHead ? value : near(dice, value);
  }
  return checked(session, { ...drawn, ...values }) ?? drawn;
}

/**
 * An earlier request, or one of the baseline: unchanged, or with some fields changed. The other fields still fit each
 * other, as a count fits its list.
 */
export function changedRequest(session: AnySession, dice: Dice, view: RequestResponseView): Message {
  const before = dice.any([...view.seen, ...session.baseline]) ?? session.probe;
  for (let tries = 0; tries < 4; tries++) {
    const other = anyRequest(session, dice, view);
    const names = Object.keys(before).filter((name) => name !== 'type');
    const changed = dice.once(2) ? names.filter(() => dice.once(2)) : [dice.any(names) ?? ''];
    const values: Record<string, unknown> = { ...before };
    for (const [name, value] of Object.entries(before))
      if (changed.includes(name)) values[name] = similar(dice, value);
    if (other.type === before.type && dice.once(2))
      for (const [name, value] of Object.entries(other)) if (changed.includes(name)) values[name] = value;
    const request = checked(session, { ...before, ...values });
    if (request !== undefined) return orAtEdge(session, dice, view, request);
  }
  return orAtEdge(session, dice, view, before);
}

/** A similar value: a number next to it, or a list of the same length. */
function similar(dice: Dice, value: unknown): unknown {
  if (typeof value === 'number') return value + dice.pick([-1, 1, dice.int(-8, 8)]);
  if (value instanceof Uint8Array) return value.map((byte) => (dice.once(2) ? byte : dice.int(0, 255)));
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  return items.map((item) => (dice.once(2) ? item : similar(dice, item)));
}

function valuesOf(messages: readonly Message[], name: string, like: unknown): unknown[] {
  return messages
    .flatMap((message) => Object.entries(message).filter(([key]) => key === name))
    .map(([, value]: [string, unknown]) => value)
    .filter((value) => typeof value === typeof like);
}

function near(dice: Dice, value: unknown): unknown {
  return typeof value === 'number' && dice.once(3) ? value + dice.pick([-1, 1]) : value;
}

/** Undefined: the wire cannot carry it. */
function checked(session: AnySession, message: Message): Message | undefined {
  return isSendable(session, message) ? message : undefined;
}
