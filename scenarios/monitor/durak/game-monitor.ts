/**
 * Watches two Durak boards that play each other, from the cable between them.
 *
 * Each board is judged by its own wire: by what reached it and by what it sent. So a fault of the tap excuses and
 * blames nobody: a damaged packet must not be acknowledged, and a packet without its acknowledgement must come again.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { Side } from '../../../devices/tap/tap';
import { explain } from '../../../protocols/durak/fields';
import { sameCards, winner, type Player } from '../../../protocols/durak/rules';
import { micros, type Micros } from '../../../protocols/time';
import { BoardMonitor } from '../../oracle/durak/board-monitor';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { GameResult, GameMonitor, GameMonitorOptions, Deadlock } from '../tap/game-monitor';

export function createDurakGameMonitor(options: GameMonitorOptions): GameMonitor {
  return new DurakGameMonitor(options);
}

/** A fault made another good packet of a packet: the protocol cannot recover from that. */
interface Damage {
  deal: boolean;
  lastMove: boolean;
  /** It was after the last move: earlier damage is repaired. */
  lately: boolean;
}

class DurakGameMonitor implements GameMonitor {
  private boards: Readonly<Record<Side, BoardMonitor>>;
  /** The count before the boards were last switched on. */
  private countsBeforeRestart = 0;
  private damage: Damage = { deal: false, lastMove: false, lately: false };

  constructor(private readonly options: GameMonitorOptions) {
    this.boards = this.newBoardMonitors(options.fresh ? micros(0) : undefined);
  }

  rx(side: Side, chunk: Chunk): void {
    this.boards[side].rx(chunk);
  }

  tx(side: Side, chunk: Chunk): void {
    const other = this.boards[side === 'a' ? 'b' : 'a'];
    const { player } = this.boards[side];
    for (const raw of this.boards[side].tx(chunk)) {
      if (other.hasSent(raw)) continue;
      this.damage.lately = true;
      this.damage.deal ||= player.game === undefined;
      this.damage.lastMove ||= other.player.over && !player.over;
      this.options.note(side, 'forged', FORGED);
    }
  }

  tick(side: Side, now: Micros): void {
    this.boards[side].tick(now);
  }

  get result(): GameResult | undefined {
    const [a, b] = [this.boards.a.player.game, this.boards.b.player.game];
    const [one, other] = [a && winner(a), b && winner(b)];
    if (a === undefined || b === undefined || one === undefined || other === undefined) return undefined;
    if (one !== other) return disagreement(`player ${one} has won for a, player ${other} for b`);
    if (!sameCards(a.cards, b.cards)) return disagreement('they hold different cards at the end');
    return this.won(one);
  }

  get deadlock(): Deadlock | undefined {
    const [a, b] = [this.boards.a.player, this.boards.b.player];
    if (a.role === 2 && b.role === 2) return { kind: 'no-way-out', reason: CROSSED };
    const begun = [a, b].filter(({ game }) => game !== undefined);
    if (this.damage.deal && begun.length === 1) return { kind: 'no-way-out', reason: LOST_DEAL };
    const [over, ...rest] = [a, b].filter((player) => player.over);
    const won = over?.game === undefined || rest.length > 0 ? undefined : winner(over.game);
    if (this.damage.lastMove && won !== undefined) {
      const { winner: side, reason } = this.won(won);
      return {
        kind: 'ended',
        winner: side,
        reason: `${reason}; board ${over === a ? 'b' : 'a'} ${UNAWARE}`,
      };
    }
    if (this.damage.lately) return { kind: 'stuck', reason: FORGED };
    return this.acknowledgedUnreceived('a') || this.acknowledgedUnreceived('b')
      ? { kind: 'no-way-out', reason: STALE_ACK }
      : undefined;
  }

  get dispute(): string | undefined {
    const { a, b } = this.boards;
    return a.player.disputes || b.player.disputes ? DISPUTED : undefined;
  }

  get counts(): number {
    return this.countsBeforeRestart + this.boards.a.player.counts + this.boards.b.player.counts;
  }

  get unsettled(): boolean {
    return this.boards.a.unsettled || this.boards.b.unsettled;
  }

  restarted(now: Micros): void {
    this.countsBeforeRestart = this.counts;
    this.boards = this.newBoardMonitors(now);
    this.damage = { deal: false, lastMove: false, lately: false };
  }

  finish(): void {
    for (const side of ['a', 'b'] as const)
      this.boards[side].finish(this.options.ledgers[side].scenarioStandings());
  }

  /** true: a board believes in an acknowledgement of a packet that the other board never got. */
  private acknowledgedUnreceived(side: Side): boolean {
    const { acknowledged } = this.boards[side];
    return acknowledged !== undefined && !this.boards[side === 'a' ? 'b' : 'a'].hasReceived(acknowledged);
  }

  private newBoardMonitors(startedAt: Micros | undefined): Record<Side, BoardMonitor> {
    const { ledgers, parameters, exact } = this.options;
    const watch = (side: Side): BoardMonitor =>
      new BoardMonitor({
        recorder: new VerdictRecorder({ side, ledger: ledgers[side], exact, fields: explain }),
        parameters,
        startedAt,
        since: startedAt ?? micros(0),
        infers: true,
        recordsResets: true,
        moved: (...move) => {
          this.damage.lately = false;
          this.options.onMove(side, ...move);
        },
        note: (event, detail) => this.options.note(side, event, detail),
      });
    return { a: watch('a'), b: watch('b') };
  }

  private won(player: Player): GameResult {
    const side = this.boards.a.player.role === player ? 'a' : 'b';
    return { winner: side, reason: `player ${player} has won: board ${side}` };
  }
}

function disagreement(how: string): GameResult {
  return { winner: undefined, reason: `the boards disagree: ${how}` };
}

const FORGED = 'a fault made another good packet of it: nothing in the protocol can tell';
const CROSSED = 'the hellos crossed, and both boards are player 2';
const LOST_DEAL = 'a fault made another good packet of the deal, and no deal is sent twice';
const DISPUTED = 'each board takes the last move of the other for an illegal one, time after time';
const STALE_ACK =
  'the acknowledgement of an earlier copy came behind a packet that was lost, and was taken for its own';
const UNAWARE = 'does not know: a fault made another good packet of the last move';
