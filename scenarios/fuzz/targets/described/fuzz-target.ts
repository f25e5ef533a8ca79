/** The fuzz target of a described conversation: generators of its author, judged by its rules. */
import type { OwnJudge } from '../../../../protocols/conversation/own-judge';
import {
  fieldsOf,
  type AnyConversation,
  type AnyConversationSession,
} from '../../../../protocols/conversation/session';
import { judgeOf } from '../../../../judge/described/monitor';
import type { Carrier } from '../../../../protocols/monitor/monitor';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Parameters } from '../../../../protocols/requirement';
import type { FrameEvent } from '../../../../protocols/frame';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { listen, send, type FuzzStep } from '../../../player/step';
import { reduceBytes } from '../../reduce/byte-reduction';
import type { FuzzSession, FuzzTarget, Generator } from '../../target';
import { decodeAll } from '../case-building';
import { MonitorModel } from '../monitor-model';

/** Longer than any silence that ends something. */
const LONG = millis(60_000);

/** What a generator gets: where the board stands by the rules. */
export interface ConversationView<State> {
  readonly state: State;
}

/** What a campaign knows of a conversation besides its rules. */
export interface FuzzOptions<State, Values> {
  /** All classes that the rules name: of states, of events, and of what is due. */
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly responses: readonly string[];
  /** Parts of messages that generators try. */
  readonly fields: readonly string[];
  /** Clauses that no input breaks, each with the reason. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** `links`: those of the board. */
  session(
    parameters: Values,
    links: readonly string[],
  ): Pick<FuzzSession<ConversationView<State>>, 'generators'> &
    Partial<Omit<FuzzSession<ConversationView<State>>, 'model'>> & {
      /** The bytes of a recipe in this state; undefined: there are none. */
      made?(recipe: string, state: State): Uint8Array | undefined;
    };
}

class ConversationModel extends MonitorModel<OwnJudge<unknown>> {
  constructor(
    monitor: OwnJudge<unknown>,
    private readonly maker: (recipe: string, state: unknown) => Uint8Array | undefined,
    /** When the board was switched on: as the case begins, or before. Absent: nobody knows. */
    private start?: 'now' | 'before',
  ) {
    super(monitor);
  }

  begins(at: Micros): void {
    const since = this.start === 'now' ? at : micros(-Infinity);
    if (this.start !== undefined) this.monitor.reset(at, since);
    this.start = undefined;
  }

  made(recipe: string): Uint8Array | undefined {
    return this.maker(recipe, this.monitor.state);
  }

  get view(): ConversationView<unknown> {
    return { state: this.monitor.state };
  }
}

/** `probe`: bytes on the first link of the host that any live board says something to. */
export function conversationTarget(
  protocol: AnyConversation,
  own: FuzzOptions<unknown, Parameters>,
  probe: (parameters: Parameters) => Uint8Array,
  carrier?: Carrier,
): FuzzTarget<ConversationView<unknown>> {
  return {
    suite: protocol.id,
    requirements: protocol.requirements,
    symbologies: protocol.symbologies,
    ...own,
    ...(carrier === undefined ? {} : { binding: carrier }),
    session: (parameters, links) => {
      const session = protocol.at(parameters, carrier);
      const given = own.session(parameters, links ?? session.links.map(({ name }) => name));
      const link = session.links.find(({ host }) => host !== undefined)?.name ?? '';
      const asked: FuzzStep = send(link, probe(parameters));
      return {
        model: (fresh, now) =>
          new ConversationModel(
            judgeOf(session, {
              known: fresh && !session.boots,
              isReset: fresh && !session.boots,
              keepsCoverage: true,
              onPass: null,
            }),
            (recipe, state) => given.made?.(recipe, state),
            session.boots && fresh ? (now === true ? 'now' : 'before') : undefined,
          ),
        probe: [asked],
        // No message brings the board to a known state: silence ends what is under way.
        baseline: [listen(session.quiet)],
        stateProbes: () => [[asked]],
        quiet: micros(session.quiet),
        frames: (name, bytes) => framesOf(session, name, bytes),
        smaller: (_link, bytes) => reduceBytes(bytes),
        describe: (name, bytes) => eventsOf(session, name, bytes).map(describe).join('; '),
        fields: fieldsOf.bind(undefined, session),
        ...given,
      };
    },
  };
}

function framesOf(session: AnyConversationSession, name: string, bytes: Uint8Array): readonly Uint8Array[] {
  const hasDecoder = session.links.some((link) => link.name === name && link.host !== undefined);
  return hasDecoder ? eventsOf(session, name, bytes).map(({ raw }) => raw) : [bytes];
}

function eventsOf(session: AnyConversationSession, name: string, bytes: Uint8Array) {
  const decoder = session.links.find((link) => link.name === name)?.host?.codec.decoder();
  return decoder === undefined ? [] : decodeAll<Message>(decoder, bytes, LONG);
}

/** What came is named by its type, and what is none by what is wrong. */
function describe(event: FrameEvent<Message>): string {
  return event.kind === 'reject' ? event.error.message : event.value.type;
}

/** A generator that is given where the board stands. */
export type ConversationGenerator<State> = Generator<ConversationView<State>>;
