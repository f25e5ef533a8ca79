/**
 * The virtual board of any described conversation: one possible world, in which dice choose.
 *
 *     bytes → receiver → receives → rules → transmit, delay, encode → the line        timers end by `expires`
 */
import type {
  AnyConversationSession,
  AnySteps,
  ConversationEvent,
  Outgoing,
  Ruling,
  Rulings,
  StepChange,
  Turn,
} from '../../../protocols/conversation/definition';
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import { after, micros, type Micros } from '../../../protocols/time';
import { random, type Random } from '../../random';
import type { Emission, VirtualBoard } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';
import { earliest, Outbox } from '../engine/outbox';

type Event = ConversationEvent<Message>;

export interface ConversationBoardSetup {
  readonly session: AnyConversationSession;
  readonly seed: number;
  readonly changes: readonly StepChange<AnySteps, Parameters>[];
}

export class ConversationBoard implements VirtualBoard {
  private readonly random: Random;
  private readonly outbox = new Outbox<Emission>();
  private readonly timers = new Map<string, Micros>();
  private steps: AnySteps;
  private receivers: ReadonlyMap<string, Decoder<Message>>;
  private state: unknown;
  /** When the last message leaves. */
  private lastDue = micros(0);

  constructor(private readonly setup: ConversationBoardSetup) {
    this.random = random(setup.seed);
    this.steps = this.build();
    this.receivers = this.listen();
    this.state = setup.session.initial;
  }

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    const events = this.receivers.get(link)?.push(bytes, at) ?? [];
    for (const event of events) this.hear(event, link, at);
  }

  wakeAt(): Micros | undefined {
    const receivers = [...this.receivers.values()].map((receiver) => receiver.deadline());
    return earliest(this.outbox.due, ...receivers, ...this.timers.values());
  }

  poll(now: Micros): readonly Emission[] {
    for (const [link, receiver] of this.receivers)
      for (const event of receiver.tick(now)) this.hear(event, link, now);
    for (const [timer, end] of this.timers)
      if (end <= now) {
        this.timers.delete(timer);
        this.take({ kind: 'expired', timer }, end);
      }
    return this.outbox.take(now);
  }

  reset(at: Micros): void {
    this.steps = this.build();
    this.receivers = this.listen();
    this.timers.clear();
    this.outbox.keep();
    this.lastDue = at;
    this.take({ kind: 'reset' }, at);
  }

  private build(): AnySteps {
    const { session, changes } = this.setup;
    const steps = session.steps(this.random);
    const context = { p: session.parameters, random: this.random, steps };
    return applyDefects(
      steps,
      changes.map((change) => ({ change })),
      context,
    );
  }

  private listen(): ReadonlyMap<string, Decoder<Message>> {
    const inputs = this.setup.session.links.filter(({ host }) => host !== undefined);
    return new Map(inputs.map(({ name }) => [name, this.steps.receiver(name)]));
  }

  private hear(event: FrameEvent<Message>, link: string, at: Micros): void {
    for (const one of this.steps.receives(event, this.state)) this.take(eventOf(one, link), at);
  }

  private take(event: Event, at: Micros): void {
    const { steps, state: before } = this;
    const ruling = firstOf(steps.rules(event, before));
    const { state = before, timers = {}, sends = [] } = ruling;
    this.state = state;
    for (const [timer, limits] of Object.entries(timers))
      if (limits === null) this.timers.delete(timer);
      else this.timers.set(timer, after(at, steps.expires(timer, limits)));
    const [speaker] = this.setup.session.links.filter(({ board }) => board !== undefined);
    const messages = sends.flatMap((send): Outgoing<Message>[] => {
      const { duty = 'must', link = speaker?.name ?? '' } = send;
      const message = duty === 'must' ? send.make?.(state) : undefined;
      return message === undefined ? [] : [{ link, message }];
    });
    this.send(steps.transmit(messages, { event, before, state }), { event, before, state }, at);
  }

  private send(messages: readonly Outgoing<Message>[], turn: Turn<Message, unknown>, at: Micros): void {
    let due: number = at;
    for (const [index, { link, message }] of messages.entries()) {
      due += this.steps.delay(turn, message, index);
      this.lastDue = micros(Math.max(due, this.lastDue));
      this.outbox.push(this.lastDue, { link, bytes: this.steps.encode(message, link, this.lastDue) });
    }
  }
}

function eventOf(event: FrameEvent<Message>, link: string): Event {
  const bounds = (at: Micros) => ({ notBefore: at, notAfter: at });
  const { raw, first, last } = event;
  const passage = { link, raw, first: bounds(first), last: bounds(last), pause: 0 };
  return event.kind === 'frame'
    ? { kind: 'message', message: event.value, ...passage }
    : { kind: 'reject', code: event.error.code, ...passage };
}

function firstOf(rulings: Rulings<Message, unknown>): Ruling<Message, unknown> {
  return isList(rulings) ? (rulings[0] ?? {}) : rulings;
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
