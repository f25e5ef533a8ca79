/** Durak: moves that the board may not accept (DRK-PL-10). */
import { micros, millis } from '../../../api/index';
import { illegalMoves, type IllegalMove } from '../game/illegal-moves';
import { chooseMove, Game, playUntil, STYLES } from './game';
import { LATE, REPEATED, scenario, type DurakHost } from './host';

/** Not counting those of clauses that none has broken yet. */
const MOST_AT_A_TURN = 4;

export const illegal = scenario(
  {
    id: 'illegal',
    title: 'a move that is none is acknowledged, refused, and changes nothing',
    covers: ['DRK-PL-10'],
    needs: ['reset'],
  },
  async (host) => {
    const { bench } = host;
    const tried = new Map<string, number>();
    const triedClauses = new Set<string>();
    const often = bench.exhaustive ? 3 : 1;
    const wanted = bench.exhaustive ? 16 : 2;
    for (let n = 0, failed = 0; n < wanted && failed < 4; n++) {
      const game = await Game.start(host, n);
      if (game === undefined || !(await playWithIllegalMoves(game, tried, triedClauses, often))) failed++;
      if (game !== undefined && game.over && !game.broken) await tryDeckAfterEnd(game);
    }
    await tryDeckOnBoardsTurn(host);
    await tryWhileUnacknowledged(host);
    await tryAnswerUnacknowledged(host);
    host.reportUnjudged(['DRK-PL-10'], 'no illegal move could be tried');
  },
);

/** Tries illegal moves before each move of ours: those of clauses that none has broken yet, then others while the budget lasts. */
async function playWithIllegalMoves(
  game: Game,
  tried: Map<string, number>,
  triedClauses: Set<string>,
  often: number,
): Promise<boolean> {
  const style = STYLES[game.host.choose(STYLES.length)] ?? 'any';
  let budget = game.host.bench.exhaustive ? 60 : 14;
  while (!game.over && !game.broken) {
    if (game.boardsTurn) {
      await game.awaitMove();
      continue;
    }
    const fresh = illegalMoves(game.state).filter(
      ({ label, cards }) => (tried.get(label) ?? 0) < often && !game.isRepetition(cards),
    );
    for (let left = MOST_AT_A_TURN; fresh.length > 0; left--) {
      const untried = fresh.findIndex(({ clause }) => !triedClauses.has(clause));
      if (untried < 0 && (left <= 0 || budget <= 0)) break;
      const [wrong] = fresh.splice(Math.max(untried, 0), 1);
      if (wrong === undefined) break;
      budget--;
      tried.set(wrong.label, (tried.get(wrong.label) ?? 0) + 1);
      triedClauses.add(wrong.clause);
      if (!(await tryIllegal(game, wrong))) return false;
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0 && !(await tryIllegal(game, wrong))) return false;
    }
    const move = chooseMove(game, style);
    if (move === undefined || !(await game.sendMove(move))) return false;
  }
  return !game.broken;
}

/** An illegal move is acknowledged, and the state before it comes back. false: the game cannot go on. */
async function tryIllegal(game: Game, { label, cards }: IllegalMove): Promise<boolean> {
  const { host } = game;
  if (!(await host.sendDeck(cards, `an illegal move (${label})`))) return false;
  const isAnswered = await host.next(micros(host.maxAnswerTime + LATE));
  if (isAnswered) await host.ack();
  return isAnswered && !game.broken;
}

async function tryDeckAfterEnd(game: Game): Promise<void> {
  const { host } = game;
  const cards = game.state.cards.map((card) =>
    card.property > 0 ? { ...card, property: -2, field: 0 } : card,
  );
  await host.sendDeck(cards, 'a deck after the end');
  if (await host.next(micros(host.maxAnswerTime + 1_000_000))) await host.ack();
}

/** A deck on the board's turn has no answer: its move comes next. */
async function tryDeckOnBoardsTurn(host: DurakHost): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const game = await Game.dealAsHost(host);
    const move = game && chooseMove(game);
    if (game === undefined || move === undefined || !(await game.sendMove(move))) return;
    const cards = game.state.cards.map((card) =>
      card.property === 1 && card.field > 0 ? { ...card, property: -2, field: 0 } : card,
    );
    await host.sendDeck(cards, "a deck on the board's turn");
    await game.awaitMove();
    if (game.operatorAbsent) return;
  }
}

/** A board whose packet is unacknowledged gives no answer, but sends that packet again at its time. */
async function tryWhileUnacknowledged(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  if (game === undefined || !(await playUntil(game, 'any', () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const wrong = move === undefined ? undefined : freshIllegalMove(game);
  if (wrong === undefined) return;
  await host.sendDeck(wrong.cards, `an illegal move (${wrong.label}) before its move is acknowledged`);
  await host.listen(millis(2200));
  await host.ack();
}

function freshIllegalMove(game: Game): IllegalMove | undefined {
  return illegalMoves(game.state).find(({ cards }) => !game.isRepetition(cards));
}

/** The answer to an illegal move is repeated like any packet. */
async function tryAnswerUnacknowledged(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  const wrong = game === undefined ? undefined : freshIllegalMove(game);
  if (wrong === undefined || !(await host.sendDeck(wrong.cards, `an illegal move (${wrong.label})`))) return;
  if (!(await host.next(micros(host.maxAnswerTime + LATE))) || host.broken) return;
  host.describe('its answer to an illegal move, not acknowledged');
  await host.next(REPEATED);
  await host.ack();
}
