/**
 * The program behind the console as a pure model: what it prints, how long it pauses, what it reads.
 *
 * A generator: it yields steps and is resumed with the key or the line that a reading step asks for, so that
 * a virtual board, a test and a proof of the reader play the same game.
 */
import { canCapture, pointsIn, pointsOf, TIE_SCORE, type Card, type Players } from './cards';
import * as render from './render';
import { advance, deal, movesOf, playerOf, type Move, type Position } from './rules';

export type Step =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  /** What was typed before is thrown away; one key is read, and the terminal echoes it where `echo` is set. */
  | { readonly kind: 'key'; readonly echo: boolean }
  /** The same for a line, given without its end; the terminal echoes it with CR LF. */
  | { readonly kind: 'line' };

/** Resumed with a key's byte, a line's bytes, or nothing. */
export type Input = number | Uint8Array | undefined;

export type Program = Generator<Step, void, Input>;
type Steps<T> = Generator<Step, T, Input>;

/** Where the program's chance comes from. */
export interface RandomChoices {
  /** The pack of a game, 52 cards, the first dealt first. */
  readonly pack: () => readonly Card[];
  /** The seats in their playing order: a permutation of 0..players-1. */
  readonly order: (players: Players) => readonly number[];
}

/** What the program goes by: the page, or what a bug makes of it. */
export interface ProgramRules {
  readonly deal: (pack: readonly Card[], players: Players) => Position;
  readonly moves: (position: Position) => readonly Move[];
  readonly advance: (position: Position, move: Move) => Position;
  /** A choice at prompts 6 and 7, and at 9: undefined refuses it. */
  readonly capture: (card: Card, taken: Card) => Move | undefined;
  readonly take: (card: Card, taken: Card) => Move | undefined;
  /** Of a player's captured cards. */
  readonly points: (cards: readonly Card[], players: Players) => number;
  readonly tie: (players: Players) => number;
  /** A count of players by its key; a name by its line, not empty; a card of a pile by its key: undefined refuses it. */
  readonly players: (key: number) => Players | undefined;
  readonly name: (line: Uint8Array) => string | undefined;
  readonly card: (key: number, pile: readonly Card[]) => Card | undefined;
}

interface Seat {
  readonly name: string;
  readonly computer: boolean;
}

const PAUSE = { menu: 3000, again: 1000, dot: 130, computer: 800 } as const;
const DOTS = 6;
/** A name keeps so many bytes (CT-UI-03). */
const LONGEST_NAME = 33;
const COMMA = 0x2c;
const PLAYER_COUNTS: readonly Players[] = [2, 3, 4];

/** The page's. */
export const PAGE_RULES: ProgramRules = {
  deal,
  moves: (position) => movesOf(position),
  advance,
  capture: (card, taken) => (canCapture(card, taken) ? { kind: 'capture', card, taken } : undefined),
  take: (card, taken) => (canCapture(card, taken) ? { kind: 'take', taken: [taken] } : undefined),
  points: pointsIn,
  tie: (players) => TIE_SCORE[players],
  players: (key) => PLAYER_COUNTS.find((count) => count === key - 0x30),
  name: (line) => (line.includes(COMMA) ? undefined : truncateName(line, LONGEST_NAME)),
  card: (key, pile) => pile[render.indexOfKey(key) ?? pile.length],
};

/** A name cut to so many bytes. Streaming leaves out a character that the cut goes through: U+FFFD in its place would be longer. */
export function truncateName(line: Uint8Array, longest: number): string {
  return new TextDecoder().decode(line.subarray(0, longest), { stream: true });
}

/** Runs until a key at the menu is none of its own. */
export function* program(chance: RandomChoices, practice: ProgramRules = PAGE_RULES): Program {
  yield* pause(PAUSE.menu);
  for (;;) {
    yield* print(render.renderMenu());
    const key = yield* readKey(false);
    if (key === 0x31) yield* game(chance, practice);
    else if (key === 0x32) yield* ranking();
    else return;
  }
}

function* ranking(): Program {
  yield* print(`${render.CLEAR}No game was recorded.${render.EOL}${render.TEXT.menuKey}${render.EOL}`);
  yield* readKey(false);
}

function* game(chance: RandomChoices, practice: ProgramRules): Program {
  const players = yield* readPlayers(practice);
  const computers = yield* readComputers(players);
  const entered = yield* readNames(players, computers, practice);
  const seats = chance.order(players).flatMap((i) => entered[i] ?? []);
  yield* print(render.renderOrder(seats.map(({ name }) => name)));
  yield* readKey(false);
  const pack = chance.pack();
  let position = practice.deal(pack, players);
  yield* special(position, pack, seats);
  while (position.phase !== 'over') position = yield* turn(position, seats, practice);
  yield* end(position, seats, practice);
}

function* readPlayers(practice: ProgramRules): Steps<Players> {
  for (;;) {
    yield* print(render.renderPlayerCount());
    const key = yield* readKey(true);
    yield* print(render.EOL);
    const count = practice.players(key);
    if (count !== undefined) return count;
    yield* print(`${render.EOL}${render.TEXT.refusedRange}`);
    yield* pause(PAUSE.again);
  }
}

function* readComputers(players: Players): Steps<number> {
  yield* print(render.renderChoices(players));
  for (;;) {
    yield* print(render.renderChoose());
    const count = (yield* readKey(true)) - 0x30;
    yield* print(`.${render.EOL}`);
    if (count >= 0 && count <= players) return count;
    yield* print(`${render.TEXT.refusedRange}${render.EOL}`);
  }
}

function* readNames(players: Players, computers: number, practice: ProgramRules): Steps<readonly Seat[]> {
  const seats: Seat[] = [];
  for (let i = 0; i < players; i++) {
    const letter = String.fromCharCode(0x41 + i);
    if (i < computers) {
      const name = `COMPUTER_${letter}`;
      yield* print(`${render.renderNamePrompt(i + 1)}${name}${render.EOL}`);
      seats.push({ name, computer: true });
      continue;
    }
    seats.push({ name: yield* readName(i + 1, `PLAYER_${letter}`, practice), computer: false });
  }
  return seats;
}

function* readName(number: number, unnamed: string, practice: ProgramRules): Steps<string> {
  for (;;) {
    yield* print(render.renderNamePrompt(number));
    const line = yield { kind: 'line' };
    const bytes = line instanceof Uint8Array ? line : new Uint8Array(0);
    if (bytes.length > 0) {
      const name = practice.name(bytes);
      if (name !== undefined) return name;
      continue;
    }
    yield* print(`${render.renderNamePrompt(number)}${unnamed}${render.EOL}`);
    return unnamed;
  }
}

function* special({ special: found }: Position, pack: readonly Card[], seats: readonly Seat[]): Program {
  const taker = found?.taker === undefined ? undefined : seats[found.taker];
  if (found === undefined || taker === undefined) return;
  yield* print(render.renderSpecial(found.rank, found.count, pack.slice(24, 28), taker.name));
  yield* anyKey(taker);
}

function* turn(start: Position, seats: readonly Seat[], practice: ProgramRules): Steps<Position> {
  const player = playerOf(start);
  const seat = seats[player] ?? { name: '', computer: true };
  const hand = (position: Position): readonly Card[] => position.hands[player] ?? [];
  const captured = (position: Position): number => position.captured[player]?.length ?? 0;
  const offered = practice.moves(start);
  const options = offered.flatMap((move) => (move.kind === 'capture' ? [move] : []));
  yield* print(render.renderTurn(seat.name, start.layout, hand(start), options));
  const first = yield* chooseHand(start, offered, hand(start), seat, practice);
  const middle = practice.advance(start, first);
  yield* print(render.renderStock(middle.layout, hand(middle), captured(middle), middle.stock.length));
  for (let dot = DOTS; dot > 0; dot--) {
    yield* pause(PAUSE.dot * dot);
    yield* print('.');
  }
  const second = yield* chooseTurned(middle, seat, practice);
  const done = practice.advance(middle, second);
  yield* print(render.renderFinish(done.layout, hand(done), captured(done)));
  yield* anyKey(seat);
  return done;
}

function* chooseHand(
  { layout, players }: Position,
  moves: readonly Move[],
  hand: readonly Card[],
  seat: Seat,
  practice: ProgramRules,
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
      practice,
    );
    return { kind: 'discard', card };
  }
  for (;;) {
    yield* print(render.renderUse());
    const card = yield* chooseIndex(hand, own.card, seat, render.TEXT.x, practice);
    yield* print(render.TEXT.y);
    const taken = yield* chooseIndex(layout, own.taken, seat, render.TEXT.y, practice);
    const move = practice.capture(card, taken);
    if (move !== undefined) return move;
    yield* print(`${render.EOL}${render.TEXT.refusedAction}${render.EOL}`);
  }
}

function* chooseTurned(position: Position, seat: Seat, practice: ProgramRules): Steps<Move> {
  const { stock, layout, players } = position;
  const [card] = stock;
  if (card === undefined) throw new RangeError('the stock is empty');
  yield* print(render.renderTurned(card));
  const moves = practice.moves(position);
  const own = bestMove(moves, (move) => (move.kind === 'take' ? pointsIn(move.taken, players) : 0));
  if (own.kind === 'lay') {
    yield* print(render.renderLay());
    yield* anyKey(seat);
    return own;
  }
  if (own.kind !== 'take' || own.taken.length > 1) return own;
  for (;;) {
    yield* print(render.renderTake());
    const taken = yield* readIndex(layout, own.taken[0], seat, practice);
    const move = taken === undefined ? undefined : practice.take(card, taken);
    if (move !== undefined) return move;
    yield* print(`${render.TEXT.refusedAction}${render.EOL}`);
  }
}

function bestMove(moves: readonly Move[], worth: (move: Move) => number): Move {
  return moves.reduce((most, move) => (worth(move) > worth(most) ? move : most), moves[0] ?? { kind: 'lay' });
}

/** A card of a pile, asked for again until its index is in range. */
function* chooseIndex(
  pile: readonly Card[],
  own: Card | undefined,
  seat: Seat,
  prompt: string,
  practice: ProgramRules,
): Steps<Card> {
  for (;;) {
    const card = yield* readIndex(pile, own, seat, practice);
    if (card !== undefined) return card;
    yield* print(`${render.EOL}${render.TEXT.refusedIndex}${render.EOL}${prompt}`);
  }
}

/** A card by its index: typed, or a computer's own, printed as if it were. */
function* readIndex(
  pile: readonly Card[],
  own: Card | undefined,
  { computer }: Seat,
  practice: ProgramRules,
): Steps<Card | undefined> {
  if (computer && own !== undefined) {
    yield* print(render.indexName(pile.indexOf(own)));
    yield* pause(PAUSE.computer);
    yield* print(render.EOL);
    return own;
  }
  const card = practice.card(yield* readKey(true), pile);
  yield* print(render.EOL);
  return card;
}

function* anyKey({ computer }: Seat): Program {
  if (computer) yield* pause(PAUSE.computer);
  else yield* readKey(false);
}

function* end({ players, captured }: Position, seats: readonly Seat[], practice: ProgramRules): Program {
  const shown = seats.map(({ name }, i) => ({ name, captured: captured[i] ?? [] }));
  const standings = shown
    .map(({ name, captured: cards }) => ({ name, points: practice.points(cards, players) }))
    .sort((a, b) => b.points - a.points);
  yield* print(render.renderEnd(shown, standings, practice.tie(players)));
  yield* readKey(false);
}

function* print(text: string): Program {
  yield { kind: 'print', text };
}

function* pause(milliseconds: number): Program {
  yield { kind: 'pause', milliseconds };
}

function* readKey(echo: boolean): Steps<number> {
  const key = yield { kind: 'key', echo };
  return typeof key === 'number' ? key : -1;
}
