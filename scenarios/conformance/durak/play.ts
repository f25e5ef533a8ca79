/** Durak: whole games against the board, and moves that it may not accept. */
import { MALFORMATIONS } from '../../../protocols/durak/malformed';
import { encode } from '../../../protocols/durak/durak';
import { illegalMoves, type IllegalMove } from '../../../protocols/durak/illegal';
import { judge } from '../../../protocols/durak/judge';
import { legalMoves, type Move } from '../../../protocols/durak/moves';
import { handOf, opponentOf, sameCards, tableOf, winner } from '../../../protocols/durak/rules';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { chooser, Game, MALFORMED, ourMove, playOn, STYLES, type Choose, type Style } from './game';
import { describeHeard, DurakHost, HELLO } from './host';

const MOVES = [
  'DRK-PL-01',
  'DRK-PL-02',
  'DRK-PL-03',
  'DRK-PL-04',
  'DRK-PL-05',
  'DRK-PL-06',
  'DRK-PL-07',
  'DRK-PL-08',
];

/** A game in one of the two roles: the board is player 1 in every other one. */
async function opened(host: DurakHost, n: number, choose: Choose): Promise<Game | undefined> {
  return n % 2 === 0 ? Game.hostFirst(host, choose) : Game.boardFirst(host);
}

/** Says of clauses that nothing was seen of why that is so. */
function unjudged(bench: Bench, ids: readonly string[], reason: string): void {
  for (const id of ids) if (!bench.wasJudged(id)) bench.inconclusive(id, reason);
}

const games: Scenario = {
  id: 'durak/games',
  title: 'complete games, every move judged',
  covers: [...MOVES, 'DRK-PL-09', 'DRK-PL-11', 'DRK-PL-12'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    const choose = chooser(host);
    let reason = 'no game came about';
    // A person is asked for every move of the board.
    const wanted = bench.exhaustive ? 28 : host.auto ? 3 : 1;
    const most = bench.exhaustive ? wanted + 40 : wanted;
    const unseen = new Map(RARE);
    for (let n = 0, failed = 0; (n < wanted || (n < most && unseen.size > 0)) && failed < 4; n++) {
      bench.note(`game ${n + 1}`);
      const [sought] = n < wanted ? [STYLES[(n >> 1) % STYLES.length]] : unseen.keys();
      const style = sought ?? 'any';
      const game = await opened(host, n, choose);
      const ended = game !== undefined && (await playOn(game, style, choose));
      for (const [one, seen] of unseen) if (game !== undefined && seen(game)) unseen.delete(one);
      if (game !== undefined && ended) await afterTheEnd(game);
      else {
        failed++;
        if (game?.broken === 'malformed') reason = MALFORMED;
        else if (game !== undefined) reason = `not judged: the games broke off (${game.broken ?? 'no move'})`;
      }
    }
    await quietOutOfTurn(host, choose);
    unjudged(bench, this.covers, reason);
  },
};

/**
 * What few games show by chance, and the style that leads there: a last card that has won while it lies on the table (a
 * board may count it as held), and many cards to take at once (a loop may be too short).
 */
const RARE: readonly (readonly [Style, (game: Game) => boolean])[] = [
  ['drainer', wonByLaying],
  ['thrower', ({ mostTaken }) => mostTaken >= 7],
];

function wonByLaying({ state, board, over }: Game): boolean {
  const player = opponentOf(board);
  const own = tableOf(state.cards, player).own.length;
  return over && handOf(state.cards, player).length === 0 && own > 0;
}

/** A finished game's board acknowledges but moves no more. */
async function afterTheEnd(game: Game): Promise<void> {
  const { host } = game;
  const { bench } = host;
  const won = winner(game.state);
  const seen = await host.watch(after(host.now(), micros(Math.min(host.answerMs, 2_000_000) + 1_600_000)), 1);
  bench.check('DRK-PL-09', seen.length === 0, () => ({
    title: `player ${won} has won`,
    expected: 'no more moves',
    seen: describeHeard(seen[0]),
  }));
  if (seen.length > 0) return void (await host.ack());
  await host.say(HELLO, 'a hello after the end of the game', 'DRK-PL-09');
}

/** On our turn the board has nothing new to say, whatever move of its own came before. */
async function quietOutOfTurn(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  const watched = new Map<string, number>();
  for (let n = 0; n < (bench.exhaustive ? 6 : 2); n++) {
    const game = await opened(host, n, choose);
    if (game === undefined) continue;
    let budget = bench.exhaustive ? 20 : 3;
    while (game.broken === undefined && !game.over) {
      const kind = game.boardsTurn ? (await game.boardMoves())?.kind : undefined;
      if (game.boardsTurn || game.broken !== undefined || game.over) continue;
      const often = watched.get(kind ?? 'deal') ?? 0;
      if (often < 3 && budget-- > 0) {
        watched.set(kind ?? 'deal', often + 1);
        if (!(await quiet(host, kind))) return;
      }
      const move = ourMove(game, 'any', choose);
      if (move === undefined || !(await game.hostMoves(move)) || (!bench.exhaustive && budget <= 0)) break;
    }
  }
}

async function quiet(host: DurakHost, kind: string | undefined): Promise<boolean> {
  const { bench } = host;
  const heard = await host.watch(after(host.now(), millis(bench.exhaustive ? 6000 : 3600)), 4);
  for (const { kind: said } of heard) if (said !== 'malformed') await host.ack();
  // A hello is another clause's matter (DRK-HS-03, 04).
  const seen = heard.filter(({ kind: said }) => said !== 'hello');
  bench.check('DRK-PL-12', seen.length === 0, () => ({
    title: `our turn after ${kind === undefined ? 'the deal' : `its ${kind}`}, and we do not move`,
    expected: 'no packet of the board',
    seen: describeHeard(seen[0]),
  }));
  return seen.length === 0;
}

const illegal: Scenario = {
  id: 'durak/illegal',
  title: 'a move that is none is acknowledged, refused, and changes nothing',
  covers: ['DRK-PL-10'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    const choose = chooser(host);
    const tried = new Map<string, number>();
    const wanted = bench.exhaustive ? 16 : 2;
    let broken: string | undefined;
    for (let n = 0, failed = 0; n < wanted && failed < 4; n++) {
      const game = await opened(host, n, choose);
      if (game === undefined || !(await illegalGame(game, choose, tried, bench.exhaustive ? 3 : 1))) failed++;
      if (game?.broken === 'malformed') broken = MALFORMED;
      if (game !== undefined && game.over && game.broken === undefined) await illegalAfterTheEnd(game);
    }
    await onTheBoardsTurn(host, choose);
    await whileUnacknowledged(host, choose);
    await answerRepeats(host, choose);
    unjudged(bench, this.covers, broken ?? 'no illegal move could be tried');
  },
};

/** Before each move of ours, wrong ones that were not tried often yet. */
async function illegalGame(
  game: Game,
  choose: Choose,
  tried: Map<string, number>,
  often: number,
): Promise<boolean> {
  const style = STYLES[choose(STYLES.length)] ?? 'any';
  let budget = game.host.bench.exhaustive ? 60 : 14;
  while (!game.over && game.broken === undefined) {
    if (game.boardsTurn) {
      await game.boardMoves();
      continue;
    }
    const fresh = illegalMoves(game.state).filter(
      ({ label, cards }) => (tried.get(label) ?? 0) < often && !game.repeats(cards),
    );
    for (const wrong of fresh.slice(0, 4)) {
      if (budget-- <= 0) break;
      tried.set(wrong.label, (tried.get(wrong.label) ?? 0) + 1);
      if (!(await refuses(game, wrong))) return false;
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0 && !(await refuses(game, wrong, 'DRK-LK-14'))) return false;
    }
    const move = ourMove(game, style, choose);
    if (move === undefined || !(await game.hostMoves(move))) return false;
  }
  return game.broken === undefined;
}

/** The wrong move is acknowledged, and the state before it comes back. */
async function refuses(
  game: Game,
  { clause, label, cards }: IllegalMove,
  charge = 'DRK-PL-10',
): Promise<boolean> {
  const { host } = game;
  const { bench } = host;
  const sent = await host.say(encode({ type: 'deck', cards }), `an illegal move (${label})`);
  if (sent === undefined) return false;
  const heard = await host.next(after(sent.notAfter, host.answerPatience));
  if (heard?.kind === 'malformed') {
    game.malformed(heard);
    return false;
  }
  if (heard?.kind !== 'deck') {
    bench.check(charge, false, () => ({
      title: `an illegal move (${label})${charge === 'DRK-LK-14' ? ', sent again' : ''}`,
      expected: 'its last state again, within moveMs',
      seen: describeHeard(heard),
    }));
    return false;
  }
  await host.ack();
  if (sameCards(heard.cards, game.state.cards)) {
    const low = Math.max(0, heard.received.notBefore - sent.notAfter);
    const high = heard.received.notAfter - sent.lastNotBefore;
    bench.measure(
      'DRK-PL-10',
      { name: 'illegal move to answer', unit: 'us', low, high, max: host.answerMs },
      () => `an illegal move (${label})`,
    );
    bench.check(clause, true, () => ({ title: '' }));
    game.refusedOurs();
    return true;
  }
  // Applied all the same: that it was not refused (PL-10), and the rule that it broke.
  const accepted = followsFrom(game, cards, heard.cards);
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

async function illegalAfterTheEnd(game: Game): Promise<void> {
  const { host } = game;
  const { bench } = host;
  await host.say(
    encode({
      type: 'deck',
      cards: game.state.cards.map((card) => (card.property > 0 ? { ...card, property: -2, field: 0 } : card)),
    }),
    'a deck after the end',
  );
  const seen = await host.watch(after(host.now(), micros(host.answerMs + 1_000_000)), 1);
  bench.check('DRK-PL-10', seen.length === 0, () => ({
    title: 'a deck after the end of the game',
    expected: 'acknowledged, and no answer',
    seen: describeHeard(seen[0]),
  }));
  if (seen.length > 0) await host.ack();
}

/** On the board's turn no answer is owed: its move comes next. */
async function onTheBoardsTurn(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  for (let n = 0; n < 2; n++) {
    const game = await Game.hostFirst(host, choose);
    if (game === undefined) return;
    const move = ourMove(game, 'any', choose);
    if (move === undefined || !(await game.hostMoves(move))) return;
    const cards = game.state.cards.map((card) =>
      card.property === 1 && card.field > 0 ? { ...card, property: -2, field: 0 } : card,
    );
    await host.say(encode({ type: 'deck', cards }), "a deck on the board's turn");
    const answer = await game.boardMoves();
    if (game.broken === 'malformed' || game.deserted) return;
    bench.check('DRK-PL-10', answer !== undefined, () => ({
      title: "a deck that is no move, on the board's turn",
      expected: 'its move next, and no answer before it',
      seen: game.broken ?? '',
    }));
  }
}

/** While its own packet is unacknowledged none is owed: what comes is that packet again, at its time. */
async function whileUnacknowledged(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  const game = await Game.hostFirst(host, choose);
  if (game === undefined || !(await playOn(game, 'any', choose, () => game.boardsTurn))) return;
  const move = await game.boardMoves({ acknowledge: false });
  const wrong =
    move === undefined ? undefined : illegalMoves(game.state).find(({ cards }) => !game.repeats(cards));
  if (wrong === undefined) return;
  const at = host.now();
  await host.say(
    encode({ type: 'deck', cards: wrong.cards }),
    `an illegal move (${wrong.label}) before its move is acknowledged`,
  );
  const heard = await host.next(after(at, millis(2200)));
  bench.check('DRK-PL-10', heard === undefined, () => ({
    title: 'an illegal move while its own packet is unacknowledged',
    expected: 'acknowledged, and no answer but the packet again at its time',
    seen: describeHeard(heard),
  }));
  await host.ack();
}

/** The answer to an illegal move is repeated like any packet. */
async function answerRepeats(host: DurakHost, choose: Choose): Promise<void> {
  const { bench } = host;
  const game = await Game.hostFirst(host, choose);
  const wrong =
    game === undefined ? undefined : illegalMoves(game.state).find(({ cards }) => !game.repeats(cards));
  if (game === undefined || wrong === undefined) return;
  const sent = await host.say(
    encode({ type: 'deck', cards: wrong.cards }),
    `an illegal move (${wrong.label})`,
  );
  if (sent === undefined) return;
  const first = await host.next(after(sent.notAfter, host.answerPatience));
  if (first?.kind !== 'deck') return;
  const again = await host.next(after(first.received.notAfter, millis(5000)));
  const same = again?.kind === 'deck' && sameCards(again.cards, first.cards);
  bench.check('DRK-PL-10', same, () => ({
    title: 'its answer to an illegal move, not acknowledged',
    expected: 'the same packet again after 3000 ms',
    seen: describeHeard(again),
  }));
  await host.ack();
}

const applied: Scenario = {
  id: 'durak/applied',
  title: 'what is dropped, malformed or repeated is not applied; what follows it is',
  covers: ['DRK-LK-06', 'DRK-LK-10', 'DRK-LK-14'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const host = new DurakHost(bench);
    const choose = chooser(host);
    let reason = 'no game came about';
    const done: Odd = { moves: 0, malformed: 0 };
    const enough = (n: number): boolean =>
      bench.exhaustive ? n >= 8 && (n >= 24 || done.malformed >= 2 * MALFORMATIONS.length) : n >= 2;
    for (let n = 0, failed = 0; !enough(n) && failed < 4; n++) {
      const game = await opened(host, n, choose);
      if (game === undefined) {
        failed++;
        continue;
      }
      while (!game.over && game.broken === undefined) {
        if (game.boardsTurn) await game.boardMoves();
        else if (!(await oddMove(game, done, choose))) break;
      }
      if (game.broken !== undefined) failed++;
      if (game.broken === 'malformed') reason = MALFORMED;
    }
    unjudged(bench, this.covers, reason);
  },
};

/** How many moves of ours had something around them, and how many of them a malformed packet. */
interface Odd {
  moves: number;
  malformed: number;
}

/** Our move, with something around it that must not count. */
async function oddMove(game: Game, done: Odd, choose: Choose): Promise<boolean> {
  const moves = legalMoves(game.state);
  const move = moves[choose(moves.length)];
  const other = moves.find((one) => one !== move) ?? move;
  if (move === undefined || other === undefined) return false;
  const way = done.moves++ % 6;
  if (way % 3 === 0 && moves.length > 1) {
    // A board that makes a move of its own choice of what it cannot read must not hit upon ours.
    const [first = move, last = move] = [moves[0], moves.at(-1)];
    return malformedBefore(game, last, first, done.malformed++, choose);
  }
  if (way === 1) return cutBefore(game, move, other, choose);
  if (way === 2) return lostBoth(game, move);
  return way === 4 ? twice(game, move) : againLater(game, move);
}

async function malformedBefore(
  game: Game,
  move: Move,
  other: Move,
  n: number,
  choose: Choose,
): Promise<boolean> {
  const { host } = game;
  const malformation = MALFORMATIONS[n % MALFORMATIONS.length];
  if (malformation === undefined) return false;
  const what = `a malformed packet of another move: ${malformation.label}`;
  await host.channel.sendBytes(malformation.make(other.cards, choose));
  if (!(await host.unacknowledged(host.bench.exhaustive ? host.ackMs : millis(400), 'DRK-LK-06', what)))
    return false;
  return followed(
    game,
    move,
    encode({ type: 'deck', cards: move.cards }),
    'DRK-LK-06',
    `our move behind ${what}`,
  );
}

async function cutBefore(game: Game, move: Move, other: Move, choose: Choose): Promise<boolean> {
  const begun = encode({ type: 'deck', cards: other.cards });
  const cut = begun.subarray(0, 1 + choose(begun.length - 2));
  const long = choose(2) === 0 ? new Uint8Array(2200).fill(0x39) : new Uint8Array(0);
  const bytes = Uint8Array.from([...cut, ...long, ...encode({ type: 'deck', cards: move.cards })]);
  const length = cut.length + long.length;
  return followed(
    game,
    move,
    bytes,
    'DRK-LK-10',
    `our move behind ${length} bytes of a line that another move began`,
  );
}

/** Sends the move so, and sees whether the board's next move builds on it. */
async function followed(
  game: Game,
  move: Move,
  bytes: Uint8Array,
  id: string,
  what: string,
): Promise<boolean> {
  const { host } = game;
  const sent = await host.say(bytes, what, id);
  if (sent === undefined) {
    game.broken = 'unacknowledged';
    return false;
  }
  game.moved(move, sent);
  if (!game.boardsTurn) return true;
  const heard = await game.boardPacket(id);
  if (heard === undefined) return false;
  const judgement = judge(game.state, heard.cards, game.board);
  host.bench.check(id, judgement.legal, () => ({
    title: `${what} (${move.text})`,
    expected: "the board's next move builds on it",
    seen: judgement.legal ? '' : judgement.reason,
  }));
  await host.ack();
  if (judgement.legal) game.boardMoved(heard.cards);
  else game.broken = 'illegal';
  return judgement.legal;
}

/** The same packet again, as if its acknowledgement had been lost. */
async function twice(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  const bytes = encode({ type: 'deck', cards: move.cards });
  const sent = await host.say(bytes, `our move (${move.text})`);
  if (sent === undefined) return false;
  const again = await host.say(bytes, `the same packet again (${move.text})`, 'DRK-LK-14');
  if (again === undefined) {
    game.broken = 'unacknowledged';
    return false;
  }
  game.moved(move, sent);
  if (!game.boardsTurn) return true;
  const heard = await game.boardPacket('DRK-LK-14');
  if (heard === undefined) return false;
  const judgement = judge(game.state, heard.cards, game.board);
  host.bench.check('DRK-LK-14', judgement.legal, () => ({
    title: `our move sent twice (${move.text})`,
    expected: "the board's next move: the second packet is not applied again",
    seen: judgement.legal ? '' : judgement.reason,
  }));
  await host.ack();
  if (judgement.legal) game.boardMoved(heard.cards);
  else game.broken = 'illegal';
  return judgement.legal;
}

/**
 * Our packet again, as if its acknowledgement and the board's answering move had both been lost: the board stays with its
 * move, and says that again.
 */
async function lostBoth(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  if (!(await game.hostMoves(move))) return false;
  if (!game.boardsTurn || (await game.boardMoves({ acknowledge: false })) === undefined)
    return game.broken === undefined;
  const bytes = encode({ type: 'deck', cards: move.cards });
  const what = `our move again before the board's is acknowledged (${move.text})`;
  if ((await host.say(bytes, what, 'DRK-LK-14')) === undefined) {
    game.broken = 'unacknowledged';
    return false;
  }
  const heard = await host.next(after(host.now(), millis(5000)));
  const same = heard?.kind === 'deck' && sameCards(heard.cards, game.state.cards);
  host.bench.check('DRK-LK-14', same, () => ({
    title: what,
    expected: "acknowledged, not applied again: the board's move once more at its time",
    seen: describeHeard(heard),
  }));
  await host.ack();
  if (!same) game.broken = heard === undefined ? 'silent' : 'illegal';
  return same;
}

/**
 * Our last packet again, after the board has answered it by a move: it is not applied again. The board may take it for
 * an illegal move and say its last state (DRK-PL-10); it may not go back to it.
 */
async function againLater(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  const bytes = encode({ type: 'deck', cards: move.cards });
  if (!(await game.hostMoves(move))) return false;
  if (!game.boardsTurn) return true;
  if ((await game.boardMoves()) === undefined || game.over) return game.broken === undefined;
  await host.say(bytes, `the move before the board's, once more (${move.text})`, 'DRK-LK-14');
  const heard = await host.next(after(host.now(), micros(host.answerMs + 500_000)));
  const unmoved = heard === undefined || (heard.kind === 'deck' && sameCards(heard.cards, game.state.cards));
  host.bench.check('DRK-LK-14', unmoved, () => ({
    title: `our last move again after the board's answer to it (${move.text})`,
    expected: 'acknowledged, and not applied again',
    seen: describeHeard(heard),
  }));
  if (heard !== undefined) await host.ack();
  if (!unmoved) game.broken = 'illegal';
  return unmoved;
}

export const playScenarios: readonly Scenario[] = [games, illegal, applied];
