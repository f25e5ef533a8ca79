/** Judges what is printed, whatever was typed: the game by its rules, the names of its players, the colours of cards. */
import { playersOf, type Players } from '../cards';
import type { Item } from '../reader/item';
import { Referee } from '../referee/referee';
import { PlayerNames } from './player-names';

/** A clause in one situation. A pass without a title shows nothing of the clause. */
export interface ScreenCheck {
  readonly clause: string;
  readonly holds: boolean;
  /** What was done, and what is due, as classes: several checks may show one bug. */
  readonly trigger: string;
  readonly due: string;
  readonly title?: string;
  readonly expected: string;
  readonly seen: string;
}

/** An overlooked capture is one bug, whether it shows in the listed, accepted or refused captures. */
export const EVERY_CAPTURE = 'every capture is seen';

export class ScreenJudge {
  /** The game by its screens; undefined: none is followed. */
  referee: Referee | undefined;
  private names = new PlayerNames();
  /** The lines of the playing order, until the game begins. */
  private order: Item[] = [];
  private isOrdered = false;
  /** All lines of the present game can be read. */
  private isFollowed = false;

  /** A line typed at the n-th prompt for a name. */
  typedName(player: number, line: Uint8Array): void {
    this.names.typed(player, line);
  }

  /** Something was typed that may have become a part of a name. */
  forgetNames(): void {
    this.names.forget();
  }

  /** Nothing is known of the game, until another one begins. */
  forgetGame(): void {
    this.referee = undefined;
    this.names.forget();
    this.isFollowed = false;
  }

  /** `players`: how many play by the keys, if that is known. */
  take(item: Item, players: Players | undefined): readonly ScreenCheck[] {
    const checks: ScreenCheck[] = 'flaws' in item ? [...colourChecks(item)] : [];
    if (item.kind === 'prompt' && (item.prompt === 'menu' || item.prompt === 'players')) this.endGame();
    if (this.referee === undefined && this.isFollowed) checks.push(...this.setUp(item, players));
    if (this.referee !== undefined) checks.push(...ruleChecks(this.referee, item));
    return checks;
  }

  private setUp(item: Item, players = playersOf(this.order.length)): readonly ScreenCheck[] {
    if (item.kind === 'order') this.order.push(item);
    this.names.show(item);
    if (item.kind === 'prompt' && item.prompt === 'order') {
      this.isOrdered = true;
      return this.names.compare().map(({ holds, isLong, title, expected, seen }) => {
        const check = { clause: 'CT-UI-03', holds, trigger: 'name', due: 'the names that were typed' };
        return { ...check, expected, seen, ...(isLong || !holds ? { title } : {}) };
      });
    }
    const begins = (item.kind === 'turn' || item.kind === 'special') && this.isOrdered;
    if (!begins || players === undefined) return [];
    const referee = new Referee(players);
    this.referee = referee;
    return this.order.splice(0).flatMap((line) => ruleChecks(referee, line));
  }

  private endGame(): void {
    this.referee = undefined;
    this.names = new PlayerNames();
    this.order = [];
    this.isOrdered = false;
    this.isFollowed = true;
  }
}

/** What each clause of the game expects, in a few words. */
const RULES_IN_SHORT: Readonly<Record<string, string>> = {
  'CT-DL-01': 'the cards of a deal: four open, the hands, and the rest in the stock',
  'CT-DL-02': 'all 52 cards, each once',
  'CT-PL-01': 'captures that make ten, or are two 10s, Js, Qs or Ks',
  'CT-PL-02': 'one card leaves the hand, and captures one card where any can be captured',
  'CT-PL-03': 'the turned card captures one card if it can, and is laid down if not',
  'CT-PL-04': 'the special deal goes to its player, and the game ends with its last card',
  'CT-SC-01': 'the points of the captured cards, and the places that follow from them',
  'CT-UI-01': "its suit's colour, reset behind it",
};

function ofPlay(clause: string, holds: boolean, title: string, seen = title): ScreenCheck {
  const expected = RULES_IN_SHORT[clause] ?? 'by the rules';
  return { clause, holds, trigger: 'play', due: `${clause} holds`, title, expected, seen };
}

function ruleChecks(referee: Referee, item: Item): readonly ScreenCheck[] {
  return referee.take(item).map(({ requirement, holds, detail, isOverlooked }) => ({
    ...ofPlay(requirement, holds, detail),
    ...(isOverlooked ? { due: EVERY_CAPTURE } : {}),
  }));
}

/** CT-UI-01 for every printed card. */
function colourChecks(item: Extract<Item, { flaws: unknown }>): readonly ScreenCheck[] {
  const { flaws } = item;
  if ('cards' in item && item.cards.length === 0 && flaws.length === 0) return [];
  const seen = flaws.map(({ text }) => text).join('; ');
  return [ofPlay('CT-UI-01', flaws.length === 0, 'a card that is printed', seen)];
}
