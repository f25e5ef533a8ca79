/**
 * One sitting at the server: who joins, and what is played. It waits for what is due. What is not due shows when a player is listened to
 * next, or in `expectQuiet`. A broken rule ends the sitting by {@link FaultError}.
 */
import type { Board } from '../../../protocols/ttt/board';
import { BYTE, type Cell } from '../../../protocols/ttt/message';
import { freshGame, type GameState, type RoundEnd } from '../../../protocols/ttt/rules';
import type { LastRound } from '../../../protocols/ttt/monitor/turn';
import { millis, type Micros } from '../../../protocols/time';
import { FaultError } from './fault';
import type { TttSession } from './session';

/** Between the pieces of one input. */
const PIECE_GAP = millis(3);

export class Table {
  /** The game by the rules. After a fault: before it. */
  state: GameState;
  round: LastRound;
  /** Rounds that have ended, oldest first. */
  readonly ends: RoundEnd[] = [];
  /** Rounds that what was done last has ended. */
  justEnded: readonly RoundEnd[] = [];
  private disturbance: string | undefined;
  /** After a disturbance the round went well, and the opening of the next. */
  recovered = false;
  /** After this number of rounds the disturbance cannot matter any more. */
  private expires = Infinity;
  /** The player whose input nothing has confirmed yet. */
  private unconfirmed: string | undefined;

  constructor(
    readonly host: TttSession,
    /** Leaves out what must change nothing, to see whether the game goes well without it. */
    readonly control: boolean,
  ) {
    this.state = freshGame(host.game);
    this.round = host.monitor.lastRound;
    host.onRoundEnd = (end) => this.ends.push(end);
  }

  /** A round has ended, and nobody joined or left since. */
  get betweenRounds(): boolean {
    return this.round.isLater;
  }

  /** The board in which the last round ended. */
  get previous(): Board {
    return this.round.previous;
  }

  /** The cell with which the machine opened the round, if it did. */
  get opening(): Cell | undefined {
    return this.round.opening;
  }

  /** Whose turn it is; undefined while players are missing. */
  get inTurn(): string | undefined {
    return this.state.seats.length < this.host.seats ? undefined : this.state.seats[this.state.turn];
  }

  async join(name: string, rest?: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    await this.act(name, () => this.host.player(name).join(rest));
    if (this.host.bench.exhaustive) await this.expectQuiet();
  }

  async leave(name: string, rest?: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    await this.act(name, () => this.host.player(name).leave(rest));
    // The end of a connection and a new one of the same player need not arrive in order.
    if (this.host.binding === 'tcp' && this.unconfirmed !== undefined) this.unconfirmed = `${name}, gone`;
  }

  move(name: string, cell: Cell): Promise<void> {
    return this.send(name, Uint8Array.of(BYTE.cell0 + cell));
  }

  /** The player in turn takes a cell. */
  async play(cell: Cell): Promise<void> {
    const name = this.inTurn;
    if (name === undefined) throw new Error('nobody is in turn');
    await this.move(name, cell);
    // Against the machine a surplus answer would be taken for the next one.
    const now = this.host.game === 'ttt-pve' || this.justEnded.length > 0;
    if (this.host.bench.exhaustive && now) await this.expectQuiet();
  }

  /** The player in turn tries an occupied cell. The player's next move shows whether that was ignored. */
  async tryOccupied(cell: Cell): Promise<void> {
    const { inTurn } = this;
    if (inTurn === undefined) return;
    await this.move(inTurn, cell);
    // Other scenarios try that.
    this.host.monitor.acquit();
  }

  /** Sends bytes in one piece, and expects the answers to all of them. */
  send(name: string, bytes: Uint8Array): Promise<void> {
    return this.sendPieces(name, [bytes]);
  }

  /** Sends bytes in several pieces, all before anything is received. */
  async sendPieces(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    await this.settleBefore(name);
    await this.act(name, async () => {
      for (const piece of pieces) {
        await this.host.player(name).send(piece);
        if (pieces.length > 1) await this.host.bench.pause(PIECE_GAP);
      }
    });
  }

  /** Joins a full game and sends bytes before anything is received. */
  async joinAndSend(name: string, bytes: Uint8Array): Promise<void> {
    await this.settleBefore(name);
    const player = this.host.player(name);
    await this.act(name, async () => {
      await player.join();
      await player.send(bytes);
      await player.discard(this.host.settleTime, millis(1000));
      await player.close();
    });
    this.unconfirmed = `${name}, gone`;
  }

  /** Does something that must change nothing. A control leaves it out. */
  async disturb(what: string, work: () => Promise<void>): Promise<void> {
    if (this.control) return;
    this.disturbance = what;
    await work();
    // What is charged to it shows by comparing with a game without it.
    this.host.monitor.acquit();
    // A fault shows in the same round; unless the board was empty, also in the first move of the next.
    const { board } = this.state;
    this.expires = this.ends.length + (board[0] + board[1] === 0 ? 1 : 2);
  }

  /** As {@link disturb}. Nobody may receive anything after it. */
  disturbQuietly(what: string, work: () => Promise<void>): Promise<void> {
    return this.disturb(what, async () => {
      await work();
      await this.expectQuiet();
    });
  }

  /** Judges that nobody receives anything for `span`. */
  async expectQuiet(span: Micros = this.host.settleTime): Promise<void> {
    await this.host.listen(span);
    this.unconfirmed = undefined;
    await this.judge();
  }

  /** Shuts the game down by the board's reset recipe. */
  async shutDown(): Promise<void> {
    const { bench, monitor, names } = this.host;
    await bench.reset();
    monitor.reset(bench.now());
    await this.act(undefined, () => Promise.resolve());
    for (const name of names) await this.closeRefused(name);
  }

  /** Before input on another link, waits until the server must have received the input before it. */
  private async settleBefore(name: string): Promise<void> {
    if (this.unconfirmed === undefined || this.unconfirmed === name) return;
    await this.host.bench.pause(this.host.settleTime);
    this.unconfirmed = undefined;
  }

  /** Does something, and waits for what is due to it. */
  private async act(name: string | undefined, work: () => Promise<unknown>): Promise<void> {
    const { host } = this;
    const before = this.ends.length;
    await work();
    const isDue = host.monitor.missingAt() !== undefined;
    await host.awaitDue();
    this.justEnded = this.ends.slice(before);
    if (name !== undefined) this.unconfirmed = isDue ? undefined : name;
    await this.judge();
    if (name !== undefined) await this.closeRefused(name);
    if (this.disturbance === undefined || this.ends.length === before || this.ends.length < this.expires)
      return;
    this.disturbance = undefined;
    this.recovered = true;
  }

  /** Who is refused is disconnected. Where the server does not do so, that was judged. */
  private async closeRefused(name: string): Promise<void> {
    const player = this.host.player(name);
    if (this.host.binding !== 'tcp' || !player.open || this.state.seats.includes(name)) return;
    await player.close();
    this.unconfirmed = `${name}, gone`;
  }

  private async judge(): Promise<void> {
    const { host, disturbance, state } = this;
    const { monitor } = host;
    const [judgement] = host.takeFaults();
    if (judgement === undefined && monitor.state !== undefined) {
      this.state = monitor.state;
      this.round = monitor.lastRound;
      return;
    }
    const evidence = host.evidence();
    // What came with it is no part of another game.
    await host.listen(host.settleTime);
    host.dropFaults();
    throw new FaultError({ judgement, state, disturbance }, evidence);
  }
}
