/** The end of a game: a pile per player, then the scoreboard, held against the cards that were captured. */
import { ALL_POINTS, pointsIn, TIE_SCORE, type Card, type Players } from './cards';
import type { RuleCheck } from './rule-check';
import type { Item } from './item';

type Line = Extract<Item, { kind: 'players' | 'tie' | 'standing' }>;

export class Scoreboard {
  /** The captured piles as they are shown, in the order of play. */
  private readonly piles: (readonly Card[])[] = [];
  private readonly standings: Extract<Item, { kind: 'standing' }>[] = [];

  constructor(private readonly players: Players) {}

  /** A captured pile of the last screen. */
  pile(cards: readonly Card[], captured: readonly (readonly Card[])[]): readonly RuleCheck[] {
    const known = captured[this.piles.length] ?? [];
    this.piles.push(cards);
    const same = known.length === cards.length && known.every((card) => cards.includes(card));
    const findings = [
      ruleCheck(
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
      ruleCheck('CT-PL-04', all.size === 52, `${all.size} of 52 cards are captured`),
      ruleCheck('CT-DL-02', all.size === total, `${total} captured cards are ${all.size} different ones`),
    ];
  }

  /** A line of the scoreboard; `names` and `captured` in the order of play. */
  take(line: Line, names: readonly string[], captured: readonly (readonly Card[])[]): readonly RuleCheck[] {
    const { players } = this;
    if (line.kind === 'players') {
      return [ruleCheck('CT-SC-01', line.count === players, `the scoreboard is of ${line.count} players`)];
    }
    if (line.kind === 'tie') {
      const right = TIE_SCORE[players];
      return [
        ruleCheck('CT-SC-01', line.points === right, `the tie score is ${line.points}, ${right} is right`),
      ];
    }
    this.standings.push(line);
    const difference = line.points - TIE_SCORE[players];
    const findings = [
      ruleCheck(
        'CT-SC-01',
        line.difference === difference,
        `${line.points} points are ${line.difference} from the tie score, ${difference} is right`,
      ),
    ];
    return this.standings.length === players
      ? [...findings, ...this.checkAllRows(names, captured)]
      : findings;
  }

  /** All rows: two players may have one name, so names and points are held together. */
  private checkAllRows(
    names: readonly string[],
    captured: readonly (readonly Card[])[],
  ): readonly RuleCheck[] {
    const shown = this.standings.map(({ name, points }) => `${name.trim()}: ${points}`).sort();
    const right = captured
      .map((cards, i) => `${(names[i] ?? '').trim()}: ${pointsIn(cards, this.players)}`)
      .sort();
    const sum = this.standings.reduce((total, { points }) => total + points, 0);
    const all = ALL_POINTS[this.players];
    const same = shown.every((row, i) => row === right[i]);
    return [
      ruleCheck(
        'CT-SC-01',
        same,
        `the scoreboard says ${shown.join(', ')}; the captured cards say ${right.join(', ')}`,
      ),
      ruleCheck('CT-SC-01', sum === all, `the points of all come to ${sum}, ${all} is right`),
    ];
  }
}

function ruleCheck(requirement: string, holds: boolean, detail: string): RuleCheck {
  return { requirement, holds, detail };
}
