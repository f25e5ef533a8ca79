/**
 * The virtual board of any described conversation: one possible world, in which dice choose.
 *
 *     bytes → receiver → receives → rules → transmit, delay, encode → the line        timers end by `expires`
 */
import type { BoardEvent, Ruling, RxMessage, Send } from '../../../protocols/conversation/definition';
import { firstRuling } from '../../../protocols/conversation/defect-hooks';
import type { AnyConversationSession } from '../../../protocols/conversation/session';
import type { AnySteps, Outgoing, StepChange, Turn } from '../../../protocols/conversation/board-steps';
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import { instant } from '../../../protocols/monitor/timed-decoder';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import { after, micros, type Micros } from '../../../protocols/time';
import { random, type Random } from '../../random';
import { type Emission, type VirtualBoard, applyDefects } from '../engine/board';
import { earliest, Outbox } from '../engine/outbox';

type Event = BoardEvent<Message>;

/** A message that is sent later. `at` undefined: when a person presses a button. */
interface Later {
  readonly send: Send<Message, unknown>;
  readonly at: Micros | undefined;
}

export interface ConversationBoardSetup {
  readonly session: AnyConversationSession;
  readonly seed: number;
  readonly changes: readonly StepChange<AnySteps, Parameters>[];
}

/** What a ruling leads to, and what follows from its messages. Timers of a message begin once it has left. */
interface Following {
  readonly messages: Outgoing<Message>[];
  readonly timers: { readonly timer: string; readonly end: Micros; readonly sent: Message }[];
  readonly ends: string[];
}

/** The steps of a firmware at power-on, with its defects. */
function poweredSteps({ session, changes }: ConversationBoardSetup, dice: Random): AnySteps {
  const steps = session.steps(dice);
  const context = { p: session.parameters, random: dice, steps };
  return applyDefects(steps, changes, context);
}

export class ConversationBoard implements VirtualBoard {
  private readonly random: Random;
  private readonly outbox = new Outbox<Emission>();
  private readonly timers = new Map<string, Micros>();
  /** Of timers that begin with a message: when it has left. */
  private readonly begins = new Map<string, Micros>();
  private later: readonly Later[] = [];
  private steps: AnySteps;
  /** By link, or by connection where links are opened on demand: `a`, `a/2`. */
  private receivers: Map<string, Decoder<Message>>;
  private state: unknown;
  /** When the last message leaves. */
  private lastDue = micros(0);
  readonly present?: NonNullable<VirtualBoard['present']>;

  constructor(private readonly setup: ConversationBoardSetup) {
    this.random = random(setup.seed);
    this.steps = poweredSteps(this.setup, this.random);
    this.receivers = this.listen();
    this.state = this.steps.switchedOn(setup.session.initial);
    if (setup.session.boots) this.take(startedAt(micros(0)), micros(0));
    if (setup.session.symbologies.length > 0)
      this.present = (symbology, payload, at) => {
        this.pass(at);
        this.take({ kind: 'shown', code: { symbology, bytes: payload.slice() }, at: instant(at) }, at);
      };
  }

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    const times = { raw: bytes, first: at, last: at };
    const events =
      bytes.length === 0
        ? [{ kind: 'reject' as const, ...times, error: EMPTY }]
        : this.receiverOf(link).push(bytes, at);
    for (const event of events) this.hear(event, link, at);
  }

  connected(link: string, at: Micros): void {
    this.change('opened', link, at);
  }

  disconnected(link: string, at: Micros): void {
    this.receivers.delete(link);
    this.change('closed', link, at);
  }

  wakeAt(): Micros | undefined {
    let first = this.outbox.due;
    for (const receiver of this.receivers.values()) first = earliest(first, receiver.deadline());
    for (const { at } of this.later) first = earliest(first, at);
    for (const end of this.timers.values()) first = earliest(first, end);
    return first;
  }

  poll(now: Micros): readonly Emission[] {
    this.pass(now);
    return this.outbox.take(now);
  }

  /** What silence and timers decide by then. */
  private pass(now: Micros): void {
    for (const [link, receiver] of this.receivers)
      for (const event of receiver.tick(now)) this.hear(event, link, now);
    for (const [timer, end] of this.timers)
      if (end <= now) {
        this.timers.delete(timer);
        this.take({ kind: 'expired', timer }, end);
      }
    for (const one of this.later) if (one.at !== undefined && one.at <= now) this.sendNow(one, one.at);
  }

  /** A person presses the board's button. */
  press(now: Micros): void {
    this.later = this.later.map(({ send, at = now }) => ({ send, at }));
  }

  private sendNow(one: Later, at: Micros): void {
    // What was sent before it may have cancelled it.
    if (!this.later.includes(one)) return;
    this.later = this.later.filter((other) => other !== one);
    const { usual: _, ...send } = one.send;
    const event: Event = { kind: 'expired', timer: send.title };
    this.follow({ sends: [{ ...send, duty: 'must' }] }, { event, before: this.state }, at);
  }

  /** The reset is the last thing that the firmware sees which then starts again. */
  reset(at: Micros): void {
    const { state: before } = this;
    const event = startedAt(at);
    // Who boots sends by the new firmware.
    if (this.setup.session.boots) this.steps = poweredSteps(this.setup, this.random);
    const ruling = firstRuling(this.steps.rules(event, before));
    if (!this.setup.session.boots) this.steps = poweredSteps(this.setup, this.random);
    this.receivers = this.listen();
    this.timers.clear();
    this.begins.clear();
    this.later = [];
    this.outbox.keep();
    this.lastDue = at;
    this.follow(ruling, { event, before }, at);
  }

  private listen(): Map<string, Decoder<Message>> {
    const inputs = this.setup.session.links.filter(({ host }) => host !== undefined);
    return new Map(inputs.map(({ name }) => [name, this.steps.receiver(name)]));
  }

  private receiverOf(link: string): Decoder<Message> {
    const receiver = this.receivers.get(link) ?? this.steps.receiver(nameOf(link));
    this.receivers.set(link, receiver);
    return receiver;
  }

  private change(kind: 'opened' | 'closed', link: string, at: Micros): void {
    const { carrier } = this.setup.session;
    this.take({ kind, link, carrier, first: instant(at), last: instant(at) }, at);
  }

  private hear(event: FrameEvent<Message>, link: string, at: Micros): void {
    for (const one of this.steps.receives(event, this.state)) this.take(eventOf(one, link), at);
  }

  private take(event: Event, at: Micros): void {
    const { state: before } = this;
    this.follow(firstRuling(this.steps.rules(event, before)), { event, before }, at);
  }

  private follow(
    ruling: Ruling<Message, unknown>,
    cause: Pick<Turn<Message, unknown>, 'event' | 'before'>,
    at: Micros,
  ): void {
    const outgoing: Following = { messages: [], timers: [], ends: [] };
    this.obey(ruling, outgoing, at);
    const turn = { event: cause.event, before: cause.before, state: this.state };
    this.send(this.steps.transmit(outgoing.messages, turn), turn, at, outgoing.timers);
    const { ends } = outgoing;
    if (this.setup.session.carrier !== 'tcp') return;
    for (const link of ends)
      this.outbox.push(micros(Math.max(at, this.lastDue)), { link, bytes: NOTHING, hangUp: true });
  }

  /** The state and the timers of a ruling, and what is sent; then what follows from each message. */
  private obey(
    { state = this.state, timers = {}, sends = [], ends = [], cancels = [] }: Ruling<Message, unknown>,
    outgoing: Following,
    at: Micros,
    sent?: Message,
  ): void {
    this.state = state;
    if (cancels.length > 0)
      this.later = this.later.filter(({ send: { title, queue = title } }) => !cancels.includes(queue));
    for (const [timer, limits] of Object.entries(timers))
      if (limits === null) this.timers.delete(timer);
      else {
        // Until that message has left, nothing begins it earlier.
        const from = micros(Math.max(at, this.begins.get(timer) ?? at));
        const end = after(from, this.steps.expires(timer, limits));
        this.timers.set(timer, end);
        if (sent !== undefined) outgoing.timers.push({ timer, end, sent });
      }
    for (const send of sends) {
      const { duty = 'must', link = this.speaker, usual } = send;
      if (usual !== undefined) {
        const due = usual === 'pressed' ? undefined : after(at, this.steps.expires(send.title, usual));
        this.later = [...this.later, { send, at: due }];
        continue;
      }
      const message = duty === 'must' ? send.make?.(this.state) : undefined;
      if (message === undefined) continue;
      outgoing.messages.push({ link, message });
      const next = send.then?.(message, this.state, rxOf(message, link, at));
      if (next !== undefined) this.obey(next, outgoing, at, message);
    }
    for (const { duty = 'must', link } of ends) if (duty === 'must') outgoing.ends.push(link);
  }

  /** Where messages go that name no link. */
  private get speaker(): string {
    return this.setup.session.links.find(({ board }) => board !== undefined)?.name ?? '';
  }

  private send(
    messages: readonly Outgoing<Message>[],
    turn: Turn<Message, unknown>,
    at: Micros,
    timers: Following['timers'],
  ): void {
    let due: number = at;
    for (const [index, { link, message }] of messages.entries()) {
      due += this.steps.delay(turn, message, index);
      this.lastDue = micros(Math.max(due, this.lastDue));
      const bytes = this.steps.encode(message, nameOf(link), this.lastDue);
      this.outbox.push(this.lastDue, { link, bytes });
      const left = this.lastDue + bytes.length * this.byteTime(link) - at;
      for (const { timer, end, sent } of timers)
        if (sent === message && this.timers.get(timer) === end) {
          this.timers.set(timer, micros(end + left));
          this.begins.set(timer, micros(at + left));
        }
    }
  }

  /** In microseconds, 8N1. */
  private byteTime(link: string): number {
    const { carrier, links } = this.setup.session;
    const baud = links.find(({ name }) => name === nameOf(link))?.baud ?? Infinity;
    return carrier === 'serial' ? 10e6 / baud : 0;
  }
}

const NOTHING = new Uint8Array(0);
const EMPTY = { code: 'empty', offset: 0, message: 'an empty packet' } as const;

function startedAt(at: Micros): Event {
  return { kind: 'reset', isRead: true, at: instant(at) };
}

/** `a` of the connection `a/2`. */
function nameOf(connection: string): string {
  const at = connection.indexOf('/');
  return at < 0 ? connection : connection.slice(0, at);
}

/** How a message comes that nobody disturbs. */
const PASSAGE = { pause: 0, write: 0, isAlone: true } as const;

function rxOf(message: Message, link: string, at: Micros): RxMessage<Message> {
  return { link, message, raw: NOTHING, first: instant(at), last: instant(at), ...PASSAGE };
}

function eventOf(event: FrameEvent<Message>, link: string): Event {
  const { raw, first, last } = event;
  const passage = { link, raw, first: instant(first), last: instant(last), ...PASSAGE };
  return event.kind === 'frame'
    ? { kind: 'message', message: event.value, ...passage }
    : { kind: 'reject', code: event.error.code, ...passage };
}
