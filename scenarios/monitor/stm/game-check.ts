/** The game on an STM board, as far as a trace shows it: each answer is compared with the rules. */
import {
  agrees,
  describeExpected,
  describeSeen,
  expect,
  follow,
  POWER_ON,
  SHUFFLES_PER_GAME,
  type Game,
} from '../../../protocols/stm/rules';
import { describeRequest, ERROR, type Answer, type Request } from '../../../protocols/stm/stm';
import { brokenClause, nextHistory, NO_HISTORY, type GameHistory } from '../../oracle/stm/clauses';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';
import { framingClause, isLongest, type PendingResponse } from './pending-response';
import { ShuffleRandomness } from './shuffle-randomness';

export class GameCheck {
  private readonly shuffles: ShuffleRandomness;
  /** Undefined: unknown until a game begins. */
  private game: Game | undefined;
  private history: GameHistory = NO_HISTORY;

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly recordsResets: boolean,
  ) {
    this.shuffles = new ShuffleRandomness(recorder);
  }

  /** The board was started: no game has begun. */
  powerOn(): void {
    this.game = POWER_ON;
    this.history = NO_HISTORY;
  }

  forget(): void {
    this.game = undefined;
    this.shuffles.begin();
  }

  /** Judges an answer of the right form. */
  check(pending: PendingResponse, request: Request, answer: Answer): void {
    const begins = request.type === 'start' || (request.type === 'reset' && answer.type === 'reset');
    const game = this.game ?? (begins ? { ...POWER_ON, started: true } : undefined);
    if (game === undefined) return;
    const expected = expect(game, request);
    const holds = agrees(expected, answer);
    // An unseen reset may have ended the game.
    if (!holds && !this.recordsResets && answer.type === 'error' && answer.code === ERROR.noGame)
      return this.forget();
    const broken = brokenClause(game, this.history, request, expected, answer);
    const framing = answer.type === 'error' ? framingClause(pending, answer.code) : undefined;
    this.recorder.check(holds ? keptClause(game, request, answer) : (framing ?? broken), holds, () => ({
      title: describeRequest(request),
      expected: describeExpected(expected),
      seen: describeSeen(answer, expected),
    }));
    if (!holds) return this.forget();
    if (pending.received.pieces > 1) this.recorder.pass('STM-FR-04');
    if (isLongest(request) && answer.type === 'shuffle') this.recorder.pass('STM-FR-08');
    this.follow(game, request, answer);
  }

  private follow(game: Game, request: Request, answer: Answer): void {
    this.game = follow(game, request, answer);
    this.history = nextHistory(this.history, request, game, this.game);
    if (request.type === 'shuffle' && answer.type === 'shuffle')
      this.shuffles.shuffled(request.tiles, answer.tiles, game.shuffles === 0);
    else if (answer.type === 'start' || answer.type === 'reset') this.shuffles.begin();
  }
}

/** Which clause a right answer keeps. */
function keptClause(game: Game, request: Request, answer: Answer): string {
  if (answer.type === 'error') {
    if (answer.code === ERROR.shuffleBlocked) return 'STM-GM-05';
    return game.started ? 'STM-GM-11' : 'STM-GM-03';
  }
  switch (request.type) {
    case 'start':
      return 'STM-GM-01';
    case 'reset':
      return 'STM-GM-02';
    case 'shuffle':
      return game.shuffles === SHUFFLES_PER_GAME - 1 ? 'STM-GM-05' : 'STM-GM-04';
    case 'select':
      return 'STM-GM-07';
    case 'match':
      return game.selected === undefined ? 'STM-GM-09' : 'STM-GM-08';
    case 'set-state':
      return 'STM-GM-10';
  }
}
