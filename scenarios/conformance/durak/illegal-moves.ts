/** Durak: moves that the board may not accept (DRK-PL-10). */
import { illegalMoves, type IllegalMove } from '../../../protocols/durak/illegal-moves';
import { judge } from '../../../protocols/durak/judge';
import { type Move } from '../../../protocols/durak/moves';
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import { Game, MALFORMED } from './game';
import { chooser, describeRx, type Choose, type DurakHost } from './host';
import { startGame, chooseMove, playUntil, STYLES } from './opponent';
import { durakScenario } from './scenario';

/** Not counting those of clauses that none has broken yet. */
const MOST_AT_A_TURN = 4;

export const illegal = durakScenario(
  {
    id: 'durak/illegal',
    title: 'a move that is none is acknowledged, refused, and changes nothing',
    covers: ['DRK-PL-10'],
    needs: ['reset'],
  },
  async (host, bench) => {
    const choose = chooser(host);
    const tried = new Map<string, number>();
    const triedClauses = new Set<string>();
    const often = bench.exhaustive ? 3 : 1;
    const wanted = bench.exhaustive ? 16 : 2;
    let broken: string | undefined;
    for (let n = 0, failed = 0; n < wanted && failed < 4; n++) {
      const game = await startGame(host, n, choose);
      if (game === undefined || !(await playWithIllegalMoves(game, choose, tried, triedClauses, often)))
        failed++;
      if (game?.broken === 'malformed') broken = MALFORMED;
      if (game !== undefined && game.over && game.broken === undefined) await checkDeckAfterEnd(game);
    }
    await checkDeckOnBoardsTurn(host, choose);
    await checkWhileUnacknowledged(host, choose);
    await checkAnswerRepeats(host, choose);
    host.reportUnjudged(['DRK-PL-10'], broken ?? 'no illegal move could be tried');
  },
);

/** Tries illegal moves before each move of ours: those of clauses that none has broken yet, then others while the budget lasts. */
async function playWithIllegalMoves(
  game: Game,
  choose: Choose,
  tried: Map<string, number>,
  triedClauses: Set<string>,
  often: number,
): Promise<boolean> {
  const style = STYLES[choose(STYLES.length)] ?? 'any';
  let budget = game.host.bench.exhaustive ? 60 : 14;
  while (!game.over && game.broken === undefined) {
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
      if (!(await checkRefusal(game, wrong))) return false;
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0 && !(await checkRefusal(game, wrong, 'DRK-LK-14'))) return false;
    }
    const move = chooseMove(game, style, choose);
    if (move === undefined || !(await game.sendMove(move))) return false;
  }
  return game.broken === undefined;
}

/** Judges that an illegal move is acknowledged, and that the state before it comes back. */
async function checkRefusal(
  game: Game,
  { clause, label, cards }: IllegalMove,
  charge = 'DRK-PL-10',
): Promise<boolean> {
  const { host } = game;
  const { bench } = host;
  const sent = await host.sendDeck(cards, `an illegal move (${label})`);
  if (sent === undefined) return false;
  const rx = await host.next(after(sent.notAfter, host.answerTimeout));
  if (rx?.kind === 'malformed') {
    game.failMalformed(rx);
    return false;
  }
  if (rx?.kind !== 'deck') {
    bench.check(charge, false, () => ({
      title: `an illegal move (${label})${charge === 'DRK-LK-14' ? ', sent again' : ''}`,
      expected: 'its last state again, within moveMs',
      seen: describeRx(rx),
    }));
    return false;
  }
  await host.ack();
  if (sameCards(rx.cards, game.state.cards)) {
    const low = Math.max(0, rx.received.notBefore - sent.notAfter);
    const high = rx.received.notAfter - sent.lastNotBefore;
    bench.measure(
      'DRK-PL-10',
      { name: 'illegal move to answer', unit: 'us', low, high, max: host.maxAnswerTime },
      () => `an illegal move (${label})`,
    );
    bench.check(clause, true, () => ({ title: '' }));
    game.noteRefusal();
    return true;
  }
  // The board applied it: that breaks PL-10, and the rule that the move breaks.
  const accepted = followsFrom(game, cards, rx.cards);
  for (const id of accepted ? ['DRK-PL-10', clause] : ['DRK-PL-10'])
    bench.check(id, false, () => ({
      title: `an illegal move (${label})`,
      expected: 'not applied: its last state again',
      seen: accepted ? 'a move that builds on it' : 'another state',
    }));
  return false;
}

/** Whether a packet is the board's move after it applied `wrong`. */
function followsFrom(game: Game, wrong: Move['cards'], answer: Move['cards']): boolean {
  const state = { ...game.state, cards: wrong, turn: game.board };
  return (
    sameCards(answer, wrong) ||
    judge(state, answer, game.board).legal ||
    !judge(game.state, answer, game.board).legal
  );
}

async function checkDeckAfterEnd(game: Game): Promise<void> {
  const { host } = game;
  const cards = game.state.cards.map((card) =>
    card.property > 0 ? { ...card, property: -2, field: 0 } : card,
  );
  await host.sendDeck(cards, 'a deck after the end');
  const rx = await host.next(after(host.now(), micros(host.maxAnswerTime + 1_000_000)));
  host.bench.check('DRK-PL-10', rx === undefined, () => ({
    title: 'a deck after the end of the game',
    expected: 'acknowledged, and no answer',
    seen: describeRx(rx),
  }));
  if (rx !== undefined) await host.ack();
}

/** Judges that a deck on the board's turn has no answer: its move comes next. */
async function checkDeckOnBoardsTurn(host: DurakHost, choose: Choose): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const game = await Game.dealAsHost(host, choose);
    if (game === undefined) return;
    const move = chooseMove(game, 'any', choose);
    if (move === undefined || !(await game.sendMove(move))) return;
    const cards = game.state.cards.map((card) =>
      card.property === 1 && card.field > 0 ? { ...card, property: -2, field: 0 } : card,
    );
    await host.sendDeck(cards, "a deck on the board's turn");
    const answer = await game.awaitMove();
    if (game.broken === 'malformed' || game.operatorAbsent) return;
    host.bench.check('DRK-PL-10', answer !== undefined, () => ({
      title: "a deck that is no move, on the board's turn",
      expected: 'its move next, and no answer before it',
      seen: game.broken ?? '',
    }));
  }
}

/** Judges that a board whose packet is unacknowledged gives no answer, but sends that packet again at its time. */
async function checkWhileUnacknowledged(host: DurakHost, choose: Choose): Promise<void> {
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined || !(await playUntil(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const wrong = move === undefined ? undefined : freshIllegalMove(game);
  if (wrong === undefined) return;
  const at = host.now();
  await host.sendDeck(wrong.cards, `an illegal move (${wrong.label}) before its move is acknowledged`);
  const rx = await host.next(after(at, millis(2200)));
  host.bench.check('DRK-PL-10', rx === undefined, () => ({
    title: 'an illegal move while its own packet is unacknowledged',
    expected: 'acknowledged, and no answer but the packet again at its time',
    seen: describeRx(rx),
  }));
  await host.ack();
}

function freshIllegalMove(game: Game): IllegalMove | undefined {
  return illegalMoves(game.state).find(({ cards }) => !game.isRepetition(cards));
}

/** Judges that the answer to an illegal move is repeated like any packet. */
async function checkAnswerRepeats(host: DurakHost, choose: Choose): Promise<void> {
  const game = await Game.dealAsHost(host, choose);
  const wrong = game === undefined ? undefined : freshIllegalMove(game);
  if (wrong === undefined) return;
  const sent = await host.sendDeck(wrong.cards, `an illegal move (${wrong.label})`);
  if (sent === undefined) return;
  const first = await host.next(after(sent.notAfter, host.answerTimeout));
  if (first?.kind !== 'deck') return;
  const again = await host.next(after(first.received.notAfter, millis(5000)));
  const same = again?.kind === 'deck' && sameCards(again.cards, first.cards);
  host.bench.check('DRK-PL-10', same, () => ({
    title: 'its answer to an illegal move, not acknowledged',
    expected: 'the same packet again after 3000 ms',
    seen: describeRx(again),
  }));
  await host.ack();
}
