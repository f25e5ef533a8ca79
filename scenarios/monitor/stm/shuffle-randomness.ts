/** Whether an STM board's shuffling is random, as far as the games of a trace can tell (STM-GM-06). */
import type { Tile } from '../../../protocols/stm/stm';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

const CLAUSE = 'STM-GM-06';
const LEAST = { kinds: 8, tiles: 16 } as const;
const IN_A_GAME = 5;
const GAMES = 5;

export class ShuffleRandomness {
  /** Of the game that is on: the board that was sent each time, and the results. */
  private sent: string | undefined;
  private results: string[] = [];
  private readonly firsts = new Map<string, string[]>();

  constructor(private readonly recorder: VerdictRecorder) {}

  /** Another game begins, or the trace has lost sight of this one. */
  begin(): void {
    this.sent = undefined;
    this.results = [];
  }

  shuffled(sent: readonly Tile[], dealt: readonly Tile[], first: boolean): void {
    if (new Set(sent.map(({ kind }) => kind)).size < LEAST.kinds || sent.length < LEAST.tiles)
      return this.begin();
    const board = key(sent);
    if (first) this.acrossGames(board, key(dealt));
    if (this.sent !== board || first) this.results = [];
    this.sent = board;
    this.results.push(key(dealt));
    if (this.results.length < IN_A_GAME) return;
    const differ = this.results.filter((result) => result !== board).length;
    this.recorder.check(CLAUSE, differ >= 2 && new Set(this.results).size >= 2, () => ({
      title: 'five shuffles of one board in one game',
      expected: 'two that differ from what was sent, and two from each other',
      seen: `${differ} that differ from what was sent, ${new Set(this.results).size} different`,
    }));
    this.begin();
  }

  private acrossGames(board: string, dealt: string): void {
    const firsts = this.firsts.get(board) ?? [];
    firsts.push(dealt);
    this.firsts.set(board, firsts);
    if (firsts.length < GAMES) return;
    this.recorder.check(CLAUSE, new Set(firsts).size > 1, () => ({
      title: `the first shuffles of ${GAMES} games, of one board`,
      expected: 'not all the same',
      seen: 'all the same',
    }));
    this.firsts.delete(board);
  }
}

function key(tiles: readonly Tile[]): string {
  return tiles.map(({ x, y, z, kind }) => `${x},${y},${z},${kind}`).join(' ');
}
