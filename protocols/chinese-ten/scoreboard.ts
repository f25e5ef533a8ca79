/** The end of a game: a pile per player, then the scoreboard, held against the cards that were captured. */
import { ALL_POINTS, pointsIn, TIE_SCORE, type Card, type Players } from './cards';
import type { Finding } from './finding';
import type { Item } from './item';

type Line = Extract<Item, { kind: 'players' | 'tie' | 'standing' }>;

export class Scoreboard {
  /** The captured piles as they are shown, in the order of play. */
  private readonly piles: (readonly Card[])[] = [];
  private readonly standings: Extract<Item, { kind: 'standing' }>[] = [];

  constructor(private readonly players: Players) {}

  /** A captured pile of the last screen. */
  pile(cards: readonly Card[], captured: readonly (readonly Card[])[]): readonly Finding[] {
    const known = captured[this.piles.length] ?? [];
    this.piles.push(cards);
    const same = known.length === cards.length && known.every((card) => cards.includes(card));
    const findings = [
      finding(
        'CT-PL-04',
        same,
        `player ${this.piles.length} is shown ${cards.length} captured cards, ${known.length} were captured`,
      ),
    ];
    if (this.piles.length < this.players) return findings;
    const all = new Set(this.piles.flat());
    const total = this.piles.flat().length;
    return [
      ...findings,
      finding('CT-PL-04', all.size === 52, `${all.size} of 52 cards are captured`),
      finding('CT-DL-02', all.size === total, `${total} captured cards are ${all.size} different ones`),
    ];
  }

  /** A line of the scoreboard; `names` and `captured` in the order of play. */
  take(line: Line, names: readonly string[], captured: readonly (readonly Card[])[]): readonly Finding[] {
    const { players } = this;
    if (line.kind === 'players') {
      return [finding('CT-SC-01', line.count === players, `the scoreboard is of ${line.count} players`)];
    }
    if (line.kind === 'tie') {
      const right = TIE_SCORE[players];
      return [
        finding('CT-SC-01', line.points === right, `the tie score is ${line.points}, ${right} is right`),
      ];
    }
    this.standings.push(line);
    const difference = line.points - TIE_SCORE[players];
    const findings = [
      finding(
        'CT-SC-01',
        line.difference === difference,
        `${line.points} points are ${line.difference} from the tie score, ${difference} is right`,
      ),
    ];
    return this.standings.length === players ? [...findings, ...this.whole(names, captured)] : findings;
  }

  /** All rows: two players may have one name, so names and points are held together. */
  private whole(names: readonly string[], captured: readonly (readonly Card[])[]): readonly Finding[] {
    const shown = this.standings.map(({ name, points }) => `${name.trim()}: ${points}`).sort();
    const right = captured
      .map((cards, i) => `${(names[i] ?? '').trim()}: ${pointsIn(cards, this.players)}`)
      .sort();
    const sum = this.standings.reduce((total, { points }) => total + points, 0);
    const all = ALL_POINTS[this.players];
    const same = shown.every((row, i) => row === right[i]);
    return [
      finding(
        'CT-SC-01',
        same,
        `the scoreboard says ${shown.join(', ')}; the captured cards say ${right.join(', ')}`,
      ),
      finding('CT-SC-01', sum === all, `the points of all come to ${sum}, ${all} is right`),
    ];
  }
}

function finding(requirement: string, holds: boolean, detail: string): Finding {
  return { requirement, holds, detail };
}
