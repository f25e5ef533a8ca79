/**
 * Where a board would stand if it had broken a clause without a sign. An answer that is wrong for the game, and right for one of these,
 * breaks that clause.
 *
 *     Select A → TRUE     Start → Start     Match B → TRUE, not FALSE: Start has kept the selection (STM-GM-01)
 */
import type { Answer, Request, Tile } from './message';
import { agrees, apply, expect, follow, POWER_ON, sameGame, type Game } from './rules';

export interface HiddenFault {
  readonly clause: string;
  readonly game: Game;
}

const MOST = 8;

/** The clause whose breach explains the answer; undefined: none. */
export function explain(
  faults: readonly HiddenFault[],
  request: Request,
  answer: Answer,
): string | undefined {
  return faults.findLast(({ game }) => agrees(expect(game, request), answer))?.clause;
}

/** Those left after a right answer, and those that the request may have brought. */
export function faultsAfter(
  faults: readonly HiddenFault[],
  { before, after }: { readonly before: Game; readonly after: Game },
  request: Request,
  answer: Answer,
): readonly HiddenFault[] {
  const left = faults.flatMap(({ clause, game }) =>
    agrees(expect(game, request), answer) ? [{ clause, game: follow(game, request, answer) }] : [],
  );
  return distinct([...left, ...broughtBy(request, answer, before, after)], after);
}

/** As `faultsAfter`, of bytes that were refused under `clause`. `request`: what they would ask for. */
export function faultsAfterRefusal(
  faults: readonly HiddenFault[],
  game: Game,
  clause: string,
  request: Request | undefined,
): readonly HiddenFault[] {
  const obeyed = request === undefined ? [] : [{ clause, game: apply(game, request).game }];
  const counted =
    request?.type === 'shuffle'
      ? [{ clause: 'STM-GM-05', game: { ...game, shuffles: game.shuffles + 1 } }]
      : [];
  return distinct(
    [...faults, { clause, game: { ...game, selected: undefined } }, ...obeyed, ...counted],
    game,
  );
}

/** The oldest are forgotten. */
function distinct(faults: readonly HiddenFault[], game: Game): readonly HiddenFault[] {
  return faults.filter((one) => !sameGame(one.game, game)).slice(-MOST);
}

function broughtBy(request: Request, answer: Answer, before: Game, after: Game): readonly HiddenFault[] {
  const keptSelection = (clause: string): HiddenFault => selecting(clause, after, before.selected);
  if (answer.type === 'error') {
    if (request.type !== 'shuffle' || after.ended || !after.started) return [];
    const clause = 'STM-GM-05';
    return [selecting(clause, after, undefined), { clause, game: { ...after, board: new Map() } }];
  }
  switch (request.type) {
    case 'start':
    case 'reset': {
      const clause = request.type === 'start' ? 'STM-GM-01' : 'STM-GM-02';
      const counting = { clause, game: { ...after, pairs: before.pairs } };
      return [{ clause, game: POWER_ON }, counting, keptSelection(clause)];
    }
    case 'shuffle':
      return [keptSelection('STM-GM-09')];
    case 'select':
      if (answer.type === 'select' && answer.result) return [];
      return [undefined, request.tile].map((tile) => selecting('STM-GM-07', after, tile));
    case 'match':
      return [keptSelection('STM-GM-09')];
    case 'set-state':
      return [];
  }
}

function selecting(clause: string, game: Game, selected: Tile | undefined): HiddenFault {
  return { clause, game: { ...game, selected } };
}
