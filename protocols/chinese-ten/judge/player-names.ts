/**
 * Compares the typed names of players with those in the playing order (CT-UI-03). How the order is printed is open: in the page's own
 * form names are compared as they are, in another one each has to stand in some line.
 */
import { LONGEST_NAME, truncateName } from '../board/firmware';
import type { Item } from '../reader/item';

/** Text that a terminal shows unchanged, with no blank but between words. */
const PLAIN = /^[^\p{C}\p{Z}]*(?: [^\p{C}\p{Z}]+)*$/u;
/** What a cut through a character leaves. */
const CUT_THROUGH = /\uFFFD+$/;
const TITLE = 'The playing order is:';
/** What the program calls a player without a name, up to the letter of its choice. */
const DEFAULT_NAME = 'PLAYER_';

interface TypedName {
  /** As it has to be shown. A character that the cut divides may be left out. */
  readonly kept: string;
  /** The character that follows in what was typed: it must be cut off. */
  readonly next: string;
  readonly bytes: number;
}

export interface ScreenCheck {
  readonly clause: string;
  readonly holds: boolean;
  /** What was done, and what is due, as classes: several checks may show one bug. */
  readonly trigger: string;
  readonly due: string;
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
}

export class PlayerNames {
  private readonly typedNames = new Map<number, TypedName>();
  /** What the program has called the players without a name. */
  private readonly defaultNames = new Map<number, string>();
  readonly order: string[] = [];
  private lines: string[] = [];
  private isKnown = true;

  /** Something was typed that may have become a name, or a part of one. */
  forget(): void {
    this.isKnown = false;
  }

  /** The line at the n-th prompt. Only plain text is compared. */
  typed(player: number, line: Uint8Array): void {
    const text = line.subarray(0, -1);
    if (text.includes(0x2c)) return;
    const name = new TextDecoder().decode(text);
    if (!PLAIN.test(name) || name.includes('\ufffd')) this.isKnown = false;
    const kept = truncateName(text);
    const [next = ''] = name.slice(kept.length);
    this.typedNames.set(player, { kept, next, bytes: text.length });
  }

  show(item: Item): void {
    if (item.kind === 'order') this.order.push(item.name);
    else if (item.kind === 'named' && item.name.startsWith(DEFAULT_NAME))
      this.defaultNames.set(item.player, item.name.trimEnd());
    else if (item.kind === 'text' && item.text.includes(TITLE)) this.lines = [];
    else if (item.kind === 'text') this.lines.push(item.text);
  }

  /** The order has been printed. Only a name that had to be cut shows that the clause is kept. */
  judge(record: (check: ScreenCheck) => void): void {
    const { order, lines } = this;
    const seen = [...order, ...lines].map((one) => `'${one}'`).join(', ');
    if (!this.isKnown || seen === '') return;
    for (const [player, { kept: typed, next, bytes }] of this.typedNames) {
      const kept = bytes === 0 ? (this.defaultNames.get(player) ?? DEFAULT_NAME) : typed;
      const holds =
        order.some((one) => (bytes === 0 ? one.startsWith(kept) : one.replace(CUT_THROUGH, '') === kept)) ||
        lines.some((line) => line.includes(kept) && (next === '' || !line.includes(kept + next)));
      const due = 'the names that were typed';
      const title = bytes === 0 ? 'an empty name' : `a name of ${bytes} bytes`;
      const expected = `'${kept}' in the playing order`;
      if (bytes > LONGEST_NAME || !holds)
        record({ clause: 'CT-UI-03', holds, trigger: 'name', due, title, expected, seen });
    }
  }
}
