/** Moves that the board may not accept (DRK-PL-10). */
import { micros, millis } from '../../../api/index';
import type { IllegalMove } from '../game/illegal-moves';
import { OUT } from '../game/moves';
import type { CardRecord } from '../wire/packet';
import { Game, moving, playUntil, STYLES } from './game';
import { LATE, REPEATED, scenario, type DurakHost } from './host';

/** Not counting those of clauses that none has broken yet. */
const MOST_AT_A_TURN = 4;

/** How often each error was tried, and which clauses they broke. */
interface Tried {
  readonly labels: Map<string, number>;
  readonly clauses: Set<string>;
}

export const illegal = scenario(
  'illegal',
  'a move that is none is acknowledged, refused, and changes nothing',
  ['DRK-PL-10'],
  async (host) => {
    const tried: Tried = { labels: new Map(), clauses: new Set() };
    const wanted = host.bench.exhaustive ? 16 : 2;
    for (let n = 0, failed = 0; n < wanted && failed < 4; n++) {
      const game = await Game.start(host, n);
      if (game === undefined || !(await playWithIllegalMoves(game, tried))) failed++;
      if (game?.over !== true || game.broken) continue;
      await sendWithoutCards(game, ({ property }) => property > 0, 'a deck after the end');
      await host.ackNext(micros(host.maxAnswerTime + 1_000_000));
    }
    await tryDeckOnBoardsTurn(host);
    await tryWhileUnacknowledged(host);
    await tryAnswerUnacknowledged(host);
    host.reportUnjudged(['DRK-PL-10'], 'no illegal move could be tried');
  },
);

/** Tries illegal moves before each move of ours: those of clauses that none has broken yet, then others while the budget lasts. */
function playWithIllegalMoves(game: Game, { labels, clauses }: Tried): Promise<boolean> {
  const { bench, choose } = game.host;
  const often = bench.exhaustive ? 3 : 1;
  const move = moving(STYLES[choose(STYLES.length)]);
  let budget = bench.exhaustive ? 60 : 14;
  return playUntil(game, async () => {
    const fresh = game.illegalMoves().filter(({ label }) => (labels.get(label) ?? 0) < often);
    for (let left = MOST_AT_A_TURN; ; left--) {
      const untried = fresh.findIndex(({ clause }) => !clauses.has(clause));
      if (untried < 0 && (left <= 0 || budget <= 0)) break;
      const [wrong] = fresh.splice(Math.max(untried, 0), 1);
      if (wrong === undefined) break;
      budget--;
      labels.set(wrong.label, (labels.get(wrong.label) ?? 0) + 1);
      clauses.add(wrong.clause);
      if (!(await tryIllegal(game, wrong))) return false;
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0 && !(await tryIllegal(game, wrong))) return false;
    }
    return move(game);
  });
}

/** An illegal move is acknowledged, and the state before it comes back. false: the game cannot go on. */
async function tryIllegal(game: Game, { label, cards }: IllegalMove): Promise<boolean> {
  const { host } = game;
  if (!(await host.sendDeck(cards, `an illegal move (${label})`))) return false;
  return (await host.ackNext(micros(host.maxAnswerTime + LATE))) && !game.broken;
}

/** The deck with some cards out of play. */
function sendWithoutCards(
  { host, state }: Game,
  isOut: (card: CardRecord) => boolean,
  what: string,
): Promise<boolean> {
  const cards = state.cards.map((card) => (isOut(card) ? { ...card, ...OUT } : card));
  return host.sendDeck(cards, what);
}

/** A deck on the board's turn has no answer: its move comes next. */
async function tryDeckOnBoardsTurn(host: DurakHost): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const game = await Game.attack(host);
    if (game === undefined) return;
    const isHeld = ({ property, field }: CardRecord): boolean => property === 1 && field > 0;
    await sendWithoutCards(game, isHeld, "a deck on the board's turn");
    await game.awaitMove();
    if (game.operatorAbsent) return;
  }
}

/** A board whose packet is unacknowledged gives no answer, but sends that packet again at its time. */
async function tryWhileUnacknowledged(host: DurakHost): Promise<void> {
  const game = await Game.dealAsHost(host);
  const move = await game?.awaitOpenMove();
  const wrong = move && game?.illegalMoves()[0];
  if (wrong === undefined) return;
  await host.sendDeck(wrong.cards, `an illegal move (${wrong.label}) before its move is acknowledged`);
  await host.listen(millis(2200));
  await host.ack();
}

/** The answer to an illegal move is repeated like any packet. */
async function tryAnswerUnacknowledged(host: DurakHost): Promise<void> {
  const wrong = (await Game.dealAsHost(host))?.illegalMoves()[0];
  if (wrong === undefined || !(await host.sendDeck(wrong.cards, `an illegal move (${wrong.label})`))) return;
  if (!(await host.next(micros(host.maxAnswerTime + LATE))) || host.broken) return;
  host.describe('its answer to an illegal move, not acknowledged');
  await host.next(REPEATED);
  await host.ack();
}
