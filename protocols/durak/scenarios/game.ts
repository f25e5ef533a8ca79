/** A game against the board, and our side of it. One of the two handshakes opens it; every packet is judged as a move. */
import { after, micros, type Micros } from '../../../api/index';
import { deal, type Choose } from '../game/deal';
import { afterMove, sameCards, winner, type Player, type State } from '../game/game';
import { illegalMoves, type IllegalMove } from '../game/illegal-moves';
import { judge } from '../game/judge';
import { legalMoves, type Move } from '../game/moves';
import type { Deck } from '../wire/packet';
import { encode, keyOf } from '../wire/wire';
import type { DurakHost } from './host';

export class Game {
  /** As it stands, as long as nothing is wrong. */
  state: State;
  /** Told of each legal move, ours and the board's, with the state before it. */
  onMove: (before: State, move: Move) => void = () => undefined;
  /** Nobody made the board's move at its buttons, so the board is not to blame. */
  operatorAbsent = false;
  /** When the turn last came to the board. */
  private turnCame: Micros;
  private lastMove: Deck;

  private constructor(
    readonly host: DurakHost,
    private readonly begun: State,
    /** Which player the board is. */
    readonly board: Player,
  ) {
    this.state = begun;
    this.lastMove = begun.cards;
    this.turnCame = host.now();
  }

  /** It cannot go on. */
  get broken(): boolean {
    return this.operatorAbsent || this.host.broken;
  }

  get over(): boolean {
    return winner(this.state) !== undefined;
  }

  get boardsTurn(): boolean {
    return !this.over && this.state.turn === this.board;
  }

  /** The board is player 1 in every other game, unless we are to deal. undefined: no game came about. */
  static start(host: DurakHost, n: number, cards?: (choose: Choose) => Deck): Promise<Game | undefined> {
    return n % 2 === 0 || cards !== undefined ? Game.dealAsHost(host, cards) : Game.awaitBoardDeal(host);
  }

  /** Greets the board first, so that the harness is player 1, and deals. */
  static async dealAsHost(host: DurakHost, cards = deal): Promise<Game | undefined> {
    if (!(await host.greetFirst())) return undefined;
    await host.sendDeck(cards(host.choose), 'our deal');
    return Game.begun(host, 2);
  }

  /** Acknowledges the board's hello, so that the board is player 1 and deals. */
  private static async awaitBoardDeal(host: DurakHost): Promise<Game | undefined> {
    if (!(await host.start()) || !(await host.awaitDeal())) return undefined;
    await host.ack();
    return Game.begun(host, 1);
  }

  /** We deal and attack: the board is to answer. */
  static async attack(host: DurakHost): Promise<Game | undefined> {
    const game = await Game.dealAsHost(host);
    return game !== undefined && (await moving()(game)) ? game : undefined;
  }

  /** The game that a deal has opened. */
  static begun(host: DurakHost, board: Player): Game | undefined {
    const { game } = host.state;
    return game === undefined || host.broken ? undefined : new Game(host, game, board);
  }

  /** Waits for the board's move and, by default, acknowledges it. undefined: no right move came. */
  async awaitMove({ acknowledge = true } = {}): Promise<Move | undefined> {
    const { host, state: before } = this;
    const { auto, bench, maxMoveTime } = host;
    const seconds = `${maxMoveTime / 1e6} s`;
    this.askForMove();
    const moved = (): boolean =>
      host.broken || host.state.game === undefined || !sameCards(host.state.game.cards, before.cards);
    const until = after(this.turnCame, micros(maxMoveTime + (auto ? 3_100_000 : 2_000_000)));
    // A repetition that was under way changes nothing.
    await host.listen(micros(Math.max(0, until - host.now()) + (auto ? 3_100_000 : 0)), moved);
    const { game } = host.state;
    if (game === undefined || host.broken || !moved()) {
      this.operatorAbsent = !moved() && !auto;
      if (this.operatorAbsent)
        bench.inconclusive('DRK-PL-11', `no move was made at the buttons within ${seconds}`);
      if (host.waiting !== undefined) await host.ack();
      return undefined;
    }
    this.state = game;
    const isInTime = host.now() - this.turnCame <= maxMoveTime;
    if (!auto && isInTime) bench.check('DRK-PL-11', true, () => ({ title: '' }));
    if (!auto && !isInTime) bench.inconclusive('DRK-PL-11', 'the move was made at the buttons, but late');
    if (acknowledge) await host.ack();
    const judged = judge(before, game.cards, this.board);
    if (!judged.legal) return undefined;
    this.onMove(before, judged.move);
    return judged.move;
  }

  /** Plays up to a move of the board, which is not acknowledged. undefined: none came. */
  async awaitOpenMove(): Promise<Move | undefined> {
    const isItsTurn = await playUntil(this, moving(), () => this.boardsTurn);
    return isItsTurn ? this.awaitMove({ acknowledge: false }) : undefined;
  }

  /** Asks the person at the board's buttons for a move. Throws if nobody is there. */
  askForMove(): void {
    const { auto, bench, maxMoveTime } = this.host;
    if (!auto) bench.operate(`make the board's move at its buttons (${maxMoveTime / 1e6} s)`);
  }

  /** Makes a move of ours, with other bytes before it or not. false: it was not acknowledged, and the game cannot go on. */
  async sendMove(
    move: Move,
    what = `our move (${move.text})`,
    bytes = encode({ type: 'deck', cards: move.cards }),
  ): Promise<boolean> {
    const before = this.state;
    if (!(await this.host.sendPacket(bytes, what))) return false;
    this.onMove(before, move);
    this.lastMove = move.cards;
    this.state = afterMove(before, move.cards);
    this.turnCame = this.host.now();
    return !this.host.broken;
  }

  /** The illegal moves that the board would not take for a repeated packet (DRK-LK-14). */
  illegalMoves(): readonly IllegalMove[] {
    const known = [this.lastMove, this.state.cards, this.begun.cards].map((cards) =>
      keyOf({ type: 'deck', cards }),
    );
    return illegalMoves(this.state).filter(({ cards }) => !known.includes(keyOf({ type: 'deck', cards })));
  }
}

/** Those of the legal moves that we like best; none: any. */
export type Preference = (game: Game, moves: readonly Move[]) => readonly Move[];

export function preferKinds(...kinds: readonly Move['kind'][]): Preference {
  return (_, moves) => moves.filter(({ kind }) => kinds.includes(kind));
}

/** How we choose a move: at random, or mostly towards long tables, full hands, or an empty stock. */
export type Style = 'any' | 'thrower' | 'taker' | 'drainer';
export const STYLES: readonly Style[] = ['any', 'thrower', 'taker', 'drainer'];

const PREFERENCES: Readonly<Record<Style, Preference>> = {
  any: preferKinds(),
  thrower: preferKinds('throw-in', 'defence'),
  taker: preferKinds('take', 'throw-in'),
  drainer: preferKinds('defence', 'bito'),
};

/** `style`: a preference is followed always, a named style seven times of eight. */
export function chooseMove(game: Game, style: Style | Preference = 'any'): Move | undefined {
  const { choose } = game.host;
  const moves = legalMoves(game.state);
  const isNamed = typeof style === 'string';
  const liked = (isNamed ? PREFERENCES[style] : style)(game, moves);
  const among = liked.length > 0 && (!isNamed || choose(8) > 0) ? liked : moves;
  return among[choose(Math.max(1, among.length))];
}

/** Makes a move of ours. false: the game cannot go on. */
export type Turn = (game: Game) => Promise<boolean>;

export function moving(style?: Style | Preference): Turn {
  return async (game) => {
    const move = chooseMove(game, style);
    return move !== undefined && game.sendMove(move);
  };
}

/** Plays until `stop` is true or the game is over. false: the game cannot go on. */
export async function playUntil(game: Game, turn: Turn, stop = () => false): Promise<boolean> {
  while (!game.over && !game.broken && !stop()) {
    if (game.boardsTurn) await game.awaitMove();
    else if (!(await turn(game))) return false;
  }
  return !game.broken;
}
