/**
 * The console program as a pure model: its output, its pauses and its input.
 *
 * A generator: it yields steps, and is resumed with the key or the line for a step. The virtual board and the tests
 * play by it.
 */
import { playersOf, rankName, sorted, type Card, type Players } from '../cards';
import { CLEAR, EOL, indexName, indexOfKey, REFUSALS, renderCard, renderPile } from '../render';
import { playerOf, type Move, type Position } from '../rules';
import type { TenSteps } from './firmware';

export type Step =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  /** Discards earlier input, then reads one key. The terminal echoes it if `echo` is set. */
  | { readonly kind: 'key'; readonly echo: boolean }
  /** The same for a line, without its end; the terminal echoes it with CR LF. */
  | { readonly kind: 'line' };

/** Resumed with a key's byte, a line's bytes, or nothing. */
export type Input = number | Uint8Array | undefined;
type Steps<T> = Generator<Step, T, Input>;
export type Program = Steps<void>;

interface Seat {
  readonly name: string;
  readonly computer: boolean;
}

/** Milliseconds. */
const PAUSE = { menu: 3000, refusal: 1000, dot: 130, computer: 800 } as const;
const DOTS = 6;
const ANY_KEY = 'Press any key to continue...';
const MENU_KEY = 'Press any key to go back to the main menu...';
const X = 'X = ';
const Y = 'Y = ';

/** Prints lines; the last one has no end. */
function* print(...lines: readonly string[]): Program {
  yield { kind: 'print', text: lines.join(EOL) };
}

function* pause(milliseconds: number): Program {
  yield { kind: 'pause', milliseconds };
}

function* readKey(echo = false): Steps<number> {
  const key = yield { kind: 'key', echo };
  return typeof key === 'number' ? key : -1;
}

/** Runs until an unknown key at the menu. */
export function* program(rules: TenSteps): Program {
  yield* pause(PAUSE.menu);
  for (;;) {
    yield* print(`${CLEAR}(1) Play the game!`, '(2) Check the ranking table.', '( ) Exit.', '');
    const key = yield* readKey();
    if (key === 0x31) yield* playGame(rules);
    else if (key === 0x32) {
      yield* print(`${CLEAR}No game was recorded.`, MENU_KEY, '');
      yield* readKey();
    } else return;
  }
}

function* playGame(rules: TenSteps): Program {
  const players = yield* readPlayers(rules);
  const computers = yield* readComputers(players);
  const entered = yield* readNames(players, computers, rules);
  const seats = rules.order(players).flatMap((i) => entered[i] ?? []);
  const listed = seats.map(({ name }, i) => `Player ${i + 1}: ${name}`);
  yield* print(`${CLEAR}The playing order is:`, '', ...listed, '', ANY_KEY);
  yield* readKey();
  const pack = rules.pack();
  yield* new Game(rules, seats, rules.deal(pack, players)).play(pack.slice(24, 28));
}

function* readPlayers(rules: TenSteps): Steps<Players> {
  for (;;) {
    yield* print(`${CLEAR}Please choose the number of players (2-4 people): `);
    const key = rules.reads(yield* readKey(true), { of: 'players', count: 4 });
    yield* print('', '');
    const count = playersOf(key - 0x30);
    if (count !== undefined) return count;
    yield* print('', REFUSALS.range);
    yield* pause(PAUSE.refusal);
  }
}

function* readComputers(players: Players): Steps<number> {
  const choice = (_: unknown, i: number): string =>
    `(${i}) ${players - i} human player(s), ${i} computer player(s)`;
  yield* print(...Array.from({ length: players + 1 }, choice), '');
  for (;;) {
    yield* print('', 'I want to choose ');
    const count = (yield* readKey(true)) - 0x30;
    yield* print('.', '');
    if (count >= 0 && count <= players) return count;
    yield* print(REFUSALS.range, '');
  }
}

function* readNames(players: Players, computers: number, rules: TenSteps): Steps<readonly Seat[]> {
  const seats: Seat[] = [];
  while (seats.length < players) {
    const prompt = `PLAYER ${seats.length + 1}: `;
    const letter = String.fromCharCode(0x41 + seats.length);
    const computer = seats.length < computers;
    if (!computer) yield* print(prompt);
    const line = computer ? undefined : yield { kind: 'line' };
    if (line instanceof Uint8Array && line.length > 0) {
      const name = rules.name(line);
      if (name !== undefined) seats.push({ name, computer });
      continue;
    }
    const name = `${computer ? 'COMPUTER' : 'PLAYER'}_${letter}`;
    yield* print(prompt + name, '');
    seats.push({ name, computer });
  }
  return seats;
}

/** A game from its deal on. */
class Game {
  constructor(
    private readonly rules: TenSteps,
    private readonly seats: readonly Seat[],
    private position: Position,
  ) {}

  private get seat(): Seat {
    return this.seats[playerOf(this.position)] ?? { name: '', computer: true };
  }

  private get hand(): readonly Card[] {
    return this.position.hands[playerOf(this.position)] ?? [];
  }

  /** `open`: the first table, with the cards of a special deal. */
  *play(open: readonly Card[]): Program {
    const { special } = this.position;
    const taker = special?.taker === undefined ? undefined : this.seats[special.taker];
    if (special !== undefined && taker !== undefined) {
      const cards = `${special.count === 4 ? 'all four' : 'three'} cards of rank ${rankName(special.rank)}`;
      const lines = [`${CLEAR}Now the layout contains ${cards}.`, '', 'Layout:', renderPile(sorted(open))];
      yield* print(...lines, `They go to ${taker.name}.`, '', ANY_KEY);
      yield* anyKey(taker);
    }
    while (this.position.phase !== 'over') yield* this.turn();
    yield* this.end();
  }

  private *turn(): Program {
    const { seat, rules } = this;
    const player = playerOf(this.position);
    const piles = (): string => {
      const { layout, hands } = this.position;
      return ['Layout:', renderPile(layout), 'Cards in hand:', renderPile(hands[player] ?? [])].join(EOL);
    };
    const captured = (): string => `umber of captured cards: ${this.position.captured[player]?.length ?? 0}`;
    const offered = rules.moves(this.position);
    const options = offered.flatMap((move) => this.optionsOf(move));
    yield* print(`${CLEAR}>>> It's ${seat.name}'s turn...`, '', piles(), ...options, '');
    this.position = rules.advance(this.position, yield* this.playHand(offered));
    const flip = `Now we are going to flip a card from the deck. (${this.position.stock.length} cards remaining)`;
    yield* print(CLEAR + piles(), `Total n${captured()}`, '', flip, 'Waiting');
    for (let dot = DOTS; dot > 0; dot--) {
      yield* pause(PAUSE.dot * dot);
      yield* print('.');
    }
    this.position = rules.advance(this.position, yield* this.playTurned());
    const finish = ['Your turn is going to finish.', '', 'Press any key to continue....', ''];
    yield* print(CLEAR + piles(), `N${captured()}`, '', ...finish);
    yield* anyKey(seat);
  }

  private optionsOf({ card, taken }: Move): readonly string[] {
    const named = (pile: readonly Card[], one: Card): string =>
      `card (${indexName(pile.indexOf(one))})${renderCard(one)}`;
    return taken.map((one) => {
      const captured = named(this.position.layout, one);
      return `You can use your ${named(this.hand, card)} to capture ${captured}.`;
    });
  }

  private *playHand(moves: readonly Move[]): Steps<Move> {
    const { rules, position, hand } = this;
    const [own] = moves;
    if (own === undefined || own.taken.length === 0) {
      yield* print('', 'No cards can be captured.', '', `I want to discard my <X>th card. ${X}`);
      return { card: yield* this.choose(hand, own?.card, X), taken: [] };
    }
    for (;;) {
      yield* print('', 'I want to use my <X>th card to capture the <Y>th card.', X);
      const card = yield* this.choose(hand, own.card, X);
      yield* print(Y);
      const move = rules.chosen(position, card, yield* this.choose(position.layout, own.taken[0], Y));
      if (move !== undefined) return move;
      yield* print('', REFUSALS.action, '');
    }
  }

  private *playTurned(): Steps<Move> {
    const { rules, position, seat } = this;
    const [own] = rules.moves(position);
    if (own === undefined) throw new RangeError('the stock is empty');
    yield* print('', `The flipped card is: ${renderCard(own.card)}`, '', '');
    if (own.taken.length === 0) {
      yield* print('No cards can be captured.', 'Put the card on the layout directly.', ANY_KEY);
      yield* anyKey(seat);
    }
    while (own.taken.length === 1) {
      yield* print('', `I want to capture the <X>th card. ${X}`);
      const taken = yield* this.readCard(position.layout, own.taken[0]);
      const move = taken === undefined ? undefined : rules.chosen(position, own.card, taken);
      if (move !== undefined) return move;
      yield* print(REFUSALS.action, '');
    }
    return own;
  }

  private *choose(pile: readonly Card[], own: Card | undefined, prompt: string): Steps<Card> {
    for (;;) {
      const card = yield* this.readCard(pile, own);
      if (card !== undefined) return card;
      yield* print('', REFUSALS.index, prompt);
    }
  }

  /** The index of a card: typed, or chosen by a computer and printed as if typed. */
  private *readCard(pile: readonly Card[], own: Card | undefined): Steps<Card | undefined> {
    const isOwn = this.seat.computer && own !== undefined;
    if (isOwn) {
      yield* print(indexName(pile.indexOf(own)));
      yield* pause(PAUSE.computer);
    }
    const key = isOwn ? -1 : this.rules.reads(yield* readKey(true), { of: 'cards', count: pile.length });
    yield* print('', '');
    return isOwn ? own : pile[indexOfKey(key) ?? pile.length];
  }

  private *end(): Program {
    const { rules, seats, position } = this;
    const { players, captured } = position;
    const tie = rules.tie(players);
    const shown = seats.map(({ name }, i) => ({ name, cards: captured[i] ?? [] }));
    const rows = shown
      .map(({ name, cards }) => ({ name, points: rules.points(cards, players) }))
      .sort((a, b) => b.points - a.points)
      .map(({ name, points }, i) => renderRow(i + 1, name, points, tie));
    const piles = shown.flatMap(({ name, cards }) => [`${name}'s cards:`, renderPile(cards)]);
    const lines = [...piles, `Player: ${players}`, `Tie Score: ${tie} points`, '', ...rows, '', MENU_KEY, ''];
    yield* print(CLEAR + lines.join(EOL));
    yield* readKey();
  }
}

function* anyKey({ computer }: Seat): Program {
  if (computer) yield* pause(PAUSE.computer);
  else yield* readKey();
}

function renderRow(place: number, name: string, points: number, tie: number): string {
  const difference = Math.abs(points - tie)
    .toString()
    .padStart(4);
  const score = points === tie ? '     Tie' : `${points > tie ? '+' : '-'}${difference} point(s)`;
  const number = place.toString().padStart(2, '0');
  return `  ${number}  |${name.padStart(33)} |${points.toString().padStart(5)} point(s)| ${score}`;
}
