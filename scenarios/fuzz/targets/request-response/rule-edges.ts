/**
 * Requests at the edges of the rules: the last value of a field before the ruling changes, or the first one after.
 *
 *     count     1 ────────── 125 │ 126 ────────── 65535
 *     ruling      the registers  │  exception 3
 *
 * The rules are a pure function. So the edge between two values with different rulings is found by halving, while all other fields stay as
 * they are: this finds the edge of a sum of two fields, too.
 */
import { tryEncode } from '../../../../protocols/frame';
import type { AnySession, Message, Ruling } from '../../../../protocols/request-response/definition';
import type { Dice } from '../../campaign/dice';
import {
  fieldAxis,
  lastSame,
  valueOf,
  type FieldAxis,
} from '../../../../protocols/request-response/field-axis';

/** The request is compared with it at this many other values. */
const FAR_VALUES = 3;

interface EdgeSearch {
  readonly request: Message;
  /** The field that is moved to an edge. */
  readonly name: string;
  /** Their values may be on the other side of an edge. */
  readonly known: readonly Message[];
  readonly state: unknown;
}

/** Undefined: no edge was found. */
export function requestAtEdge(session: AnySession, dice: Dice, search: EdgeSearch): Message | undefined {
  const { request, name, known, state } = search;
  const axis = fieldAxis(session, request, name);
  if (axis === undefined) return undefined;
  const moved = (to: bigint): Message => ({ ...request, [name]: axis.valueAt(to) });
  /** Undefined: it cannot be sent. */
  const classAt = (to: bigint): string | undefined => {
    const message = moved(to);
    return isSendable(session, message) ? rulingClass(session.rule(message, state)) : undefined;
  };
  const here = classAt(axis.at);
  const values = known.flatMap(
    (one) => fieldAxis(session, { ...request, [name]: valueOf(one, name) }, name)?.at ?? [],
  );
  for (let n = 0; n < FAR_VALUES; n++) {
    const far = farValue(dice, axis, values);
    if (far === axis.at || classAt(far) === here) continue;
    const edge = lastSame(axis.at, far, (at) => classAt(at) === here);
    const after = edge + (far > edge ? 1n : -1n);
    return moved(dice.once(2) || classAt(after) === undefined ? edge : after);
  }
  return undefined;
}

/** Whether the wire can carry a request. */
export function isSendable({ requests }: AnySession, message: Message): boolean {
  return tryEncode(() => requests.codec.encode(message)) !== undefined;
}

function farValue(dice: Dice, { low, high }: FieldAxis, known: readonly bigint[]): bigint {
  const inside = low + (BigInt(dice.int(0, 0xffffffff)) * (high - low)) / 0xffffffffn;
  return dice.any([low, high, inside, dice.any(known) ?? inside]) ?? inside;
}

function rulingClass({ clause, answer, answers = [], oneOf = [] }: Ruling<Message, unknown>): string {
  const given = [answer, ...answers, ...oneOf.map((one) => one.answer)];
  return [clause, ...given.map((one) => one?.type ?? '')].join(' ');
}

/**
 * A power of two, or as much below the top (FF00 is 256 below 10000), or another field's place or a multiple: a count of its bits, bytes
 * or words. Undefined: that is none of its values.
 */
export function remarkableValue(session: AnySession, dice: Dice, request: Message, name: string): unknown {
  const axis = fieldAxis(session, request, name);
  if (axis === undefined) return undefined;
  const power = 2n ** BigInt(dice.int(0, axis.high.toString(2).length - 1));
  const others = Object.keys(request).filter((other) => other !== name);
  const places = others.flatMap((other) => fieldAxis(session, request, other)?.at ?? []);
  const place = (dice.any(places) ?? 1n) * dice.pick([1n, 1n, 2n, 4n, 8n]);
  const at = dice.pick([power, axis.high + 1n - power, place]);
  return at < axis.low || at > axis.high ? undefined : axis.valueAt(at);
}
