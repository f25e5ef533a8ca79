/** The virtual boards of a described conversation, for the list of boards. */
import type { AnySteps, StepChange } from '../../../protocols/conversation/board-steps';
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Parameters } from '../../../protocols/requirement';
import { listDefects, type BoardKind, type VirtualBoard } from '../engine/board';
import { ConversationBoard } from './virtual-board';

type Change = StepChange<AnySteps, Parameters>;

const PLACES: Readonly<Record<Carrier, string>> = { tcp: 'on TCP', udp: 'on UDP', serial: 'on serial lines' };

/** The page's own board first, one for each carrier of its links; then those of other firmwares. */
export function conversationBoards(protocol: AnyConversation): readonly BoardKind[] {
  const { id, title, boards, carriers, runs } = protocol;
  const defects = listDefects(protocol.defects);
  const kind = (
    name: string,
    about: string,
    known: typeof defects,
    own: readonly Change[] = [],
  ): BoardKind => ({
    name,
    title: about,
    suite: id,
    links: protocol.links,
    defects: known,
    ...(runs.length === 0 ? {} : { defaultRuns: runs }),
    create: ({ seed, parameters, defects: chosen }) =>
      boardOf(protocol, { seed, parameters, changes: [...own, ...changesOf(known, chosen)] }),
  });
  const onCarrier = (carrier: Carrier, at: number): BoardKind => {
    const known = defects.filter((one) => one.carriers?.includes(carrier) ?? true);
    return {
      ...kind(at === 0 ? id : `${id}-${carrier}`, `${title} ${PLACES[carrier]}`, known),
      links: protocol.links.map((link) => ({ ...link, binding: carrier })),
      create: ({ seed, parameters, defects: chosen }) =>
        boardOf(protocol, { seed, parameters, changes: changesOf(known, chosen), carrier }),
    };
  };
  return [
    ...(carriers.length === 0 ? [kind(id, title, defects)] : carriers.map(onCarrier)),
    ...Object.entries(boards).map(([name, one]) =>
      kind(name, one.title, listDefects(one.defects ?? {}), [one.change]),
    ),
  ];
}

function changesOf(
  known: readonly { readonly name: string; readonly change: Change }[],
  chosen: ReadonlySet<string>,
): readonly Change[] {
  return known.filter(({ name }) => chosen.has(name)).map(({ change }) => change);
}

function boardOf(
  protocol: AnyConversation,
  {
    seed,
    parameters,
    changes,
    carrier,
  }: {
    readonly seed: number;
    readonly parameters: Parameters;
    readonly changes: readonly Change[];
    readonly carrier?: Carrier;
  },
): VirtualBoard {
  return new ConversationBoard({ session: protocol.at(parameters, carrier), seed, changes });
}
