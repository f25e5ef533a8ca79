/** All of a described conversation: every part follows from its description. */
import { conversationBoards } from '../../../devices/virtual/described/board';
import type { AnyConversation } from '../../../protocols/conversation/definition';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import { conversationSuite, type SuiteParts } from '../../conformance/described/suite';
import type { NamedMessage } from '../../dialect';
import type { FuzzOptions } from '../../fuzz/targets/described/fuzz-target';
import { defineProtocol, type Protocol } from '../../protocol';
import { compareMessages } from './nondeterminism';

export interface ConversationParts extends SuiteParts {
  readonly fuzz: FuzzOptions<unknown, Parameters>;
  /** Messages of the host by name, on its first link. */
  readonly messages?: (parameters: Parameters) => readonly NamedMessage[];
  /** What a message says that no free choice of the board decides; undefined: nothing. */
  readonly meaning?: (message: Message) => unknown;
}

/** Throws an Error of one line that names the path of a wrong part. */
export function conversationProtocol(described: AnyConversation, parts: ConversationParts): Protocol {
  const { id, title } = described;
  const { meaning } = parts;
  const linksOf = (parameters: Parameters) => {
    const { links, quiet } = described.at(parameters);
    return links.map((link) => ({ ...link, quiet }));
  };
  return defineProtocol({
    suite: conversationSuite(described, parts),
    boards: conversationBoards(described),
    targets: async () => {
      const { conversationTarget } = await import('../../fuzz/targets/described/fuzz-target.js');
      return [
        conversationTarget(described, parts.fuzz, (given) => parts.probe(given)[0] ?? new Uint8Array(0)),
      ];
    },
    traceMonitor: async () => {
      const { conversationTraceMonitor } = await import('../../monitor/described/trace-monitor-kind.js');
      return conversationTraceMonitor(described);
    },
    dissection: () => (parameters) => ({
      id,
      title,
      links: linksOf(parameters).flatMap(({ name, host, board, quiet }) => {
        const [tx, rx] = [host?.grammar ?? board?.grammar, board?.grammar ?? host?.grammar];
        const silence = (host?.silence ?? board?.silence ?? quiet) / 1000;
        return tx === undefined || rx === undefined ? [] : [{ name, idleMs: silence, tx, rx }];
      }),
    }),
    dialects: async () => {
      const { conversationDialects } = await import('./dialects.js');
      return (options) => conversationDialects(described, options, parts.messages);
    },
    ...(meaning === undefined
      ? {}
      : { nondeterminism: () => (parameters) => compareMessages(described.at(parameters), meaning) }),
  });
}
