/**
 * Two boards that play each other, from the cable between them. Each is judged by what reached it and by what it sent: a fault of the tap
 * excuses and blames nobody.
 */
import type { Deadlock, GameMonitor, GameResult, TapMaker } from '../../api/index';
import { sameCards, winner, type Player } from './game/game';
import { judge } from './game/judge';
import { isOver, waitingOf, withNotes, type DurakState } from './state';

type Side = 'a' | 'b';
type Boards = Parameters<TapMaker<DurakState>>[0];
type Options = Parameters<TapMaker<DurakState>>[1];

/** Last states without a move between them. Damaged packets alone do not cause this many. */
const DISPUTE = 12;

/** A fault made another good packet of a packet: the protocol cannot recover from that. `lately`: after the last move. */
const UNDAMAGED = { deal: false, lastMove: false, lately: false };

export const tap: TapMaker<DurakState> = (boards, options) => new DurakGame(boards, options);

class DurakGame implements GameMonitor {
  private damage = UNDAMAGED;
  private countsBefore = 0;

  constructor(
    private readonly boards: Boards,
    private readonly options: Options,
  ) {
    if (options.fresh) return;
    for (const board of [boards.a, boards.b]) board.assume(withNotes(board.state, { infers: true }));
  }

  rx(side: Side, chunk: Parameters<GameMonitor['rx']>[1]): void {
    const before = this.boards[side].state;
    this.boards[side].rx(chunk);
    this.tellMove(side, before, chunk.notAfter);
  }

  tx(side: Side, chunk: Parameters<GameMonitor['tx']>[1]): void {
    const before = this.boards[side].state;
    this.boards[side].tx(chunk);
    const { receivedKeys, lastDeck } = this.boards[side].state.notes;
    if (receivedKeys === before.notes.receivedKeys || lastDeck === before.notes.lastDeck) return;
    this.hearDeck(side, before, receivedKeys.at(-1) ?? '');
  }

  tick(side: Side, now: Parameters<GameMonitor['tick']>[1]): void {
    this.boards[side].tick(now);
  }

  get result(): GameResult | undefined {
    const [a, b] = [this.boards.a.state.game, this.boards.b.state.game];
    const [one, other] = [a && winner(a), b && winner(b)];
    if (a === undefined || b === undefined || one === undefined || other === undefined) return undefined;
    if (one !== other) return disagreement(`player ${one} has won for a, player ${other} for b`);
    return sameCards(a.cards, b.cards) ? this.won(one) : disagreement('they hold different cards at the end');
  }

  get deadlock(): Deadlock | undefined {
    const [a, b] = [this.boards.a.state, this.boards.b.state];
    if (a.role === 2 && b.role === 2) return { kind: 'no-way-out', reason: CROSSED };
    const isHalfBegun = (a.game === undefined) !== (b.game === undefined);
    if (this.damage.deal && isHalfBegun) return { kind: 'no-way-out', reason: LOST_DEAL };
    const [over, ...rest] = [a, b].filter(isOver);
    const won = over?.game === undefined || rest.length > 0 ? undefined : winner(over.game);
    if (this.damage.lastMove && won !== undefined) {
      const { winner: side, reason } = this.won(won);
      const unaware = `${reason}; board ${over === a ? 'b' : 'a'} ${UNAWARE}`;
      return { kind: 'ended', winner: side, reason: unaware };
    }
    if (this.damage.lately) return { kind: 'stuck', reason: FORGED };
    return believesWrongly(a, b) || believesWrongly(b, a)
      ? { kind: 'no-way-out', reason: STALE_ACK }
      : undefined;
  }

  get dispute(): string | undefined {
    const { a, b } = this.boards;
    return [a, b].some(({ state }) => state.notes.statements >= DISPUTE) ? DISPUTED : undefined;
  }

  get counts(): number {
    return this.countsBefore + this.boards.a.state.notes.counts + this.boards.b.state.notes.counts;
  }

  get unsettled(): boolean {
    return [this.boards.a, this.boards.b].some(
      ({ state }) => state.notes.pending.length > 0 || waitingOf(state) !== undefined,
    );
  }

  restarted(now: Parameters<GameMonitor['restarted']>[0]): void {
    this.countsBefore = this.counts;
    this.damage = UNDAMAGED;
    this.boards.a.restart(now);
    this.boards.b.restart(now);
  }

  finish(): void {
    for (const board of [this.boards.a, this.boards.b]) {
      const why = board.hasFailedForm ? MALFORMED : 'nothing of it was seen in this game';
      board.finish((clause) => NEVER[clause] ?? why);
    }
  }

  private tellMove(side: Side, before: DurakState, at: Parameters<Options['onMove']>[2]): void {
    const { game, role } = this.boards[side].state;
    if (game === undefined || role === undefined || game === before.game) return;
    this.damage = { ...this.damage, lately: false };
    if (before.game === undefined) return this.options.onMove(side, role, at, 'deals');
    const judged = judge(before.game, game.cards);
    if (judged.legal) this.options.onMove(side, role, at, judged.move.text);
  }

  /** A deck has reached a board. The cable may have made another good one of it. */
  private hearDeck(side: Side, before: DurakState, key: string): void {
    const other = this.boards[side === 'a' ? 'b' : 'a'].state;
    if (other.notes.sentKeys.includes(key)) return;
    this.damage = {
      deal: this.damage.deal || before.game === undefined,
      lastMove: this.damage.lastMove || (isOver(other) && !isOver(before)),
      lately: true,
    };
    this.options.note(side, 'forged', FORGED);
  }

  private won(player: Player): GameResult {
    const side = this.boards.a.state.role === player ? 'a' : 'b';
    return { winner: side, reason: `player ${player} has won: board ${side}` };
  }
}

/** It believes in an acknowledgement of a packet that the other board never got. */
function believesWrongly({ own }: DurakState, other: DurakState): boolean {
  return own?.standing === 'acked' && !other.notes.receivedKeys.includes(own.key);
}

function disagreement(how: string): GameResult {
  return { winner: undefined, reason: `the boards disagree: ${how}` };
}

/** Clauses that no single game shows. */
const NEVER: Readonly<Record<string, string>> = {
  'DRK-HS-02': 'only five starts show whether the waiting time is random',
  'DRK-DL-02': 'only five deals show whether they differ',
  'DRK-LK-11': 'nobody cut a packet in two halves',
  'DRK-LK-12': 'no line of over 2048 bytes passed',
  'DRK-LK-13': 'no packet came slowly',
};
const MALFORMED = 'the board sent a malformed packet before';
const FORGED = 'a fault made another good packet of it: nothing in the protocol can tell';
const CROSSED = 'the hellos crossed, and both boards are player 2';
const LOST_DEAL = 'a fault made another good packet of the deal, and no deal is sent twice';
const DISPUTED = 'each board takes the last move of the other for an illegal one, time after time';
const STALE_ACK =
  'the acknowledgement of an earlier copy came behind a packet that was lost, and was taken for its own';
const UNAWARE = 'does not know: a fault made another good packet of the last move';
