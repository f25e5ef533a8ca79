/** A game against the board. One of the two handshakes opens it. The monitor judges every packet as a move. */
import type { Deck } from '../../../protocols/durak/packet';
import type { Choose } from '../../../protocols/durak/deal';
import { deal } from '../../../protocols/durak/deal';
import { judge } from '../../../protocols/durak/judge';
import type { Move } from '../../../protocols/durak/moves';
import { afterMove, sameCards, winner, type Player, type State } from '../../../protocols/durak/rules';
import { after, micros } from '../../../protocols/time';
import { deckBytes, type DurakHost } from './host';
import type { BreakReason } from './verdicts';

export const MALFORMED = 'not judged: the board sent a malformed packet before';

export class Game {
  /** As it stands, as long as nothing is wrong. */
  state: State;
  /** Told of each legal move, ours and the board's, with the state before it. */
  onMove: (before: State, move: Move) => void = () => undefined;
  /** When the board's last move came. */
  turnEndedAt = micros(0);
  /** When the turn last came to the board. */
  private turnCame: number;
  /** Our last move. */
  private lastMove: Deck | undefined;
  private operatorSlept = false;

  private constructor(
    readonly host: DurakHost,
    private readonly deal: State,
    /** Which player the board is. */
    readonly board: Player,
  ) {
    this.state = deal;
    this.turnCame = host.now();
  }

  /** Why it cannot go on. */
  get broken(): BreakReason | undefined {
    return this.operatorSlept ? 'silent' : this.host.broken;
  }

  get over(): boolean {
    return winner(this.state) !== undefined;
  }

  get boardsTurn(): boolean {
    return !this.over && this.state.turn === this.board;
  }

  /** Greets the board first, so that the harness is player 1, and deals. undefined: no game came about. */
  static async dealAsHost(
    host: DurakHost,
    choose: Choose,
    dealCards: (choose: Choose) => Deck = deal,
  ): Promise<Game | undefined> {
    if (!(await host.greetFirst())) return undefined;
    await host.sendDeck(dealCards(choose), 'our deal');
    return Game.begun(host, 2);
  }

  /** Acknowledges the board's hello, so that the board is player 1 and deals. undefined: no game came about. */
  static async awaitBoardDeal(host: DurakHost): Promise<Game | undefined> {
    await host.powerCycle();
    if ((await host.awaitHello()) === undefined || (await host.awaitDeal()) === undefined) return undefined;
    return Game.fromBoardDeal(host);
  }

  /** The game that a deal of the board opens. Acknowledges the deal. */
  static async fromBoardDeal(host: DurakHost): Promise<Game | undefined> {
    await host.ack();
    return Game.begun(host, 1);
  }

  /** The game that a deal has opened. */
  static begun(host: DurakHost, board: Player): Game | undefined {
    const { game } = host;
    return game === undefined || host.broken !== undefined ? undefined : new Game(host, game, board);
  }

  /** Waits for the board's move and, by default, acknowledges it. undefined: no right move came. */
  async awaitMove(options: { readonly acknowledge?: boolean } = {}): Promise<Move | undefined> {
    const { host } = this;
    const before = this.state;
    this.askForMove();
    const moved = (): boolean =>
      host.broken !== undefined || host.game === undefined || !sameCards(host.game.cards, before.cards);
    if (host.auto) await host.settle(moved);
    else await host.listenUntil(after(micros(this.turnCame), micros(host.maxMoveTime + 2_000_000)), moved);
    await host.acknowledgeHellos();
    if (host.game === undefined || host.broken !== undefined || !moved()) {
      if (!moved() && !host.auto) this.missOperator();
      if (host.waiting !== undefined) await host.ack();
      return undefined;
    }
    this.state = host.game;
    this.turnEndedAt = host.lastDeckAt;
    this.judgeOperator();
    if (options.acknowledge !== false) await host.ack();
    const judged = judge(before, this.state.cards, this.board);
    if (!judged.legal) return undefined;
    this.onMove(before, judged.move);
    return judged.move;
  }

  /** Asks the person at the board's buttons for a move. Throws if nobody is there. */
  askForMove(): void {
    const { auto, bench, maxMoveTime } = this.host;
    if (!auto) bench.operate(`make the board's move at its buttons (${maxMoveTime / 1e6} s)`);
  }

  /** true: nobody made the board's move at its buttons, so the board is not to blame. */
  get operatorAbsent(): boolean {
    return this.operatorSlept;
  }

  private missOperator(): void {
    const { bench, maxMoveTime } = this.host;
    bench.inconclusive('DRK-PL-11', `no move was made at the buttons within ${maxMoveTime / 1e6} s`);
    this.operatorSlept = true;
  }

  private judgeOperator(): void {
    const { auto, bench, maxMoveTime } = this.host;
    if (auto) return;
    if (this.host.now() - this.turnCame <= maxMoveTime) bench.check('DRK-PL-11', true, () => ({ title: '' }));
    else bench.inconclusive('DRK-PL-11', 'the move was made at the buttons, but late');
  }

  /** Makes a move of ours. false: it was not acknowledged, and the game cannot go on. */
  async sendMove(move: Move): Promise<boolean> {
    return this.sendMoveAs(move, deckBytes(move.cards), `our move (${move.text})`);
  }

  /** The same, with other bytes before it. */
  async sendMoveAs(move: Move, bytes: Uint8Array, what: string): Promise<boolean> {
    const before = this.state;
    if (!(await this.host.sendPacket(bytes, what))) return false;
    this.onMove(before, move);
    this.lastMove = move.cards;
    this.state = afterMove(before, move.cards);
    this.turnCame = this.host.now();
    return this.host.broken === undefined;
  }

  /** Whether the board would take the packet for a repeated one (DRK-LK-14): it equals the last one applied, of ours or its own. */
  isRepetition(cards: Deck): boolean {
    const bytes = deckBytes(cards).join();
    return [this.state.cards, this.lastMove, this.deal.cards].some(
      (last) => last !== undefined && deckBytes(last).join() === bytes,
    );
  }
}
