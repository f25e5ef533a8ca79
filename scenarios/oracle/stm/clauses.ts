/**
 * Which clause an answer breaks that the rules do not allow, where a scenario is about something else:
 * a setup step, or a session of random requests.
 */
import { WINNING_PAIRS, type ExpectedAnswer, type Game } from '../../../protocols/stm/rules';
import { ERROR, type Answer, type Request } from '../../../protocols/stm/stm';

/** What happened in the game that its state no longer shows. */
export interface GameHistory {
  /** What last left nothing selected. */
  readonly cleared: Request['type'] | undefined;
  /** What the game began with. */
  readonly began: 'start' | 'reset';
  /** Pairs of the game before this one. */
  readonly pairsBefore: number;
}

export const NO_HISTORY: GameHistory = { cleared: undefined, began: 'start', pairsBefore: 0 };

/** The trail after a request that left `after` of `before`. */
export function nextHistory(trail: GameHistory, request: Request, before: Game, after: Game): GameHistory {
  if (request.type === 'start' || request.type === 'reset') {
    if (after === before) return trail;
    return { cleared: request.type, began: request.type, pairsBefore: before.pairs };
  }
  if (after.selected !== undefined) return { ...trail, cleared: undefined };
  const clears = request.type === 'match' || (request.type === 'shuffle' && after.shuffles > before.shuffles);
  return clears ? { ...trail, cleared: request.type } : trail;
}

/** The clause that `answer` breaks where `expected` was due. */
export function brokenClause(
  game: Game,
  trail: GameHistory,
  request: Request,
  expected: ExpectedAnswer,
  answer: Answer,
): string {
  const due =
    expected.type === 'exact' && expected.answer.type === 'error' ? expected.answer.code : undefined;
  if (due === ERROR.noGame) return game.started ? 'STM-GM-11' : 'STM-GM-03';
  if (due === ERROR.shuffleBlocked) return 'STM-GM-05';
  if (answer.type === 'error' && answer.code === ERROR.shuffleBlocked) return 'STM-GM-05';
  if (answer.type === 'error' && answer.code === ERROR.noGame && request.type !== 'start') return 'STM-GM-11';
  switch (request.type) {
    case 'start':
      return 'STM-GM-01';
    case 'reset':
      return 'STM-GM-02';
    case 'shuffle':
      return 'STM-GM-04';
    case 'select':
      return game.selected === undefined && request.open ? clearedBy(trail, 'STM-GM-07') : 'STM-GM-07';
    case 'match':
      return game.selected === undefined ? clearedBy(trail, 'STM-GM-07') : 'STM-GM-08';
    case 'set-state':
      return countedOn(game, trail, answer) ? beginClause(trail) : 'STM-GM-10';
  }
}

/** Something is selected that should not be: who should have undone it? */
function clearedBy(trail: GameHistory, otherwise: string): string {
  if (trail.cleared === 'match' || trail.cleared === 'shuffle') return 'STM-GM-09';
  return trail.cleared === 'start' || trail.cleared === 'reset' ? beginClause(trail) : otherwise;
}

/** Won with few pairs of its own, many in the game before: those were counted on. Near 72 it is the count itself. */
function countedOn(game: Game, trail: GameHistory, answer: Answer): boolean {
  const won = answer.type === 'state' && answer.state === 'won';
  return won && game.pairs < WINNING_PAIRS / 2 && game.pairs + trail.pairsBefore >= WINNING_PAIRS - 1;
}

function beginClause(trail: GameHistory): string {
  return trail.began === 'start' ? 'STM-GM-01' : 'STM-GM-02';
}

/** Whether an answer is of the request's form, or an Error. */
export function hasForm(request: Request, answer: Answer): boolean {
  if (answer.type === 'error') return true;
  return answer.type === (request.type === 'set-state' ? 'state' : request.type);
}
