/**
 * Watches two Durak boards that play each other, from the cable between them.
 *
 * Each board is judged by its own wire: by what reached it and by what it sent. So a fault of the tap excuses and
 * blames nobody: a damaged packet must not be acknowledged, and a packet without its acknowledgement must come again.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { Side } from '../../../devices/tap/tap';
import { explain } from '../../../protocols/durak/fields';
import { DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { sameCards, winner, type Player } from '../../../protocols/durak/rules';
import { micros, type Micros } from '../../../protocols/time';
import { NOISE } from '../../../protocols/durak/monitor/findings';
import { DurakMonitor } from '../../../protocols/durak/monitor/monitor';
import type { PlayerJudge } from '../../../protocols/durak/monitor/player';
import { nameMeasurement, recordJudgement, type RecordOptions } from '../trace/monitor-trace';
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
  private boards: Readonly<Record<Side, DurakMonitor>>;
  /** The count before the boards were last switched on. */
  private countsBeforeRestart = 0;
  private damage: Damage = { deal: false, lastMove: false, lately: false };

  /** A board has sent a malformed packet: nothing that it sends after this can be judged. */
  private malformed: Record<Side, boolean> = { a: false, b: false };

  constructor(private readonly options: GameMonitorOptions) {
    this.boards = this.newMonitors(options.fresh ? micros(0) : undefined);
  }

  rx(side: Side, chunk: Chunk): void {
    this.boards[side].rx(chunk);
    this.record(side);
  }

  tx(side: Side, chunk: Chunk): void {
    this.boards[side].tx(chunk);
    this.record(side);
  }

  tick(side: Side, now: Micros): void {
    this.boards[side].tick(now);
    this.record(side);
  }

  get result(): GameResult | undefined {
    const [a, b] = [this.player('a').game, this.player('b').game];
    const [one, other] = [a && winner(a), b && winner(b)];
    if (a === undefined || b === undefined || one === undefined || other === undefined) return undefined;
    if (one !== other) return disagreement(`player ${one} has won for a, player ${other} for b`);
    if (!sameCards(a.cards, b.cards)) return disagreement('they hold different cards at the end');
    return this.won(one);
  }

  get deadlock(): Deadlock | undefined {
    const [a, b] = [this.player('a'), this.player('b')];
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
    return this.player('a').disputes || this.player('b').disputes ? DISPUTED : undefined;
  }

  get counts(): number {
    return this.countsBeforeRestart + this.player('a').counts + this.player('b').counts;
  }

  get unsettled(): boolean {
    return this.boards.a.board.unsettled || this.boards.b.board.unsettled;
  }

  restarted(now: Micros): void {
    this.countsBeforeRestart = this.counts;
    this.boards = this.newMonitors(now);
    this.damage = { deal: false, lastMove: false, lately: false };
  }

  finish(): void {
    for (const side of ['a', 'b'] as const) {
      const ledger = this.options.ledgers[side];
      const judged = ledger.scenarioStandings();
      const why = this.malformed[side]
        ? 'the board sent a malformed packet before'
        : 'nothing of it was seen in this game';
      for (const { id } of DURAK_REQUIREMENTS)
        if (!judged.has(id)) ledger.record(id, 'skip', { title: `board ${side}: ${NEVER.get(id) ?? why}` });
    }
  }

  private player(side: Side): PlayerJudge {
    return this.boards[side].board.player;
  }

  private record(side: Side): void {
    for (const judgement of this.boards[side].judgements()) {
      this.malformed[side] ||= judgement.kind === 'malformed';
      if (judgement.due === NOISE) this.options.note(side, 'noise', judgement.seen);
      else recordJudgement(judgement, this.recordOptions(side));
    }
  }

  private recordOptions(side: Side): RecordOptions {
    const { ledgers, exact } = this.options;
    return { ledger: ledgers[side], exact, link: side, side, fields: explain };
  }

  /** true: a board believes in an acknowledgement of a packet that the other board never got. */
  private acknowledgedUnreceived(side: Side): boolean {
    const { acknowledged } = this.boards[side].board;
    return (
      acknowledged !== undefined && !this.boards[side === 'a' ? 'b' : 'a'].board.hasReceived(acknowledged)
    );
  }

  /** A deck has reached a board. The cable may have made another good one of it. */
  private onDeck(side: Side, raw: Uint8Array): void {
    const other = this.boards[side === 'a' ? 'b' : 'a'].board;
    const player = this.player(side);
    if (other.hasSent(raw)) return;
    this.damage.lately = true;
    this.damage.deal ||= player.game === undefined;
    this.damage.lastMove ||= other.player.over && !player.over;
    this.options.note(side, 'forged', FORGED);
  }

  private newMonitors(startedAt: Micros | undefined): Record<Side, DurakMonitor> {
    const { ledgers, parameters, exact } = this.options;
    const watch = (side: Side): DurakMonitor => {
      const monitor = new DurakMonitor({
        parameters,
        infers: true,
        onPass: (clause, _kind, _request, measurement) => {
          if (measurement !== undefined)
            ledgers[side].measure(clause, nameMeasurement(measurement, side), !exact);
          ledgers[side].record(clause, 'pass', { title: '' });
        },
        onMove: (...move) => {
          this.damage.lately = false;
          this.options.onMove(side, ...move);
        },
        onDeck: (raw) => this.onDeck(side, raw),
      });
      if (startedAt !== undefined) monitor.reset(startedAt);
      return monitor;
    };
    return { a: watch('a'), b: watch('b') };
  }

  private won(player: Player): GameResult {
    const side = this.player('a').role === player ? 'a' : 'b';
    return { winner: side, reason: `player ${player} has won: board ${side}` };
  }
}

function disagreement(how: string): GameResult {
  return { winner: undefined, reason: `the boards disagree: ${how}` };
}

/** Clauses that no single game shows. */
const NEVER: ReadonlyMap<string, string> = new Map([
  ['DRK-HS-02', 'only five starts show whether the waiting time is random'],
  ['DRK-DL-02', 'only five deals show whether they differ'],
  ['DRK-LK-11', 'nobody cut a packet in two halves'],
  ['DRK-LK-12', 'no line of over 2048 bytes passed'],
  ['DRK-LK-13', 'no packet came slowly'],
]);
const FORGED = 'a fault made another good packet of it: nothing in the protocol can tell';
const CROSSED = 'the hellos crossed, and both boards are player 2';
const LOST_DEAL = 'a fault made another good packet of the deal, and no deal is sent twice';
const DISPUTED = 'each board takes the last move of the other for an illegal one, time after time';
const STALE_ACK =
  'the acknowledgement of an earlier copy came behind a packet that was lost, and was taken for its own';
const UNAWARE = 'does not know: a fault made another good packet of the last move';
