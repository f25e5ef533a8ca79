/** Whether a board's shuffles are random (STM-GM-06): it remembers the results for the same sent board. */
import type { Tile } from '../../../../protocols/stm/message';
import { SHUFFLES_PER_GAME } from '../../../../protocols/stm/rules';

const LEAST_TILES = 16;
const LEAST_KINDS = 8;
const GAMES = 5;

const kindsOf = (tiles: readonly Tile[]): string => tiles.map(({ kind }) => kind).join(' ');

export class RandomnessCheck {
  private sent = '';
  /** The results of this game, as long as every Shuffle sent the same board. */
  private results: string[] | undefined = [];
  private firstSent = '';
  private firsts: string[] = [];

  newGame(): void {
    this.results = [];
  }

  /** Takes a shuffle that was done; returns the error in its randomness, in words. */
  take(sent: readonly Tile[], dealt: readonly Tile[]): string | undefined {
    if (sent.length < LEAST_TILES || new Set(sent.map(({ kind }) => kind)).size < LEAST_KINDS) {
      this.results = undefined;
      return undefined;
    }
    const board = sent.map(({ x, y, z, kind }) => `${x},${y},${z},${kind}`).join(' ');
    if (this.results === undefined) return undefined;
    const first = this.results.length === 0;
    if (!first && board !== this.sent) this.results = undefined;
    this.sent = board;
    this.results?.push(kindsOf(dealt));
    const flaw = first ? this.firstOfGame(board, kindsOf(dealt)) : undefined;
    return flaw ?? this.game(kindsOf(sent));
  }

  private firstOfGame(board: string, result: string): string | undefined {
    if (board !== this.firstSent) this.firsts = [];
    this.firstSent = board;
    this.firsts.push(result);
    if (this.firsts.length < GAMES) return undefined;
    const last = this.firsts.slice(-GAMES);
    this.firsts = last;
    return new Set(last).size === 1 ? 'the first deals of five games were all equal' : undefined;
  }

  private game(sent: string): string | undefined {
    const { results } = this;
    if (results === undefined || results.length !== SHUFFLES_PER_GAME) return undefined;
    if (new Set(results).size < 2) return 'five deals of one board were all equal';
    if (results.filter((one) => one !== sent).length < 2)
      return 'of five deals of one board fewer than two differ from what was sent';
    return undefined;
  }
}
