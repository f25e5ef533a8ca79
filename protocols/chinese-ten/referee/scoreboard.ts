/** Judges the end of a game: compares a pile per player and the scoreboard with the captured cards. */
import { ALL_POINTS, pointsIn, TIE_SCORE, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';
import type { RuleChecks } from './rule-check';

type Line = Extract<Item, { kind: 'players' | 'tie' | 'standing' }>;

export class Scoreboard {
  /** The captured piles as they are shown, in the order of play. */
  private readonly piles: (readonly Card[])[] = [];
  private tieScores = 0;
  private readonly standings: Extract<Item, { kind: 'standing' }>[] = [];

  constructor(
    private readonly players: Players,
    private readonly checks: RuleChecks,
  ) {}

  /** A captured pile of the last screen. */
  judgePile(cards: readonly Card[], captured: readonly (readonly Card[])[]): void {
    const known = captured[this.piles.length] ?? [];
    this.piles.push(cards);
    const same = known.length === cards.length && known.every((card) => cards.includes(card));
    const detail = `player ${this.piles.length} is shown ${cards.length} captured cards, ${known.length} were captured`;
    this.checks.add('CT-PL-04', same, detail);
    if (this.piles.length < this.players) return;
    const all = this.piles.flat();
    const { size } = new Set(all);
    this.checks.add('CT-PL-04', size === 52, `${size} of 52 cards are captured`);
    this.checks.add(
      'CT-DL-02',
      size === all.length,
      `${all.length} captured cards are ${size} different ones`,
    );
  }

  /** A line of the scoreboard; `names` and `captured` in the order of play. */
  judgeLine(line: Line, names: readonly string[], captured: readonly (readonly Card[])[]): void {
    const { players } = this;
    const tie = TIE_SCORE[players];
    if (line.kind === 'players') {
      this.check(line.count === players, `the scoreboard is of ${line.count} players`);
    } else if (line.kind === 'tie') {
      this.tieScores++;
      this.check(line.points === tie, `the tie score is ${line.points}, ${tie} is right`);
    } else {
      this.standings.push(line);
      const right = line.points - tie;
      const detail = `${line.points} points are ${line.difference} from the tie score, ${right} is right`;
      this.check(line.difference === right, detail);
      if (this.standings.length === players) this.judgeAllRows(names, captured);
    }
  }

  /** The last screen is complete. */
  judgeWhole(): void {
    this.check(this.standings.length === this.players, `${this.standings.length} rows are on the scoreboard`);
    this.check(this.tieScores === 1, `the tie score is printed ${this.tieScores} times`);
  }

  /** Two players may have the same name, so names and points are compared together. */
  private judgeAllRows(names: readonly string[], captured: readonly (readonly Card[])[]): void {
    const shown = this.standings.map(({ name, points }) => `${name.trim()}: ${points}`).sort();
    const right = captured
      .map((cards, i) => `${(names[i] ?? '').trim()}: ${pointsIn(cards, this.players)}`)
      .sort();
    const same = shown.every((row, i) => row === right[i]);
    this.check(same, `the scoreboard says ${shown.join(', ')}; the captured cards say ${right.join(', ')}`);
    const sum = this.standings.reduce((total, { points }) => total + points, 0);
    const all = ALL_POINTS[this.players];
    this.check(sum === all, `the points of all come to ${sum}, ${all} is right`);
  }

  private check(holds: boolean, detail: string): void {
    this.checks.add('CT-SC-01', holds, detail);
  }
}
