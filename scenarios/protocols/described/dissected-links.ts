/** The links of a described conversation, for a dissector. */
import type { Dissection } from '../../../protocols/dissection/dissection';
import type { AnyConversation, AnyConversationSession } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Parameters } from '../../../protocols/requirement';

type Links = Dissection['links'];

/** Links that may have several carriers are alike: one for each carrier. A serial line first: it is what a trace does not open. */
export function dissectedLinks(described: AnyConversation, parameters: Parameters): Links {
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
