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
import { concat } from '../../../../protocols/bytes';
import type { FrameEvent } from '../../../../protocols/frame';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { random } from '../../../../devices/random';
import { stepsToPlay } from '../../../player/host-steps';
import type { ConversationSessions, Made, SessionParts } from '../../../player/conversation-sessions';
import { listen, send, type FuzzStep } from '../../../player/step';
import type { TrialScenario } from '../../../player/trials';
import { reduceBytes } from '../../reduce/byte-reduction';
import type { FuzzSession, FuzzTarget, Generator } from '../../target';
import { decodeAll, generator } from '../case-building';
import { MonitorModel } from '../monitor-model';

/** Longer than any silence that ends something. */
const LONG = millis(60_000);
const MOST_SEED = 0x7fffffff;

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
  /** Sessions of the suite, which campaigns play too. */
  readonly shared?: SessionParts<State, Values> & {
    readonly sessions: readonly ConversationSessions<State, Values>[];
  };
  /** `links`: those of the board. Generators: beside trials. */
  session(
    parameters: Values,
    links: readonly string[],
  ): Partial<Omit<FuzzSession<ConversationView<State>>, 'model'>> & {
    /** The bytes of a recipe in this state; undefined: there are none. */
    made?(recipe: string, state: State): Made | undefined;
  };
}

type Trials = readonly TrialScenario<Message, unknown, Parameters>[];

/** Each scenario is a generator: of one of its trials. */
function trialGenerators(
  trials: Trials,
  session: AnyConversationSession,
  link: string,
): readonly ConversationGenerator<unknown>[] {
  return trials.map((scenario) => {
    const { id, group, weight, fields = [], needs = [], first } = scenario;
    const all = [...(first?.(session.parameters) ?? []), ...scenario.trials(session.parameters)];
    const made = generator<ConversationView<unknown>>(id, group, weight, fields, (dice, { state }) => {
      const steps = dice.any(all)?.(state, random(dice.int(0, MOST_SEED))) ?? [];
      return stepsToPlay(steps, session, link, true).steps;
    });
    return needs.includes('stimulus') ? { ...made, needs: 'stimulus' } : made;
  });
}

class ConversationModel extends MonitorModel<OwnJudge<unknown>> {
  constructor(
    monitor: OwnJudge<unknown>,
    private readonly maker: (recipe: string, state: unknown) => Made | undefined,
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

  made(recipe: string): Made | undefined {
    return this.maker(recipe, this.monitor.state);
  }

  get view(): ConversationView<unknown> {
    return { state: this.monitor.state };
  }
}

/** `probe`: bytes on the first link of the host that any live board says something to. */
export function conversationTarget(
  protocol: AnyConversation,
  { trials = [], ...own }: FuzzOptions<unknown, Parameters> & { readonly trials?: Trials },
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
      const names = links ?? session.links.map(({ name }) => name);
      const given = own.session(parameters, names);
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
            (recipe, state) => (given.made ?? own.shared?.made)?.(recipe, state),
            session.boots && fresh ? (now === true ? 'now' : 'before') : undefined,
          ),
        probe: [asked],
        // No message brings the board to a known state: silence ends what is under way.
        baseline: [listen(session.quiet)],
        stateProbes: () => [[asked]],
        quiet: micros(session.quiet),
        frames: (name, bytes) => framesOf(session, name, bytes),
        smaller: (_link, bytes) => reduceBytes(bytes),
        describe: (name, bytes) =>
          eventsOf(session, name, bytes)
            .map((event) => describe(event))
            .join('; '),
        fields: fieldsOf.bind(undefined, session),
        ...given,
        generators: [
          ...(given.generators ?? []),
          ...trialGenerators(trials, session, link),
          ...sessionGenerators(own.shared, { p: parameters, links: names, carrier }),
        ],
      };
    },
  };
}

const USUAL_WEIGHT = 4;

/** A case of each is one of its sessions. */
function sessionGenerators(
  shared: FuzzOptions<unknown, Parameters>['shared'],
  { carrier = 'serial', ...rest }: { p: Parameters; links: readonly string[]; carrier?: Carrier | undefined },
): readonly ConversationGenerator<unknown>[] {
  if (shared === undefined) return [];
  const table = { ...rest, carrier };
  const fitting = shared.sessions.filter((one) => one.weight !== 0 && one.unfit?.(table) === undefined);
  return fitting.map((one) =>
    generator(one.id, 'session', one.weight ?? USUAL_WEIGHT, [], (dice, { state }) => {
      const asked = { ...table, all: true, state: () => state };
      const all = [...one.sessions(random(dice.int(0, 0x7fffffff)), asked)];
      return [...(shared.between?.(table) ?? []), ...(dice.any(all)?.steps?.() ?? [])];
    }),
  );
}

/** All that the host's side of a link finds, with silence after it. */
function eventsOf(
  session: AnyConversationSession,
  name: string,
  bytes: Uint8Array,
): readonly FrameEvent<Message>[] {
  const decoder = session.links.find((link) => link.name === name)?.host?.codec.decoder();
  return decoder === undefined ? [] : decodeAll<Message>(decoder, bytes, LONG);
}

/** Bytes that are discarded up to the next pause belong to what caused it. */
function framesOf(session: AnyConversationSession, name: string, bytes: Uint8Array): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  for (const { raw, ...event } of eventsOf(session, name, bytes)) {
    const before = all.at(-1);
    const goesOn = event.kind === 'reject' && event.error.code === 'discarded';
    if (goesOn && before !== undefined) all[all.length - 1] = concat(before, raw);
    else all.push(raw);
  }
  return all.length === 0 ? [bytes] : all;
}

function describe(event: FrameEvent<Message>): string {
  return event.kind === 'frame' ? event.value.type : `${event.error.code}: ${event.error.message}`;
}

/** A generator that is given where the board stands. */
export type ConversationGenerator<State> = Generator<ConversationView<State>>;
