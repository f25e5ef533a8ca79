/** For tests: the player at the other end of the line. It collects the board's errors. */
import { deal, isDeal, started, type Choose, afterMove, winner, type Player, type State } from '../game/game';
import { encode } from '../wire/wire';
import { judge } from '../game/judge';
import { legalMoves, type Move } from '../game/moves';
import type { Deck } from '../wire/packet';
import { random } from '../../../devices/random';
import { toHex } from '../../../devices/virtual/testing/board-bench';
import { cardsOf, DurakBench, isHello, type BenchOptions } from './bench';

/** As hex: an acknowledgement, and a hello. */
export const ACK = '04 0A';
export const HELLO = '16 32 1D 03 0A';

/** Chooses one of the legal moves; there is always one. */
export type MoveChoice = (moves: readonly Move[], choose: Choose) => Move | undefined;

/** Any move. */
export const ANY: MoveChoice = (moves, choose) => moves[choose(moves.length)];
/** Throws in and defends while it can. */
export const THROWER: MoveChoice = (moves, choose) =>
  moves[choose(Math.max(1, moves.filter(({ record }) => record !== undefined).length))];
/** Takes, or calls bito, as soon as it can. */
export const TAKER: MoveChoice = (moves, choose) =>
  moves.find(({ record }) => record === undefined) ?? ANY(moves, choose);

export class DurakHost {
  role: Player = 1;
  state: State | undefined;
  /** The clauses that packets of the board broke, in order. */
  readonly breaches: string[] = [];
  private readonly choose: Choose;

  constructor(
    readonly bench: DurakBench,
    private readonly style: MoveChoice = ANY,
    seed = 1,
  ) {
    this.choose = chooser(seed);
  }

  /** Sends the first hello, and deals. */
  playAsFirst(cards: Deck = deal(this.choose)): this {
    this.greet();
    this.bench.send({ type: 'deck', cards }).wait(30);
    this.state = started(cards);
    return this;
  }

  greet(): this {
    this.role = 1;
    this.bench.wait(20).send({ type: 'hello' }).wait(30);
    return this;
  }

  /** Waits for the board's hello and its deal. */
  playAsSecond(): this {
    this.role = 2;
    this.bench.next(isHello, 11_000);
    this.bench.wait(5).send({ type: 'ack' });
    const dealt = this.receiveDeck();
    if (dealt === undefined) this.breaches.push('no deal');
    else if (isDeal(dealt)) this.state = started(dealt);
    else this.breaches.push('DRK-DL-01');
    return this;
  }

  /** Moves, or waits for the board's move; false if none comes. */
  playTurn(): boolean {
    const { state, role } = this;
    if (state === undefined || winner(state) !== undefined || this.breaches.length > 0) return false;
    if (state.turn !== role) return this.receiveMove(state);
    const move = this.style(legalMoves(state), this.choose);
    if (move === undefined) return false;
    this.sendMove(state, move.cards);
    return true;
  }

  /** Plays until the end, or `most` moves. */
  playGame(most = 300): this {
    for (let moves = 0; moves < most && this.playTurn(); moves++);
    return this;
  }

  /** Sends a deck as its own move, legal or not. */
  sendMove(state: State, cards: Deck): void {
    this.state = afterMove(state, cards);
    this.bench.send({ type: 'deck', cards }).wait(3);
  }

  /** The next deck of the board. A well-formed one is acknowledged. */
  receiveDeck(most = 2500): Deck | undefined {
    const received = this.bench.next(({ hex }) => hex.startsWith('16 31'), most);
    if (received === undefined) return undefined;
    const cards = cardsOf(received);
    if (cards === undefined) this.breaches.push('malformed');
    if (cards === undefined) return undefined;
    // The acknowledgement must not come before the end of the board's packet.
    this.bench.wait(40).send({ type: 'ack' });
    return cards;
  }

  /** Makes the first legal move. */
  attack(): this {
    const { state } = this;
    if (state !== undefined) this.sendMove(state, legalMoves(state)[0]?.cards ?? []);
    return this;
  }

  private receiveMove(state: State): boolean {
    const cards = this.receiveDeck();
    if (cards === undefined) {
      if (this.breaches.length === 0) this.breaches.push('no move');
      return false;
    }
    const judged = judge(state, cards);
    if (!judged.legal) this.breaches.push(judged.clause);
    this.state = afterMove(state, cards);
    return judged.legal;
  }
}

/** Chooses numbers below a bound: the same ones for the same seed. */
export function chooser(seed: number): Choose {
  const source = random(seed);
  return (below) => source.int(0, below - 1);
}

export const DEAL = deal(chooser(3));
export const OTHER_DEAL = deal(chooser(4));

/** The board is player 2, the deal is on the table, and it is the host's turn. */
export function boardAsPlayer2(options: BenchOptions = {}): DurakHost {
  return new DurakHost(new DurakBench(options)).playAsFirst(DEAL);
}

/** A deck packet as hex. */
export function deckHex(cards: Deck): string {
  return toHex(encode({ type: 'deck', cards }));
}
