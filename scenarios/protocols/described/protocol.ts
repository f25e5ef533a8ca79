/** All of a described conversation: every part follows from its description. */
import { conversationBoards } from '../../../devices/virtual/described/board';
import type { AnyConversation, AnyConversationSession } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import type { Dissection } from '../../../protocols/dissection/dissection';
import type { Parameters } from '../../../protocols/requirement';
import { type Micros, micros } from '../../../protocols/time';
import { sourceOf } from '../../../protocols/wire/codec';
import type { ConversationHost } from '../../conformance/described/host';
import type { AnyScenario, ConversationScenario } from '../../conformance/host-scenario';
import { conversationSuite } from '../../conformance/described/suite';
import type { ConversationSessions, SessionParts } from '../../player/conversation-sessions';
import type { NamedMessage } from '../../dialect';
import type { FuzzOptions } from '../../fuzz/targets/described/fuzz-target';
import type { TapMaker } from '../../monitor/described/tapped-board';
import type { TraceOptions } from '../../monitor/described/trace-monitor-kind';
import { defineProtocol, type Protocol, type AnswerComparer } from '../../protocol';
import type { OwnDialect } from './dialects';
import type { FrameEvent } from '../../../protocols/frame';
import { bytesOf } from '../parameter-values';

/** The scenarios, what fuzzing tries, and what else commands ask for. */
export interface ConversationUses<
  Host extends Message,
  Board extends Message,
  State,
  Values,
> extends SessionParts<State, Values> {
  readonly scenarios?: readonly (
    ConversationScenario<Host, State, Values> | ConversationSessions<Host, State, Values>
  )[];
  /**
   * What fuzzing tries, on each carrier of the links. Absent: what follows from the wires of the host, and a scenario `stock` of it; nothing
   * where no wire describes what the host sends, or it sends nothing.
   */
  readonly fuzz?: FuzzOptions<State, Values> | ((carrier: Carrier) => FuzzOptions<State, Values>);
  /** Bytes on the host's first link that any live board answers, repeated as often as needed. */
  probe?(parameters: Values): readonly Uint8Array[];
  /** Replaces `probe`: finds out whether the board is there. Resolves to undefined, or to a sentence that says why not. */
  reach?(host: ConversationHost<Host, State, Values>): Promise<string | undefined>;
  /** The stall of this machine after which a conformant board may answer differently. Absent: none. */
  stallLimit?(parameters: Values): Micros;
  /** How long the suite takes on a conformant board in real time. Absent: unknown. */
  usualTime?(parameters: Values): Micros | undefined;
  /** Messages of the host by name, for `monitor` and `doctor`. */
  messages?(parameters: Values): readonly NamedMessage[];
  /** What a trace shows of a board. */
  readonly trace?: TraceOptions;
  /** Judges two boards that play each other, for `tap`. Absent: they cannot be tapped. */
  readonly tap?: TapMaker<State>;
  /** The names of all bytes, for a dissector. Default: from the grammars of the links. */
  dissection?(parameters: Values): Dissection;
  /** Messages of the first link that a user types, and one that a conformant board always answers. */
  dialect?(parameters: Values): OwnDialect;
  /** The part of a message that no free choice of the board decides, for `compare`; undefined: none. */
  meaning?(message: Board): unknown;
  /** Whether two messages of one place differ by a choice of the board after which two runs diverge, for `compare`. */
  diverges?(before: Board, after: Board, parameters: Values): boolean;
  /** Whether the board chooses when to send this message and what it says, so that two runs diverge, for `compare`. Default: no. */
  isChosen?(message: Board): boolean;
}

/** The same of any description. */
export type ConversationParts = ConversationUses<Message, Message, unknown, Parameters>;

/** Throws an Error of one line that names the path of a wrong part. */
export function conversationProtocol(described: AnyConversation, parts: ConversationParts): Protocol {
  const { id, title } = described;
  const { fuzz, tap, scenarios = [] } = parts;
  const isStock = fuzz === undefined && isWired(described);
  if (parts.probe === undefined && parts.reach === undefined)
    throw new Error('probe: give bytes to which any live board says something, or `reach`');
  const isFree = ['meaning', 'diverges', 'isChosen'].some((name) => name in parts);
  return defineProtocol({
    suite: conversationSuite(described, {
      ...parts,
      scenarios: isStock ? [...scenarios, stockScenario(described)] : scenarios,
    }),
    boards: conversationBoards(described),
    ...(fuzz === undefined && !isStock ? {} : { targets: () => targetsOf(described, parts) }),
    traceMonitor: async () => {
      const { conversationTraceMonitor } = await import('../../monitor/described/trace-monitor-kind.js');
      return conversationTraceMonitor(described, parts.trace);
    },
    ...(tap === undefined
      ? {}
      : {
          tapMonitor: async () => {
            const { conversationTap } = await import('../../monitor/described/tapped-board.js');
            return conversationTap(described, tap);
          },
        }),
    dissection: () => (parameters) =>
      parts.dissection?.(parameters) ?? { id, title, links: dissectedLinks(described, parameters) },
    dialects: async () => {
      const { conversationDialects } = await import('./dialects.js');
      return (options) => conversationDialects(described, options, parts);
    },
    ...(isFree && {
      nondeterminism: () => (parameters) =>
        compareMessages(described.at(parameters), {
          meaning: (message) => (parts.meaning === undefined ? message : parts.meaning(message)),
          isChosen: (message) => parts.isChosen?.(message) ?? false,
          diverges: (before, after) => parts.diverges?.(before, after, parameters) ?? false,
        }),
    }),
  });
}

/** A wire describes what the host sends, on a link that is always there. */
function isWired(described: AnyConversation): boolean {
  const { links } = described.at({});
  return described.carriers.length === 0 && links.some(({ host }) => host && sourceOf(host.codec));
}

/** It judges whatever clauses the rules name, and promises none. */
function stockScenario(described: AnyConversation): AnyScenario {
  return {
    id: 'stock',
    title: 'messages, near-misses and noise',
    covers: described.requirements.map((one) => one.id),
    isStock: true,
    run: async (host) => {
      const { playStockCases } = await import('./stock-cases.js');
      await playStockCases(host, described);
    },
  };
}

async function targetsOf(described: AnyConversation, parts: ConversationParts) {
  const { conversationTarget } = await import('../../fuzz/targets/described/fuzz-target.js');
  const { stockFuzz } = await import('../../fuzz/targets/described/stock-cases.js');
  const { carriers } = described;
  const fuzz = parts.fuzz ?? stockFuzz(described, parts.probe !== undefined);
  return (carriers.length === 0 ? [undefined] : carriers).map((carrier) =>
    conversationTarget(described, typeof fuzz === 'function' ? fuzz(carrier ?? 'serial') : fuzz, parts, {
      carrier,
      countsBegun: parts.fuzz === undefined,
    }),
  );
}

type Links = Dissection['links'];

/** Links that may have several carriers are alike: one for each carrier. A serial line first: it is what a trace does not open. */
function dissectedLinks(described: AnyConversation, parameters: Parameters): Links {
  const { carriers } = described;
  if (carriers.length === 0) return linksOf(described.at(parameters));
  const order = [...carriers].sort((a, b) => Number(b === 'serial') - Number(a === 'serial'));
  return order.flatMap((carrier: Carrier) =>
    linksOf(described.at(parameters, carrier))
      .slice(0, 1)
      .map((link) => ({ ...link, name: carrier, binding: carrier })),
  );
}

function linksOf({ links, quiet }: AnyConversationSession): Links {
  return links.flatMap(({ name, host, board }) => {
    const [tx, rx] = [host?.grammar ?? board?.grammar, board?.grammar ?? host?.grammar];
    const silence = (host?.silence ?? board?.silence ?? quiet) / 1000;
    return tx === undefined || rx === undefined ? [] : [{ name, idleMs: silence, tx, rx }];
  });
}

interface CompareOptions {
  /** What a message says that no free choice of the board decides. */
  readonly meaning: (message: Message) => unknown;
  /** They differ by a choice of the board that leads two runs apart. */
  readonly diverges: (before: Message, after: Message) => boolean;
  /** The board chooses when it sends this message, and what it says: then two runs go apart. */
  readonly isChosen: (message: Message) => boolean;
}

/** Two answers are the same where their messages mean the same, in any order. */
function compareMessages(
  { links }: AnyConversationSession,
  { meaning, diverges, isChosen }: CompareOptions,
): AnswerComparer {
  const read = (name: string, hex: string): readonly FrameEvent<Message>[] => {
    const decoder = (links.find((one) => one.name === name) ?? links.at(-1))?.board?.codec.decoder();
    return decoder?.push(bytesOf(hex), micros(0)) ?? [];
  };
  const meaningsOf = (events: readonly FrameEvent<Message>[]): string => {
    const meanings = events.map((event) =>
      event.kind === 'frame' ? meaning(event.value) : event.error.code,
    );
    return JSON.stringify(meanings.flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)])).sort());
  };
  return (_sent, link, before, after) => {
    const [first, second] = [read(link, before), read(link, after)];
    if (meaningsOf(first) === meaningsOf(second)) return 'same';
    const isDue = (event: FrameEvent<Message>): boolean => event.kind === 'reject' || !isChosen(event.value);
    if (meaningsOf(first.filter(isDue)) === meaningsOf(second.filter(isDue))) return 'diverged';
    const [one, other] = [first[0]?.value, second[0]?.value];
    const isPair = first.length === 1 && second.length === 1 && one !== undefined && other !== undefined;
    return isPair && diverges(one, other) ? 'diverged' : 'changed';
  };
}
