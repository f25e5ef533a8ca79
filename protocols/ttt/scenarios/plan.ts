/**
 * What players do in a sitting, as steps of the host. Of two players the game is known before; against the machine each move is chosen
 * when its time comes.
 */
import { millis, type HostStep } from '../../../api/index';
import { EMPTY, isEmptyCell, LINES, linesIn, other, place, emptyCells, type Side } from '../board';
import { endOf, freshGame, seatsOf, type GameState, type PlayerId } from '../game';
import { BYTE, CELLS, type Binding, type Cell, type PlayerMessage } from '../message';
import { NO_ROUND, type LastRound, type TttState } from '../state';

export type Step = HostStep<PlayerMessage, TttState>;
/** Chooses the cell of a move; undefined: no move is made. */
export type Choose = (game: GameState, round: LastRound) => Cell | undefined;

/** What is too much has come by then. */
const SHORT: Step = { quiet: millis(10) };

export class Plan {
  readonly steps: Step[] = [];
  /** The game by the rules; against the machine, only who is seated. */
  game: GameState;
  /** The round before, of two players. */
  round: LastRound = NO_ROUND;

  constructor(
    kind: GameState['game'],
    private readonly binding: Binding,
    readonly links: readonly PlayerId[],
  ) {
    this.game = freshGame(kind);
  }

  get isMachine(): boolean {
    return this.game.game === 'ttt-pve';
  }

  /** Whose turn it is. */
  get mover(): PlayerId {
    const { seats, turn } = this.game;
    return (this.isMachine ? seats[0] : seats[turn]) ?? '';
  }

  /** Cells that are taken. Against the machine that is not known. */
  get cells(): number {
    return CELLS.length - emptyCells(this.game.board).length;
  }

  /** Of two seated players the one who is not in turn. */
  get other(): PlayerId | undefined {
    return this.game.seats.find((seat) => seat !== this.mover);
  }

  /** Somebody without a seat. */
  get stranger(): PlayerId | undefined {
    return this.links.find((link) => !this.game.seats.includes(link));
  }

  join(link: PlayerId | undefined, rest: readonly number[] = []): this {
    const { seats, game } = this.game;
    const isTaken = link === undefined || seats.includes(link) || seats.length === seatsOf(game);
    if (!isTaken) this.begin([...seats, link], seats.length === 1 ? 1 : 0);
    return this.visit('open', link, BYTE.join, rest);
  }

  leave(link: PlayerId | undefined, rest: readonly number[] = []): this {
    const { seats } = this.game;
    if (link !== undefined && seats.includes(link))
      this.begin(
        seats.filter((seat) => seat !== link),
        0,
      );
    return this.visit('close', link, BYTE.leave, rest);
  }

  private begin(seats: readonly PlayerId[], turn: Side): void {
    this.game = { ...freshGame(this.game.game), seats, turn };
    this.round = NO_ROUND;
  }

  private visit(
    dial: 'open' | 'close',
    link: PlayerId | undefined,
    byte: number,
    rest: readonly number[],
  ): this {
    if (this.binding !== 'tcp') return this.send(link, [byte, ...rest]);
    if (link !== undefined) this.steps.push({ dial, link });
    return this;
  }

  /** Players join until all seats are taken. */
  seat(order: readonly PlayerId[] = this.links): this {
    for (const link of order.slice(0, seatsOf(this.game.game))) this.join(link);
    return this;
  }

  /** Bytes that must change nothing, in one piece. */
  send(link: PlayerId | undefined, bytes: readonly number[] | Uint8Array): this {
    const piece = Uint8Array.from(bytes);
    if (link === undefined) return this;
    // Steps whose bytes are made are writes of their own.
    this.steps.push(piece.length === 0 ? { bytes: piece, link } : { make: () => piece, link });
    return this;
  }

  /** Each byte in a piece of its own. */
  sendEach(link: PlayerId | undefined, bytes: readonly number[] | Uint8Array): this {
    for (const byte of bytes) this.send(link, [byte]);
    return this;
  }

  /** What is too much shows before the next step. */
  quiet(span = SHORT): this {
    this.steps.push(span);
    return this;
  }

  /** The player in turn moves. */
  move(choose: Choose = lineless, rest: readonly number[] = []): this {
    const { board, turn } = this.game;
    if (this.isMachine) return this.attempt(this.mover, choose, rest);
    const cell = choose(this.game, this.round);
    if (cell === undefined) return this;
    this.attempt(this.mover, () => cell, rest);
    const end = endOf(board, turn, cell);
    const next = place(board, turn, cell);
    if (end !== undefined)
      this.round = { isLater: true, previous: next, opening: undefined, end, left: EMPTY };
    this.game = { ...this.game, board: end === undefined ? next : EMPTY, turn: other(turn) };
    return this;
  }

  moves(count: number, choose?: Choose): this {
    for (let n = 0; n < count; n++) this.move(choose);
    return this;
  }

  /** The player in turn tries an occupied cell, if there is one: it is ignored. */
  tryOccupied(nth = 0): this {
    return this.attempt(this.mover, ({ board }) => {
      const cells = CELLS.filter((cell) => !isEmptyCell(board, cell));
      return cells[nth % Math.max(1, cells.length)];
    });
  }

  /** The player who is not in turn tries an empty cell. */
  attemptOutOfTurn(): this {
    return this.other === undefined ? this : this.attempt(this.other, lineless);
  }

  /** Of two players the cell is chosen now. */
  private attempt(link: PlayerId, choose: Choose, rest: readonly number[] = []): this {
    const { game, round, isMachine } = this;
    this.steps.push({
      make: ({ table, notes }) => {
        const cell = isMachine ? table && choose(table, notes.round) : choose(game, round);
        return cell === undefined ? undefined : Uint8Array.of(BYTE.cell0 + cell, ...rest);
      },
      link,
    });
    return this;
  }

  /** Plays rounds to their end, each opened with a cell of the last one. */
  rounds(count: number, choose: Choose = towardsLine): this {
    for (let n = 0; n < count; n++) {
      if (!this.isMachine) {
        const before = this.round;
        while (this.round === before) this.move(choose);
      } else this.machineRound(choose);
      this.quiet();
    }
    return this;
  }

  /** The round goes on until it ends: what is left of its moves is left out. */
  private machineRound(choose: Choose): void {
    let begun: LastRound | undefined;
    let isFirst = true;
    const once: Choose = (game, round) => {
      if (isFirst) begun = round;
      isFirst = false;
      return round === begun ? choose(game, round) : undefined;
    };
    for (let n = 0; n < CELLS.length; n++) this.move(once);
  }

  /** The present round to its end, without a line if possible. */
  finish(): this {
    return this.tryOccupied().rounds(1, lineless);
  }
}

/**
 * The cells to choose from. In the first move of a round: those that were taken when the last round ended, if there are such. They
 * show whether the board was emptied.
 */
export function openingCells({ board }: GameState, { isLater, previous }: LastRound): readonly Cell[] {
  const empty = emptyCells(board);
  if (!isLater || empty.length < CELLS.length - 1) return empty;
  const again = empty.filter((cell) => !isEmptyCell(previous, cell));
  return again.length > 0 ? again : empty;
}

/** A cell that makes no line of the player, if there is one: the lowest. */
export const lineless: Choose = (game, round) => linelessOf(game, round)[0];
export const highest: Choose = (game, round) => linelessOf(game, round).at(-1);

function linelessOf(game: GameState, round: LastRound): readonly Cell[] {
  const { board, turn } = game;
  const empty = openingCells(game, round);
  const harmless = empty.filter((cell) => linesIn(place(board, turn, cell)[turn]).length === 0);
  return harmless.length > 0 ? harmless : empty;
}

/** A cell in the middle, so that those at both ends stay empty. */
export const middle: Choose = (game, round) => {
  const cells = linelessOf(game, round);
  return [4, 3, 5, 1, 7].find((cell): cell is Cell => cells.some((one) => one === cell)) ?? cells[0];
};

/** This cell, if it is empty. */
export function wanted(cell: Cell): Choose {
  return (game, round) => (isEmptyCell(game.board, cell) ? cell : lineless(game, round));
}

/** A cell of the line with most of the player's own cells and none of the other's. */
const towardsLine: Choose = (game, round) => {
  const { board, turn } = game;
  const empty = openingCells(game, round);
  const [own, theirs] = turn === 0 ? board : [board[1], board[0]];
  const count = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
  const open = LINES.filter(({ mask }) => (mask & theirs) === 0).sort(
    (a, b) => count(b.mask & own) - count(a.mask & own),
  );
  return open.flatMap(({ cells }) => cells.filter((one) => empty.includes(one)))[0] ?? empty[0];
};
