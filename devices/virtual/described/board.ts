/** The virtual boards of a described conversation, for the list of boards. */
import type { AnyConversation, AnySteps, StepChange } from '../../../protocols/conversation/definition';
import type { Parameters } from '../../../protocols/requirement';
import { listDefects, type BoardKind } from '../engine/board';
import { ConversationBoard } from './virtual-board';

/** The page's own board first, then those of other firmwares. */
export function conversationBoards(protocol: AnyConversation): readonly BoardKind[] {
  const { id, title, links, boards } = protocol;
  const defects = listDefects(protocol.defects);
  const kind = (
    name: string,
    about: string,
    own: readonly StepChange<AnySteps, Parameters>[],
    known: typeof defects,
  ): BoardKind => ({
    name,
    title: about,
    suite: id,
    links,
    defects: known,
    create: ({ seed, parameters, defects: chosen }) => {
      const changes = known.filter((one) => chosen.has(one.name)).map(({ change }) => change);
      return new ConversationBoard({ session: protocol.at(parameters), seed, changes: [...own, ...changes] });
    },
  });
  return [
    kind(id, title, [], defects),
    ...Object.entries(boards).map(([name, one]) => kind(name, one.title, [one.change], [])),
  ];
}
