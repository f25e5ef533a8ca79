/** Durak: moves that the board may not accept (DRK-PL-10). */
import { encode } from '../../../protocols/durak/durak';
import { illegalMoves, type IllegalMove } from '../../../protocols/durak/illegal-moves';
import { judge } from '../../../protocols/durak/judge';
import { type Move } from '../../../protocols/durak/moves';
import { sameCards } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { Game, MALFORMED } from './game';
import { chooser, describeRx, DurakHost, type Choose } from './host';
import { startGame, chooseMove, playUntil, STYLES } from './opponent';

export const illegal: Scenario = {
  id: 'durak/illegal',
  title: 'a move that is none is acknowledged, refused, and changes nothing',
  covers: ['DRK-PL-10'],
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    const choose = chooser(host);
    const tried = new Map<string, number>();
    const wanted = bench.exhaustive ? 16 : 2;
    let broken: string | undefined;
    for (let n = 0, failed = 0; n < wanted && failed < 4; n++) {
      const game = await startGame(host, n, choose);
      if (game === undefined || !(await playWithIllegalMoves(game, choose, tried, bench.exhaustive ? 3 : 1)))
        failed++;
      if (game?.broken === 'malformed') broken = MALFORMED;
      if (game !== undefined && game.over && game.broken === undefined) await checkDeckAfterEnd(game);
    }
    await checkDeckOnBoardsTurn(host, choose);
    await checkWhileUnacknowledged(host, choose);
    await checkAnswerRepeats(host, choose);
    host.reportUnjudged(this.covers, broken ?? 'no illegal move could be tried');
  },
};

/** Before each move of ours, wrong ones that were not tried often yet. */
async function playWithIllegalMoves(
  game: Game,
  choose: Choose,
  tried: Map<string, number>,
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
    for (const wrong of fresh.slice(0, 4)) {
      if (budget-- <= 0) break;
      tried.set(wrong.label, (tried.get(wrong.label) ?? 0) + 1);
      if (!(await checkRefusal(game, wrong))) return false;
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0 && !(await checkRefusal(game, wrong, 'DRK-LK-14'))) return false;
    }
    const move = chooseMove(game, style, choose);
    if (move === undefined || !(await game.sendMove(move))) return false;
  }
  return game.broken === undefined;
}

/** The wrong move is acknowledged, and the state before it comes back. */
async function checkRefusal(
  game: Game,
  { clause, label, cards }: IllegalMove,
  charge = 'DRK-PL-10',
): Promise<boolean> {
  const { host } = game;
  const { bench } = host;
  const sent = await host.sendPacket(encode({ type: 'deck', cards }), `an illegal move (${label})`);
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
  // Applied all the same: that it was not refused (PL-10), and the rule that it broke.
  const accepted = followsFrom(game, cards, rx.cards);
  for (const id of accepted ? ['DRK-PL-10', clause] : ['DRK-PL-10'])
    bench.check(id, false, () => ({
      title: `an illegal move (${label})`,
      expected: 'not applied: its last state again',
      seen: accepted ? 'a move that builds on it' : 'another state',
    }));
  return false;
}

/** Whether a packet is the board's move after `wrong` was applied. */
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
  const { bench } = host;
  await host.sendPacket(
    encode({
      type: 'deck',
      cards: game.state.cards.map((card) => (card.property > 0 ? { ...card, property: -2, field: 0 } : card)),
    }),
    'a deck after the end',
  );
  const seen = await host.collect(after(host.now(), micros(host.maxAnswerTime + 1_000_000)), 1);
  bench.check('DRK-PL-10', seen.length === 0, () => ({
    title: 'a deck after the end of the game',
    expected: 'acknowledged, and no answer',
    seen: describeRx(seen[0]),
  }));
  if (seen.length > 0) await host.ack();
}

/** On the board's turn no answer is owed: its move comes next. */
async function checkDeckOnBoardsTurn(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  for (let n = 0; n < 2; n++) {
    const game = await Game.dealAsHost(host, choose);
    if (game === undefined) return;
    const move = chooseMove(game, 'any', choose);
    if (move === undefined || !(await game.sendMove(move))) return;
    const cards = game.state.cards.map((card) =>
      card.property === 1 && card.field > 0 ? { ...card, property: -2, field: 0 } : card,
    );
    await host.sendPacket(encode({ type: 'deck', cards }), "a deck on the board's turn");
    const answer = await game.awaitMove();
    if (game.broken === 'malformed' || game.operatorAbsent) return;
    bench.check('DRK-PL-10', answer !== undefined, () => ({
      title: "a deck that is no move, on the board's turn",
      expected: 'its move next, and no answer before it',
      seen: game.broken ?? '',
    }));
  }
}

/** While its own packet is unacknowledged none is owed: what comes is that packet again, at its time. */
async function checkWhileUnacknowledged(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  const game = await Game.dealAsHost(host, choose);
  if (game === undefined || !(await playUntil(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.awaitMove({ acknowledge: false });
  const wrong =
    move === undefined ? undefined : illegalMoves(game.state).find(({ cards }) => !game.isRepetition(cards));
  if (wrong === undefined) return;
  const at = host.now();
  await host.sendPacket(
    encode({ type: 'deck', cards: wrong.cards }),
    `an illegal move (${wrong.label}) before its move is acknowledged`,
  );
  const rx = await host.next(after(at, millis(2200)));
  bench.check('DRK-PL-10', rx === undefined, () => ({
    title: 'an illegal move while its own packet is unacknowledged',
    expected: 'acknowledged, and no answer but the packet again at its time',
    seen: describeRx(rx),
  }));
  await host.ack();
}

/** The answer to an illegal move is repeated like any packet. */
async function checkAnswerRepeats(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  const game = await Game.dealAsHost(host, choose);
  const wrong =
    game === undefined ? undefined : illegalMoves(game.state).find(({ cards }) => !game.isRepetition(cards));
  if (game === undefined || wrong === undefined) return;
  const sent = await host.sendPacket(
    encode({ type: 'deck', cards: wrong.cards }),
    `an illegal move (${wrong.label})`,
  );
  if (sent === undefined) return;
  const first = await host.next(after(sent.notAfter, host.answerTimeout));
  if (first?.kind !== 'deck') return;
  const again = await host.next(after(first.received.notAfter, millis(5000)));
  const same = again?.kind === 'deck' && sameCards(again.cards, first.cards);
  bench.check('DRK-PL-10', same, () => ({
    title: 'its answer to an illegal move, not acknowledged',
    expected: 'the same packet again after 3000 ms',
    seen: describeRx(again),
  }));
  await host.ack();
}
