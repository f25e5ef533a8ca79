/**
 * Compares the typed names of players with those in the playing order (CT-UI-03). How the order is printed is open: in the page's own
 * form names are compared as they are, in another one each has to stand in some line.
 */
import { LONGEST_NAME, truncateName } from '../board/firmware';
import type { Item } from '../reader/item';

/** Text that a terminal shows unchanged, without blanks. */
const PLAIN = /^[^\p{C}\p{Z}]*$/u;
/** What a cut through a character leaves. */
const CUT_THROUGH = /\uFFFD+$/;
const TITLE = 'The playing order is:';

interface TypedName {
  /** As it has to be shown. A character that the cut divides may be left out. */
  readonly kept: string;
  /** The character that follows in what was typed: it must be cut off. */
  readonly next: string;
  readonly bytes: number;
}

/** A typed name, and whether it stands in the order as it should. */
export interface ComparedName {
  readonly holds: boolean;
  /** Something of it had to be cut off. */
  readonly isLong: boolean;
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
}

export class PlayerNames {
  private readonly typedNames = new Map<number, TypedName>();
  private order: string[] = [];
  private lines: string[] = [];
  /** All typed names are known. */
  private isKnown = true;

  /** Something was typed that may have become a name, or a part of one. */
  forget(): void {
    this.isKnown = false;
  }

  /** The line at the n-th prompt. Only plain text is compared. */
  typed(player: number, line: Uint8Array): void {
    const text = line.subarray(0, -1);
    if (text.includes(0x2c)) return;
    const isEmpty = text.length === 0;
    const name = isEmpty ? `PLAYER_${String.fromCharCode(0x40 + player)}` : new TextDecoder().decode(text);
    if (!PLAIN.test(name) || name.includes('\ufffd')) this.isKnown = false;
    const kept = isEmpty ? name : truncateName(text);
    const [next = ''] = name.slice(kept.length);
    this.typedNames.set(player, { kept, next, bytes: text.length });
  }

  show(item: Item): void {
    if (item.kind === 'order') this.order.push(item.name);
    else if (item.kind === 'text' && item.text.includes(TITLE)) this.lines = [];
    else if (item.kind === 'text') this.lines.push(item.text);
  }

  /** The order has been printed. */
  compare(): readonly ComparedName[] {
    const { order, lines } = this;
    const shown = [...order, ...lines];
    if (!this.isKnown || shown.length === 0) return [];
    const stands = ({ kept, next }: TypedName, line: string): boolean =>
      line.includes(kept) && (next === '' || !line.includes(kept + next));
    return [...this.typedNames.values()].map((name) => ({
      holds:
        order.some((one) => one.replace(CUT_THROUGH, '') === name.kept) ||
        lines.some((line) => stands(name, line)),
      isLong: name.bytes > LONGEST_NAME,
      title: name.bytes === 0 ? 'an empty name' : `a name of ${name.bytes} bytes`,
      expected: `'${name.kept}' in the playing order`,
      seen: shown.map((one) => `'${one}'`).join(', '),
    }));
  }
}
