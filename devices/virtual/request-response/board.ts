/** The virtual board of any described protocol, for the list of boards. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import type { BoardKind } from '../engine/board';
import { DefectCatalogue } from './defects';
import { RequestResponseBoard } from './virtual-board';

/** The virtual board of a protocol. Its stock defects are computed at their first use. */
export function boardKind(protocol: AnyRequestResponse): BoardKind {
  const { id, title, link } = protocol;
  let catalogue: DefectCatalogue | undefined;
  const defects = (): DefectCatalogue => (catalogue ??= new DefectCatalogue(protocol));
  return {
    name: id,
    title,
    suite: id,
    links: [{ name: link.name, baud: link.baud }],
    get defects() {
      return defects().all();
    },
    findDefect: (name) => defects().find(name),
    create: ({ seed, defects: names, parameters }) => {
      const changes = [...names].flatMap((name) => defects().find(name)?.change ?? []);
      const session = protocol.at(parameters);
      const { baud = link.baud } = session.parameters;
      return new RequestResponseBoard({ session, link: { ...link, baud: Number(baud) }, seed, changes });
    },
  };
}
