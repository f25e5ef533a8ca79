/**
 * Requests with an effect on the board: random ones whose fields often have values that were right before, and changed ones of each kind
 * that the rules distinguish. Some have a field at an edge of the rules.
 */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import type { Random } from '../../../../protocols/random';
import { atFirst } from '../../../../protocols/request-response/fitted-request';
import { RequestKinds } from '../../../../protocols/request-response/request-kinds';
import { sample } from '../../../../protocols/wire/sample';
import { dice, type Dice } from '../../campaign/dice';
import type { RequestResponseView } from './model';
import { isSendable, remarkableValue, requestAtEdge } from './rule-edges';

/** A field of the head (a unit, an address on a bus) has the probe's value, except once in this many requests. */
const OTHER_HEAD = 12;
/** Any other field has an earlier value once in this many requests. */
const SEEN_FIELD = 3;
/** Else it has a power of two, or the value of another field, once in this many requests. */
const REMARKABLE_FIELD = 6;
/** One request in this many has a field at an edge of the rules. */
const AT_EDGE = 6;
/** One request in this many does not fit the state, where requests depend on it. */
const UNFIT = 8;
/** The rules are asked about so many requests, for some of each kind. */
const EXPLORED = 1000;

export class RequestSource {
  private readonly head: ReadonlySet<string>;
  private readonly kinds: RequestKinds;

  constructor(private readonly session: AnySession) {
    this.head = new Set(session.requests.wire.layout.head.map(({ name }) => name));
    this.kinds = new RequestKinds(session);
    const choices = dice(1);
    const random: Random = {
      int: (min, max) => choices.int(min, max),
      shuffle: (items) => [...items],
    };
    const offer = (request: Message): void => this.kinds.offer(random, request);
    for (const request of [...session.baseline, session.probe]) offer(request);
    for (let n = 0; n < EXPLORED; n++) {
      const view = { seen: [], state: this.kinds.state };
      offer(this.orAtEdge(choices, view, this.any(choices, view)));
    }
  }

  /** Some request changes the state. */
  get changesState(): boolean {
    return this.kinds.changesState;
  }

  /** Any good request: random, known or nearly known. */
  any(dice: Dice, view: RequestResponseView): Message {
    if (dice.once(2)) return this.orAtEdge(dice, view, this.random(dice, view));
    return dice.once(2) ? this.known(dice, view) : this.changed(dice, view);
  }

  /** An earlier request, or one of the kinds that the rules distinguish. */
  private known(dice: Dice, { seen }: RequestResponseView): Message {
    return (dice.once(2) ? dice.any(seen) : undefined) ?? this.kinds.pick(dice);
  }

  /** A known request, unchanged or with some fields changed. The others still fit each other, as a count fits its list. */
  changed(dice: Dice, view: RequestResponseView, before = this.known(dice, view)): Message {
    for (let tries = 0; tries < 4; tries++) {
      const other = this.random(dice, view);
      const names = fieldsOf(before);
      const changed = dice.once(2) ? names.filter(() => dice.once(2)) : [dice.any(names) ?? ''];
      const values: Record<string, unknown> = { ...before };
      for (const [name, value] of Object.entries(before))
        if (changed.includes(name)) values[name] = similar(dice, value);
      if (other.type === before.type && dice.once(2))
        for (const [name, value] of Object.entries(other)) if (changed.includes(name)) values[name] = value;
      const request = { ...before, ...values };
      if (isSendable(this.session, request)) return this.orAtEdge(dice, view, request);
    }
    return this.orAtEdge(dice, view, before);
  }

  /** A request that changes the state, and some whose answers depend on it. */
  changeAndLook(dice: Dice, view: RequestResponseView): readonly Message[] {
    const change = (): Message => this.changed(dice, view, this.kinds.pick(dice, 'changesState'));
    const look = (): Message => this.kinds.pick(dice, 'showsState');
    return [change(), ...(dice.once(2) ? [change()] : []), ...Array.from({ length: dice.int(1, 3) }, look)];
  }

  private random(dice: Dice, { seen }: RequestResponseView): Message {
    const { session, head } = this;
    const any = sample(session.requests.wire, dice, session.requests.framing);
    const isUnfit = session.prepare === undefined || dice.once(UNFIT);
    const drawn = isUnfit ? any : atFirst(session, any);
    const known = [session.probe, ...session.baseline];
    const values: Record<string, unknown> = { ...drawn };
    for (const name of fieldsOf(drawn)) {
      const isHead = head.has(name);
      if (isHead && dice.once(OTHER_HEAD)) continue;
      const isSeen = isHead || dice.once(SEEN_FIELD);
      if (!isSeen && !dice.once(REMARKABLE_FIELD)) continue;
      const value = isSeen
        ? dice.any(valuesOf(isHead ? known : [...known, ...seen], name, values[name]))
        : remarkableValue(session, dice, drawn, name);
      if (value !== undefined) values[name] = isHead ? value : near(dice, value);
    }
    const request = { ...drawn, ...values };
    return isSendable(session, request) ? request : drawn;
  }

  private orAtEdge(dice: Dice, { seen, state }: RequestResponseView, request: Message): Message {
    if (!dice.once(AT_EDGE)) return request;
    const { session, head } = this;
    const isHead = dice.once(OTHER_HEAD);
    const name = dice.any(fieldsOf(request).filter((one) => head.has(one) === isHead)) ?? '';
    const known = [session.probe, ...session.baseline, ...seen];
    const search = { request, name, known, state: state ?? session.initial };
    return requestAtEdge(session, dice, search) ?? request;
  }
}

function fieldsOf(message: Message): readonly string[] {
  return Object.keys(message).filter((name) => name !== 'type');
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
