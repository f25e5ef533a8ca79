/** All of a described conversation: every part follows from its description. */
import { conversationBoards, type OwnBoard } from '../../../devices/virtual/described/board';
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import type { Dissection } from '../../../protocols/dissection/dissection';
import type { Parameters } from '../../../protocols/requirement';
import { conversationSuite, type SuiteParts } from '../../conformance/described/suite';
import type { NamedMessage } from '../../dialect';
import type { FuzzOptions } from '../../fuzz/targets/described/fuzz-target';
import type { TapMaker } from '../../monitor/described/tapped-board';
import type { TraceOptions } from '../../monitor/described/trace-monitor-kind';
import { defineProtocol, type Protocol } from '../../protocol';
import type { OwnDialect } from './dialects';
import { compareMessages } from './nondeterminism';
import { dissectedLinks } from './dissected-links';

export interface ConversationParts extends SuiteParts {
  readonly fuzz: FuzzOptions<unknown, Parameters> | ((carrier: Carrier) => FuzzOptions<unknown, Parameters>);
  /** Messages of the host by name, on its first link. */
  readonly messages?: (parameters: Parameters) => readonly NamedMessage[];
  readonly board?: OwnBoard;
  readonly trace?: TraceOptions;
  /** Judges two boards that play each other. */
  readonly tap?: TapMaker<unknown>;
  readonly dissection?: (parameters: Parameters) => Dissection;
  readonly dialect?: (parameters: Parameters) => OwnDialect;
  /** What a message says that no free choice of the board decides; undefined: nothing. */
  readonly meaning?: (message: Message) => unknown;
  /** Two messages differ by a choice of the board that leads two runs apart. */
  readonly diverges?: (before: Message, after: Message, parameters: Parameters) => boolean;
  /** The board chooses when it sends this message, and what it says. */
  readonly isChosen?: (message: Message) => boolean;
}

/** Throws an Error of one line that names the path of a wrong part. */
export function conversationProtocol(described: AnyConversation, parts: ConversationParts): Protocol {
  const { id, title } = described;
  const { meaning, diverges, isChosen, tap } = parts;
  return defineProtocol({
    suite: conversationSuite(described, parts),
    boards: conversationBoards(described, parts.board),
    targets: async () => {
      const { conversationTarget } = await import('../../fuzz/targets/described/fuzz-target.js');
      const { fuzz } = parts;
      const fuzzOn = (carrier: Carrier) => (typeof fuzz === 'function' ? fuzz(carrier) : fuzz);
      const probe = (given: Parameters) => parts.probe?.(given)[0] ?? new Uint8Array(0);
      return described.carriers.length === 0
        ? [conversationTarget(described, fuzzOn('serial'), probe)]
        : described.carriers.map((carrier) => conversationTarget(described, fuzzOn(carrier), probe, carrier));
    },
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
    dissection: () =>
      parts.dissection ?? ((parameters) => ({ id, title, links: dissectedLinks(described, parameters) })),
    dialects: async () => {
      const { conversationDialects } = await import('./dialects.js');
      return (options) => conversationDialects(described, options, parts);
    },
    ...(meaning === undefined && diverges === undefined && isChosen === undefined
      ? {}
      : {
          nondeterminism: () => (parameters) =>
            compareMessages(described.at(parameters), {
              ...(meaning === undefined ? {} : { meaning }),
              ...(isChosen === undefined ? {} : { isChosen }),
              diverges: (...messages) => diverges?.(...messages, parameters) ?? false,
            }),
        }),
  });
}
