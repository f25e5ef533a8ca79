/** The virtual boards of a described conversation, for the list of boards. */
import type { AnySteps, StepChange } from '../../../protocols/conversation/board-steps';
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Parameters } from '../../../protocols/requirement';
import { listDefects, type BoardKind } from '../engine/board';
import { ConversationBoard } from './virtual-board';

type Change = StepChange<AnySteps, Parameters>;

const PLACES: Readonly<Record<Carrier, string>> = { tcp: 'on TCP', udp: 'on UDP', serial: 'on serial lines' };

/** The page's own board first, one for each carrier of its links; then those of other firmwares. */
export function conversationBoards(protocol: AnyConversation): readonly BoardKind[] {
  const { id, title, links, boards, carriers, runs } = protocol;
  const defects = listDefects(protocol.defects);
  const kind = (
    name: string,
    about: string,
    known: typeof defects,
    { own = [], carrier }: { readonly own?: readonly Change[]; readonly carrier?: Carrier } = {},
  ): BoardKind => ({
    name,
    title: about,
    suite: id,
    links: carrier === undefined ? links : links.map((link) => ({ ...link, binding: carrier })),
    defects: known,
    ...(runs.length === 0 ? {} : { defaultRuns: runs }),
    create: ({ seed, parameters, defects: chosen }) => {
      const changes = [...own, ...known.flatMap((one) => (chosen.has(one.name) ? [one.change] : []))];
      return new ConversationBoard({ session: protocol.at(parameters, carrier), seed, changes });
    },
  });
  const onCarrier = (carrier: Carrier, at: number): BoardKind => {
    const known = defects.filter((one) => one.carriers?.includes(carrier) ?? true);
    return kind(at === 0 ? id : `${id}-${carrier}`, `${title} ${PLACES[carrier]}`, known, { carrier });
  };
  return [
    ...(carriers.length === 0 ? [kind(id, title, defects)] : carriers.map(onCarrier)),
    ...Object.entries(boards).map(([name, one]) =>
      kind(name, one.title, listDefects(one.defects ?? {}), { own: [one.change] }),
    ),
  ];
}
