/** Judges what a game counts: its stock turn by turn, and at its end a pile per player and the scoreboard. */
import { DEALT, isSame, PACK, pointsIn, TIE_SCORE, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';

/** Writes down whether a clause holds. `due`: what is due, as a class, where several checks show one bug. */
export type Check = (clause: string, holds: boolean, seen: string, due?: string) => void;

/** An overlooked capture is one bug, whether it shows in the listed, accepted or refused captures. */
export const EVERY_CAPTURE = 'every capture is seen';

type Piles = readonly (readonly Card[])[];
type Row = Extract<Item, { kind: 'standing' }>;

/** Piles and names are in the order of play. */
export class Counts {
  /** How often the stock's count was shown, and a turned card. */
  turned = 0;
  private stock = 0;
  private readonly shown: (readonly Card[])[] = [];
  private tieScores = 0;
  private readonly rows: Row[] = [];

  constructor(
    private readonly players: Players,
    private readonly check: Check,
  ) {}

  /** A captured pile of the last screen. */
  judgePile(cards: readonly Card[], captured: Piles): void {
    const { check, shown } = this;
    const known = captured[shown.length] ?? [];
    shown.push(cards);
    const counts = `player ${shown.length} is shown ${cards.length} captured cards`;
    check('CT-PL-04', isSame(known, cards), `${counts}, ${known.length} were captured`);
    if (shown.length < this.players) return;
    const all = shown.flat();
    const { size } = new Set(all);
    check('CT-PL-04', size === PACK.length, `${size} of 52 cards are captured`);
    check('CT-DL-02', size === all.length, `${all.length} captured cards are ${size} different ones`);
  }

  judgeLine(line: Extract<Item, { kind: 'players' | 'tie' }>): void {
    const tie = TIE_SCORE[this.players];
    if (line.kind === 'players')
      return this.score(line.count === this.players, `the scoreboard is of ${line.count} players`);
    this.tieScores++;
    this.score(line.points === tie, `the tie score is ${line.points}, ${tie} is right`);
  }

  /** Two players may have the same name, so names and points are compared together. */
  judgeRow(row: Row, names: readonly string[], captured: Piles): void {
    const { players, rows } = this;
    const right = row.points - TIE_SCORE[players];
    const detail = `${row.points} points are ${row.difference} from the tie score, ${right} is right`;
    this.score(row.difference === right, detail);
    rows.push(row);
    if (rows.length !== players) return;
    const text = (name: string, points: number): string => `${name.trim()}: ${points}`;
    const shown = rows.map(({ name, points }) => text(name, points)).sort();
    const known = captured.map((cards, i) => text(names[i] ?? '', pointsIn(cards, players))).sort();
    const detailOfAll = `the scoreboard says ${shown.join(', ')}; the captured cards say ${known.join(', ')}`;
    this.score(shown.join() === known.join(), detailOfAll);
  }

  judgeStock(remaining: number, turn: number): void {
    this.stock++;
    const right = DEALT - turn;
    const detail = `${remaining} cards remain in turn ${turn + 1}, ${right} are right`;
    if (turn === 0) this.check('CT-DL-01', remaining === right, detail);
    this.check('CT-DL-02', remaining === right, detail);
  }

  /** The last screen is complete. */
  judgeWhole(turn: number): void {
    const { check, rows, tieScores, stock, turned } = this;
    this.score(rows.length === this.players, `${rows.length} rows are on the scoreboard`);
    this.score(tieScores === 1, `the tie score is printed ${tieScores} times`);
    if (turn !== DEALT - 1) return;
    check('CT-DL-02', stock === DEALT, `the stock's count was printed ${stock} times in 24 turns`);
    check('CT-PL-03', turned === DEALT, `${turned} cards were turned in 24 turns`);
  }

  private score(holds: boolean, detail: string): void {
    this.check('CT-SC-01', holds, detail);
  }
}
