/** The fuzz target of a described conversation: generators of its author, judged by its rules. */
import type { OwnJudge } from '../../../../protocols/conversation/own-judge';
import {
  fieldsOf,
  type AnyConversation,
  type AnyConversationSession,
} from '../../../../protocols/conversation/session';
import { judgeOf } from '../../../../judge/described/monitor';
import type { Carrier, CoveragePoint } from '../../../../protocols/monitor/monitor';
import { RuleError, type Message } from '../../../../protocols/request-response/definition';
import type { Parameters } from '../../../../protocols/requirement';
import { concat } from '../../../../protocols/bytes';
import { decodeAll, type FrameEvent } from '../../../../protocols/frame';
import { micros, type Micros } from '../../../../protocols/time';
import { random } from '../../../../devices/random';
import { stepsToPlay } from '../../../player/host-steps';
import type { ConversationSessions, Made, SessionParts } from '../../../player/conversation-sessions';
import { listen, send, type FuzzStep } from '../../../player/step';
import { reduceBytes } from '../../reduce/byte-reduction';
import type { FuzzSession, FuzzTarget, Generator } from '../../target';
import { describeEvents, generator } from '../case-building';
import { MonitorModel } from '../monitor-model';

const BEGUN = { state: 'any state', trigger: 'the board itself', response: 'what it begins', isNoOp: true };

const MOST_SEED = 0x7fffffff;

/** The input of a generator: the state of the board by the rules. */
export interface ConversationView<State> {
  readonly state: State;
}

/** What a campaign knows about a conversation besides its rules. */
export interface FuzzOptions<State, Values> {
  /** All classes that the rules name: of states, of events, and of what is due. */
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly responses: readonly string[];
  /** Parts of messages that generators try. */
  readonly fields: readonly string[];
  /** Clauses that no input breaks, each with the reason. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** `links`: those of the board. Generators: beside the sessions of scenarios. */
  session(
    parameters: Values,
    links: readonly string[],
  ): Partial<Omit<FuzzSession<ConversationView<State>>, 'model'>>;
}

class ConversationModel extends MonitorModel<OwnJudge<unknown>> {
  constructor(
    monitor: OwnJudge<unknown>,
    private readonly maker: (recipe: string, state: unknown) => Made | undefined,
    /** When the board was switched on: as the case begins, or before. Absent: nobody knows. */
    private start: 'now' | 'before' | undefined,
    /** Clauses that passed, of what the board began by itself. */
    private readonly begun: Set<string>,
  ) {
    super(monitor);
  }

  begins(at: Micros): void {
    const since = this.start === 'now' ? at : micros(-Infinity);
    if (this.start !== undefined) this.monitor.reset(at, since);
    this.start = undefined;
  }

  override coverage(): readonly CoveragePoint[] {
    const points = [...this.begun].map((requirement) => ({ ...BEGUN, requirement }));
    this.begun.clear();
    return points.length === 0 ? super.coverage() : [...super.coverage(), ...points];
  }

  made(recipe: string): Made | undefined {
    return this.maker(recipe, this.monitor.state);
  }

  get view(): ConversationView<unknown> {
    return { state: this.monitor.state };
  }
}

/** What a campaign takes from the suite: sessions, and what any live board says something to. */
interface FuzzedParts extends SessionParts<unknown, Parameters> {
  readonly scenarios?: readonly (
    ConversationSessions<Message, unknown, Parameters> | { readonly run: unknown }
  )[];
  probe?(parameters: Parameters): readonly Uint8Array[];
}

export interface TargetOptions {
  readonly carrier?: Carrier | undefined;
  /** What the board begins by itself counts as reached, too: no class of the author's names it. */
  readonly countsBegun?: boolean;
}

export function conversationTarget(
  protocol: AnyConversation,
  own: FuzzOptions<unknown, Parameters>,
  parts: FuzzedParts,
  { carrier, countsBegun = false }: TargetOptions = {},
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
      const generators = [...(given.generators ?? []), ...sessionGenerators(parts, session, names, link)];
      if (generators.length === 0)
        throw new RuleError(
          'fuzz: nothing to try: its session gives no generators, and no scenario has `sessions`',
        );
      const asked: FuzzStep = send(link, parts.probe?.(parameters)[0] ?? new Uint8Array(0));
      return {
        model: (fresh, now) => {
          const begun = new Set<string>();
          return new ConversationModel(
            judgeOf(session, {
              known: fresh && !session.boots,
              isReset: fresh && !session.boots,
              keepsCoverage: true,
              onPass: countsBegun ? (clause) => void begun.add(clause) : null,
            }),
            (recipe, state) => parts.made?.(recipe, state),
            session.boots && fresh ? (now === true ? 'now' : 'before') : undefined,
            begun,
          );
        },
        probe: [asked],
        // No message brings the board to a known state: silence ends what is under way.
        baseline: [listen(session.quiet)],
        stateProbes: () => [[asked]],
        quiet: micros(session.quiet),
        frames: (name, bytes) => framesOf(session, name, bytes),
        smaller: (_link, bytes) => reduceBytes(bytes),
        describe: (name, bytes) => describeEvents(eventsOf(session, name, bytes), ({ type }) => type),
        fields: fieldsOf.bind(undefined, session),
        ...given,
        generators,
      };
    },
  };
}

const USUAL_WEIGHT = 4;

/** A case of each is one of its sessions. */
function sessionGenerators(
  parts: FuzzedParts,
  session: AnyConversationSession,
  links: readonly string[],
  link: string,
): readonly ConversationGenerator<unknown>[] {
  const table = { p: session.parameters, links, carrier: session.carrier };
  return (parts.scenarios ?? []).flatMap((one) => {
    if (!('sessions' in one) || one.weight === 0 || one.unfit?.(table) !== undefined) return [];
    const { id, group = 'session', weight = USUAL_WEIGHT, fields = [], needs = [] } = one;
    const made = generator<ConversationView<unknown>>(id, group, weight, fields, (dice, { state }) => {
      const asked = { ...table, random: random(dice.int(0, MOST_SEED)), all: true, state };
      const steps = dice.any([...one.sessions(asked)])?.steps?.(asked) ?? [];
      return stepsToPlay([...(parts.between?.(table) ?? []), ...steps], session, link, true);
    });
    return [needs.includes('stimulus') ? { ...made, needs: 'stimulus' } : made];
  });
}

/** All that the host's side of a link finds, with silence after it. */
function eventsOf(
  session: AnyConversationSession,
  name: string,
  bytes: Uint8Array,
): readonly FrameEvent<Message>[] {
  const decoder = session.links.find((link) => link.name === name)?.host?.codec.decoder();
  return decoder === undefined ? [] : decodeAll(decoder, bytes);
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

/** A generator that gets the state of the board. */
export type ConversationGenerator<State> = Generator<ConversationView<State>>;
