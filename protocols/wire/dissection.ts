/** A described wire and its framing as data for a Wireshark dissector: lua/described/ reads it. */
import type { DescribedGrammar } from '../dissection/described';
import type { DissectedLink, Dissection } from '../dissection/dissection';
import { dissectedFields, layoutsOf, type DissectedSide } from './dissection/fields';
import { dissectedFraming, dissectedHunt, dissectedPart, isHunted } from './dissection/framing';
import { byLength } from './framing';
import { given } from './layout/given';
import { dissectedWire } from './dissection/layout';

export interface DescribedProtocol {
  readonly id: string;
  readonly title: string;
  readonly link: Pick<DissectedLink, 'name' | 'binding'>;
  readonly requests: DissectedSide;
  readonly answers: DissectedSide;
}

/** A dissector of a protocol with one link, from the descriptions of its two directions. */
export function wireDissection({ id, title, link, requests, answers }: DescribedProtocol): Dissection {
  const fields = dissectedFields([requests, answers]);
  return {
    id,
    title,
    links: [{ ...link, fields, tx: dissectedSide(requests), rx: dissectedSide(answers) }],
  };
}

function dissectedSide({ wire, framing, wake, loose }: DissectedSide): DescribedGrammar {
  const layouts = layoutsOf(wire);
  const longest = Math.max(...layouts.map((layout) => layout.longest));
  const shared = { wires: layouts.map(dissectedWire), ...given({ wake, loose }) };
  if (!isHunted(framing)) return { ...shared, framing: dissectedFraming(framing, longest) };
  const parts =
    framing.kind === 'any'
      ? (wire.parts?.wires ?? []).flatMap(({ layout, framed }) =>
          framed === undefined
            ? []
            : [{ wires: [dissectedWire(layout)], longest: layout.longest, framing: framed.framing }],
        )
      : [{ wires: shared.wires, longest, framing: framing.kind === 'running' ? byLength(framing) : framing }];
  return {
    ...shared,
    parts: parts.map((part) => ({ wires: part.wires, framing: dissectedPart(part) })),
    framing: dissectedHunt(framing, parts),
  };
}
