/**
 * Which clause a server breaks that sends something else than is due. What goes wrong after input that must change nothing is charged to
 * the clause of that input, until a good move shows that the game is as before.
 *
 *     third joins: F    second moves: silence    the turn passed when the third joined (TTT-30)
 */
import { EMPTY, emptyCells, isEmptyCell, place, type Board } from '../board';
import { BYTE, cellOf, type Cell } from '../message';
import type { Followed, GameEvent, GameState } from '../rules';
import { OCCUPIED, OUT_OF_TURN } from './labels';
import type { LastRound, PendingDelivery, PlayedTurn, Suspect } from './turn';

const NO_ROUND: LastRound = { isLater: false, previous: EMPTY, opening: undefined };

/** The clause of an event, by the game before it. */
export function clauseOfEvent(state: GameState, event: GameEvent, effect: boolean, ends: boolean): string {
  const { game, seats } = state;
  const pve = game === 'ttt-pve';
  switch (event.kind) {
    case 'join':
      return pve ? 'TTT-20' : 'TTT-30';
    case 'leave':
      if (!effect) return 'TTT-35';
      if (pve) return 'TTT-23';
      return seats.length === 1 ? 'TTT-34' : 'TTT-33';
    case 'invalid':
      return 'TTT-04';
    case 'shutdown':
      return 'TTT-40';
    case 'move':
      if (!effect) return 'TTT-04';
      if (ends) return pve ? 'TTT-22' : 'TTT-10';
      return pve ? 'TTT-21' : 'TTT-32';
  }
}

/** The clause of a turn. A datagram that is longer than its message is the matter of one alone. */
export function chargeOf({ rest, clause }: PlayedTurn): string {
  return rest ? 'TTT-02' : clause;
}

export class Circumstances {
  suspect: Suspect | undefined;
  /** Turns since the last good move, by class, that must change nothing or that ended a game. */
  private readonly tried = new Map<string, Suspect>();
  /** Classes of input that the server was seen to ignore. If it takes such input, it has another game. */
  private readonly ignored = new Set<string>();
  round: LastRound = NO_ROUND;
  /** The machine's answer to the last move ended the round. */
  private machineEnded = false;

  clear(): void {
    this.acquit();
    this.tried.clear();
    this.begin();
  }

  played(turn: PlayedTurn): void {
    if (turn.effect && turn.event?.kind !== 'leave' && turn.event?.kind !== 'shutdown') return;
    const { trigger, write, player } = turn;
    this.suspect = { trigger, clause: chargeOf(turn), write, player };
    this.tried.set(trigger, this.suspect);
  }

  followed({ before, event, effect }: PlayedTurn, { ended }: Followed, machine: Cell | undefined): void {
    if (!effect || event === undefined) return;
    if (event.kind !== 'move') return this.begin();
    const [end] = ended;
    this.machineEnded = before.game === 'ttt-pve' && end?.by === 1;
    if (end === undefined) return;
    const board = place(before.board, before.turn, event.cell);
    const isByMachine = this.machineEnded && machine !== undefined;
    this.round = {
      isLater: true,
      previous: isByMachine ? place(board, 1, machine) : board,
      opening: isByMachine ? undefined : machine,
    };
  }

  /** A cell came that was due to this turn: the game is as it should be. Returns the clauses that were kept by what was before. */
  confirmed({ write }: PlayedTurn): readonly string[] {
    if (this.tried.size === 0) return [];
    // In one write, the answer to a move may belong to another event.
    if (this.suspect?.write !== write) this.acquit();
    const kept = [...this.tried.values()].filter((one) => one.write !== write);
    for (const { trigger } of kept) {
      this.ignored.add(trigger);
      this.tried.delete(trigger);
    }
    return kept.map(({ clause }) => clause);
  }

  /** What was done before explains nothing that comes: somebody else judges it. */
  acquit(): void {
    this.suspect = undefined;
  }

  /** The clauses that the right answer to a turn keeps. */
  kept({ event, before, clause, ends, round }: PlayedTurn): readonly string[] {
    if (event?.kind !== 'move') return [clause];
    const pve = before.game === 'ttt-pve';
    const isFirst = !pve && !round.isLater && isEmptyBoard(before.board);
    return [
      clauseOfMove(before),
      'TTT-12',
      ...(ends || this.machineEnded ? [pve ? 'TTT-22' : 'TTT-32', 'TTT-10'] : []),
      ...(isFirst ? ['TTT-31'] : []),
    ];
  }

  /** Nothing came. */
  missing({ delivery, turn }: PendingDelivery): string {
    const { event, before, player, alone, rest, clause, round, suspect } = turn;
    if (delivery.kind === 'end') return 'TTT-05';
    if (event === undefined || event.kind === 'shutdown') return clause;
    if (rest) return 'TTT-02';
    if (!alone) return 'TTT-42';
    // Whoever comes after another is answered in any case: P, or F if that one's leave was missed.
    const isOfJoin = clause === 'TTT-20' && suspect?.clause === 'TTT-23' && suspect.player !== player;
    if (suspect !== undefined && !isOfJoin) return suspect.clause;
    if (event.kind !== 'move') return clause;
    if (before.game === 'ttt-pve') {
      // The machine takes the ninth cell: no cell of an earlier board is left.
      const isLast = emptyCells(before.board).length === 2;
      return clause === 'TTT-21' && !isLast && wasTaken(round, event.cell) ? 'TTT-10' : clause;
    }
    if (wasTaken(round, event.cell)) return 'TTT-10';
    if (!isEmptyBoard(before.board)) return 'TTT-32';
    return round.isLater ? 'TTT-12' : 'TTT-31';
  }

  /** The connection ended instead of `due`, after this turn. */
  ended(turn: PlayedTurn | undefined, due: PendingDelivery | undefined): string {
    if (turn?.event?.kind === 'shutdown') return turn.clause;
    const isRefusal = turn?.event?.kind === 'join' && !turn.effect;
    return due === undefined || isRefusal ? 'TTT-05' : this.missing(due);
  }

  /** This byte came instead. */
  wrong({ delivery, turn }: PendingDelivery, byte: number): string {
    const { event, before, rest, clause, ends, round, suspect } = turn;
    if (event?.kind === 'shutdown') return clause;
    if (before.game === 'ttt-pve' && byte === BYTE.wait) return 'TTT-23';
    if (rest) return 'TTT-02';
    if (suspect !== undefined && delivery.kind !== 'end') return suspect.clause;
    if (event?.kind !== 'move') return clause;
    const cell = cellOf(byte);
    if (cell === undefined) return ends ? 'TTT-10' : clauseOfMove(before);
    return cell === round.opening ? 'TTT-22' : clauseOfMove(before);
  }

  /** This byte came, and nothing was due. `last`: what was done last. */
  unasked(last: PlayedTurn | undefined, byte: number): string {
    if (last === undefined) return 'TTT-40';
    const { event, before, effect, rest, clause, ends } = last;
    if (before.game === 'ttt-pve' && byte === BYTE.wait) return 'TTT-23';
    const cell = cellOf(byte);
    const own = event?.kind === 'move' && !effect && (before.game === 'ttt-pve' || cell === event.cell);
    if (rest && !(own && cell !== undefined)) return 'TTT-02';
    if (event?.kind !== 'move') return clause;
    if (!effect) return cell === undefined ? clause : this.accepted(last, event.cell);
    if (cell === undefined) return ends || this.machineEnded ? 'TTT-10' : clauseOfMove(before);
    return this.machineEnded ? 'TTT-22' : clauseOfMove(before);
  }

  /** A move that must be ignored was not. */
  private accepted(last: PlayedTurn, cell: Cell): string {
    const { before, trigger, clause, round, suspect } = last;
    if (trigger !== OCCUPIED && trigger !== OUT_OF_TURN) return clause;
    if (suspect !== undefined) return suspect.clause;
    if (trigger === OCCUPIED && cell === round.opening) return 'TTT-22';
    if (!this.ignored.has(trigger)) return clause;
    if (trigger === OCCUPIED) return 'TTT-10';
    return !round.isLater && isEmptyBoard(before.board) ? 'TTT-31' : 'TTT-12';
  }

  /** Somebody has joined or left: it is another game. */
  private begin(): void {
    this.round = NO_ROUND;
    this.machineEnded = false;
  }
}

function wasTaken({ previous }: LastRound, cell: Cell): boolean {
  return !isEmptyCell(previous, cell);
}

function isEmptyBoard([a, b]: Board): boolean {
  return a + b === 0;
}

function clauseOfMove({ game }: GameState): string {
  return game === 'ttt-pve' ? 'TTT-21' : 'TTT-32';
}
