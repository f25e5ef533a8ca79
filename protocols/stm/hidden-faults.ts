/**
 * Where a board would stand if it had broken a clause without a sign. An answer that is wrong for the game, and right for one of these,
 * breaks that clause.
 *
 *     Select A → TRUE     Start → Start     Match B → TRUE, not FALSE: Start has kept the selection (STM-GM-01)
 */
import type { Answer, Request, Tile } from './message';
import { agrees, apply, expect, follow, POWER_ON, sameGame, type Game } from './rules';

interface HiddenFault {
  readonly clause: string;
  readonly game: Game;
}

const MOST = 8;
/** Exchanges that are remembered before their faults are worked out. */
const LONGEST = 500;

/** Those since the last new game. They are worked out when an answer is wrong. */
export class HiddenFaults {
  static readonly NONE = new HiddenFaults(undefined, () => [], 0);

  private found: readonly HiddenFault[] | undefined;

  private constructor(
    private earlier: HiddenFaults | undefined,
    private readonly derive: (earlier: readonly HiddenFault[]) => readonly HiddenFault[],
    private readonly length: number,
  ) {
    if (length % LONGEST === LONGEST - 1) void this.all;
  }

  /** The clause whose breach explains the answer; undefined: none. */
  explain(request: Request, answer: Answer): string | undefined {
    return this.all.findLast(({ game }) => agrees(expect(game, request), answer))?.clause;
  }

  /** Those left after a right answer, and those that the request may have brought. */
  after(before: Game, after: Game, request: Request, answer: Answer): HiddenFaults {
    const derive = (earlier: readonly HiddenFault[]): readonly HiddenFault[] => {
      const left = earlier.flatMap(({ clause, game }) =>
        agrees(expect(game, request), answer) ? [{ clause, game: follow(game, request, answer) }] : [],
      );
      return distinct([...left, ...broughtBy(request, answer, before, after)], after);
    };
    // A new game is the same after all of them.
    const isNew = answer.type === 'start' || answer.type === 'reset';
    return new HiddenFaults(isNew ? undefined : this, derive, isNew ? 0 : this.length + 1);
  }

  /** As `after`, of bytes that were refused under `clause`. `request`: what they would ask for. */
  afterRefusal(game: Game, clause: string, request: Request | undefined): HiddenFaults {
    return new HiddenFaults(
      this,
      (earlier) => distinct([...earlier, ...refusedFaults(game, clause, request)], game),
      this.length + 1,
    );
  }

  private get all(): readonly HiddenFault[] {
    this.found ??= this.derive(this.earlier?.all ?? []);
    this.earlier = undefined;
    return this.found;
  }
}

function refusedFaults(game: Game, clause: string, request: Request | undefined): readonly HiddenFault[] {
  const obeyed = request === undefined ? [] : [{ clause, game: apply(game, request).game }];
  const counted =
    request?.type === 'shuffle'
      ? [{ clause: 'STM-GM-05', game: { ...game, shuffles: game.shuffles + 1 } }]
      : [];
  return [{ clause, game: { ...game, selected: undefined } }, ...obeyed, ...counted];
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
