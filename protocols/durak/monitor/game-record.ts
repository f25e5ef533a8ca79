/** The game of a Durak board, step by step: no card of it is lost or made (DRK-PL-07). */
import { winner, type State } from '../rules';
import { CardCount } from './card-count';
import type { Findings } from './findings';

export class GameRecord {
  state: State | undefined;
  /** How often the cards were counted. */
  counts = 0;
  private cardCount = new CardCount();

  constructor(private readonly findings: Findings) {}

  get over(): boolean {
    return this.state !== undefined && winner(this.state) !== undefined;
  }

  begin(game: State): void {
    this.cardCount = new CardCount();
    this.goOn(game);
  }

  goOn(game: State): void {
    this.state = game;
    this.counts++;
    const wrong = this.cardCount.step(game.cards);
    if (wrong === undefined) return;
    const title = 'the cards after a move';
    this.findings.failOwn('DRK-PL-07', {
      kind: 'answer',
      title,
      expected: 'no card lost or made',
      seen: wrong,
    });
  }
}
