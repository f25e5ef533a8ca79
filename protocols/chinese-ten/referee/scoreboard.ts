/** Judges the end of a game: compares a pile per player and the scoreboard with the captured cards. */
import { PACK, pointsIn, TIE_SCORE, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';

/** Writes down whether a clause holds. `detail`: what was seen. */
type Check = (clause: string, holds: boolean, detail: string) => void;
type Line = Extract<Item, { kind: 'players' | 'tie' | 'standing' }>;

export class Scoreboard {
  /** The captured piles as they are shown, in the order of play. */
  private readonly piles: (readonly Card[])[] = [];
  private tieScores = 0;
  private readonly standings: Extract<Item, { kind: 'standing' }>[] = [];

  /** `names` and `captured` in the order of play. */
  constructor(
    private readonly players: Players,
    private readonly names: readonly string[],
    private readonly captured: readonly (readonly Card[])[],
    private readonly check: Check,
  ) {}

  /** A captured pile of the last screen. */
  judgePile(cards: readonly Card[]): void {
    const { check, piles } = this;
    const known = this.captured[piles.length] ?? [];
    piles.push(cards);
    const isSame = known.length === cards.length && known.every((card) => cards.includes(card));
    const shown = `player ${piles.length} is shown ${cards.length} captured cards`;
    check('CT-PL-04', isSame, `${shown}, ${known.length} were captured`);
    if (piles.length < this.players) return;
    const all = piles.flat();
    const { size } = new Set(all);
    check('CT-PL-04', size === PACK.length, `${size} of 52 cards are captured`);
    check('CT-DL-02', size === all.length, `${all.length} captured cards are ${size} different ones`);
  }

  judgeLine(line: Line): void {
    const { players, standings } = this;
    const tie = TIE_SCORE[players];
    if (line.kind === 'players') {
      this.score(line.count === players, `the scoreboard is of ${line.count} players`);
    } else if (line.kind === 'tie') {
      this.tieScores++;
      this.score(line.points === tie, `the tie score is ${line.points}, ${tie} is right`);
    } else {
      standings.push(line);
      const { points, difference } = line;
      const detail = `${points} points are ${difference} from the tie score, ${points - tie} is right`;
      this.score(difference === points - tie, detail);
      if (standings.length === players) this.judgeAllRows();
    }
  }

  /** The last screen is complete. */
  judgeWhole(): void {
    const { standings, tieScores } = this;
    this.score(standings.length === this.players, `${standings.length} rows are on the scoreboard`);
    this.score(tieScores === 1, `the tie score is printed ${tieScores} times`);
  }

  /** Two players may have the same name, so names and points are compared together. */
  private judgeAllRows(): void {
    const row = (name: string, points: number): string => `${name.trim()}: ${points}`;
    const shown = this.standings.map(({ name, points }) => row(name, points)).sort();
    const right = this.captured.map((cards, i) => row(this.names[i] ?? '', pointsIn(cards, this.players)));
    const [rows, known] = [shown.join(', '), right.sort().join(', ')];
    this.score(rows === known, `the scoreboard says ${rows}; the captured cards say ${known}`);
  }

  private score(holds: boolean, detail: string): void {
    this.check('CT-SC-01', holds, detail);
  }
}
