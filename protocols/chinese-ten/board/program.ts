/**
 * The console program as a pure model: its output, its pauses and its input.
 *
 * A generator: it yields steps, and is resumed with the key or the line for a step. The virtual board and the tests
 * play by it.
 */
import { pointsIn, pointsOf, type Card, type Players } from '../cards';
import type { TenSteps } from './firmware';
import * as render from '../render';
import { playerOf, type Move, type Position } from '../rules';
import { readComputers, readNames, readPlayers, type Seat } from './seating';
import { pause, print, readKey, type Program, type Steps } from './steps';

/** The seats in their playing order: a permutation of 0..players-1. */
type PlayingOrder = (players: Players) => readonly number[];

const PAUSE = { menu: 3000, dot: 130, computer: 800 } as const;
const DOTS = 6;

/** Runs until an unknown key at the menu. */
export function* program(order: PlayingOrder, rules: TenSteps): Program {
  yield* pause(PAUSE.menu);
  for (;;) {
    yield* print(render.renderMenu());
    const key = yield* readKey(false);
    if (key === 0x31) yield* game(order, rules);
    else if (key === 0x32) yield* ranking();
    else return;
  }
}

function* ranking(): Program {
  yield* print(`${render.CLEAR}No game was recorded.${render.EOL}${render.TEXT.menuKey}${render.EOL}`);
  yield* readKey(false);
}

function* game(order: PlayingOrder, rules: TenSteps): Program {
  const players = yield* readPlayers(rules);
  const computers = yield* readComputers(players);
  const entered = yield* readNames(players, computers, rules);
  const seats = order(players).flatMap((i) => entered[i] ?? []);
  yield* print(render.renderOrder(seats.map(({ name }) => name)));
  yield* readKey(false);
  const pack = rules.pack();
  let position = rules.deal(pack, players);
  yield* special(position, pack, seats);
  while (position.phase !== 'over') position = yield* turn(position, seats, rules);
  yield* end(position, seats, rules);
}

function* special({ special: found }: Position, pack: readonly Card[], seats: readonly Seat[]): Program {
  const taker = found?.taker === undefined ? undefined : seats[found.taker];
  if (found === undefined || taker === undefined) return;
  yield* print(render.renderSpecial(found.rank, found.count, pack.slice(24, 28), taker.name));
  yield* anyKey(taker);
}

function* turn(start: Position, seats: readonly Seat[], rules: TenSteps): Steps<Position> {
  const player = playerOf(start);
  const seat = seats[player] ?? { name: '', computer: true };
  const hand = (position: Position): readonly Card[] => position.hands[player] ?? [];
  const captured = (position: Position): number => position.captured[player]?.length ?? 0;
  const offered = rules.moves(start);
  const options = offered.flatMap((move) => (move.kind === 'capture' ? [move] : []));
  yield* print(render.renderTurn(seat.name, start.layout, hand(start), options));
  const first = yield* chooseHand(start, offered, hand(start), seat, rules);
  const middle = rules.advance(start, first);
  yield* print(render.renderStock(middle.layout, hand(middle), captured(middle), middle.stock.length));
  for (let dot = DOTS; dot > 0; dot--) {
    yield* pause(PAUSE.dot * dot);
    yield* print('.');
  }
  const second = yield* chooseTurned(middle, seat, rules);
  const done = rules.advance(middle, second);
  yield* print(render.renderFinish(done.layout, hand(done), captured(done)));
  yield* anyKey(seat);
  return done;
}

function* chooseHand(
  { layout, players }: Position,
  moves: readonly Move[],
  hand: readonly Card[],
  seat: Seat,
  rules: TenSteps,
): Steps<Move> {
  const worth = (move: Move): number =>
    move.kind === 'capture'
      ? pointsIn([move.card, move.taken], players)
      : move.kind === 'discard'
        ? -pointsOf(move.card, players)
        : 0;
  const own = bestMove(moves, worth);
  if (own.kind !== 'capture') {
    yield* print(render.renderDiscard());
    const card = yield* chooseIndex(
      hand,
      own.kind === 'discard' ? own.card : undefined,
      seat,
      render.TEXT.x,
      rules,
    );
    return { kind: 'discard', card };
  }
  for (;;) {
    yield* print(render.renderUse());
    const card = yield* chooseIndex(hand, own.card, seat, render.TEXT.x, rules);
    yield* print(render.TEXT.y);
    const taken = yield* chooseIndex(layout, own.taken, seat, render.TEXT.y, rules);
    const move = rules.capture(card, taken);
    if (move !== undefined) return move;
    yield* print(`${render.EOL}${render.TEXT.refusedAction}${render.EOL}`);
  }
}

function* chooseTurned(position: Position, seat: Seat, rules: TenSteps): Steps<Move> {
  const { stock, layout, players } = position;
  const [card] = stock;
  if (card === undefined) throw new RangeError('the stock is empty');
  yield* print(render.renderTurned(card));
  const moves = rules.moves(position);
  const own = bestMove(moves, (move) => (move.kind === 'take' ? pointsIn(move.taken, players) : 0));
  if (own.kind === 'lay') {
    yield* print(render.renderLay());
    yield* anyKey(seat);
    return own;
  }
  if (own.kind !== 'take' || own.taken.length > 1) return own;
  for (;;) {
    yield* print(render.renderTake());
    const taken = yield* readIndex(layout, own.taken[0], seat, rules);
    const move = taken === undefined ? undefined : rules.take(card, taken);
    if (move !== undefined) return move;
    yield* print(`${render.TEXT.refusedAction}${render.EOL}`);
  }
}

function bestMove(moves: readonly Move[], worth: (move: Move) => number): Move {
  return moves.reduce((most, move) => (worth(move) > worth(most) ? move : most), moves[0] ?? { kind: 'lay' });
}

/** Asks for a card of a pile until the index is in range. */
function* chooseIndex(
  pile: readonly Card[],
  own: Card | undefined,
  seat: Seat,
  prompt: string,
  rules: TenSteps,
): Steps<Card> {
  for (;;) {
    const card = yield* readIndex(pile, own, seat, rules);
    if (card !== undefined) return card;
    yield* print(`${render.EOL}${render.TEXT.refusedIndex}${render.EOL}${prompt}`);
  }
}

/** The index of a card: typed, or chosen by a computer and printed as if typed. */
function* readIndex(
  pile: readonly Card[],
  own: Card | undefined,
  { computer }: Seat,
  rules: TenSteps,
): Steps<Card | undefined> {
  if (computer && own !== undefined) {
    yield* print(render.indexName(pile.indexOf(own)));
    yield* pause(PAUSE.computer);
    yield* print(render.EOL);
    return own;
  }
  const card = rules.card(yield* readKey(true), pile);
  yield* print(render.EOL);
  return card;
}

function* anyKey({ computer }: Seat): Program {
  if (computer) yield* pause(PAUSE.computer);
  else yield* readKey(false);
}

function* end({ players, captured }: Position, seats: readonly Seat[], rules: TenSteps): Program {
  const shown = seats.map(({ name }, i) => ({ name, captured: captured[i] ?? [] }));
  const standings = shown
    .map(({ name, captured: cards }) => ({ name, points: rules.points(cards, players) }))
    .sort((a, b) => b.points - a.points);
  yield* print(render.renderEnd(shown, standings, rules.tie(players)));
  yield* readKey(false);
}
