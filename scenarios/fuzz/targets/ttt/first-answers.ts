/**
 * The machine's answers to first moves, counted over the joins of one server (TTT-24). In 64 joins with the same first
 * cell, at least 4 of the 8 answers must occur.
 *
 *     join 4→1 leave  join 4→7 leave  …        how many of the 64 answers to 4 are different
 */
import type { Cell } from '../../../../protocols/ttt/message';
import { expect, type GameEvent, type GameState } from '../../../../protocols/ttt/rules';

export const JOINS = 64;
const LEAST_DIFFERENT = 4;
export const DIFFERENT = `at least ${LEAST_DIFFERENT} different answers to the same first move in ${JOINS} joins`;

export class FirstAnswers {
  private readonly answers = new Map<Cell, Cell[]>();
  /** Nobody has moved since the last join. */
  private joined = false;
  private first: Cell | undefined;

  /** An event of a player, and the game before it. */
  take(state: GameState, event: GameEvent): void {
    this.first = undefined;
    if (state.game !== 'ttt-pve' || !expect(state, event).effect) return;
    if (event.kind === 'move' && this.joined) this.first = event.cell;
    this.joined = event.kind === 'join';
  }

  /** The machine's cell. Returns the number of different ones, if it is too small. */
  addAnswer(cell: Cell): string | undefined {
    if (this.first === undefined) return undefined;
    const answers = [...(this.answers.get(this.first) ?? []), cell];
    const whole = answers.length === JOINS;
    this.answers.set(this.first, whole ? [] : answers);
    const different = new Set(answers).size;
    return whole && different < LEAST_DIFFERENT ? `${different} different` : undefined;
  }
}
