/** Compares the typed names of players with the names in the game (CT-UI-03). */

/** The most bytes of a name. */
const LONGEST = 33;
/** Text that a terminal shows unchanged, without blanks. */
const PLAIN = /^[^\p{C}\p{Z}]*$/u;
/** What a cut through a character leaves. */
const CUT_THROUGH = /\uFFFD+$/;

export class PlayerNames {
  private readonly typedNames = new Map<number, string>();
  private readonly order: string[] = [];

  /** `known`: all typed names are known. */
  constructor(private known = true) {}

  /** The line at the n-th prompt. Only plain text is compared. */
  typed(player: number, line: Uint8Array): void {
    const text = line.subarray(0, -1);
    if (text.includes(0x2c)) return;
    if (text.length === 0)
      return void this.typedNames.set(player, `PLAYER_${String.fromCharCode(0x40 + player)}`);
    if (!PLAIN.test(decoded(text))) this.known = false;
    // The cut character may be left out.
    this.typedNames.set(player, new TextDecoder().decode(text.subarray(0, LONGEST), { stream: true }));
  }

  /** The next name in playing order. Returns the error once all names have come. */
  ordered(name: string, players: number): string | undefined {
    this.order.push(name);
    if (this.order.length < players || !this.known) return undefined;
    const whole = this.order.map((one) => one.replace(CUT_THROUGH, ''));
    const missing = [...this.typedNames.values()].find((one) => !whole.includes(one));
    return missing === undefined ? undefined : `${this.order.join(', ')}, and no ${missing}`;
  }
}

/** A control character if the bytes are no UTF-8. */
function decoded(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return '\u0000';
  }
}
