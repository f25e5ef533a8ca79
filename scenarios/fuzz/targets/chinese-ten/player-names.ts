/** Names of players as they were typed, held against those that the program plays with (CT-UI-03). */

/** Bytes. */
const LONGEST = 33;
/** No character that a terminal makes something else of, and no blank. */
const PLAIN = /^[^\p{C}\p{Z}]*$/u;
/** What a character becomes that the cut goes through. */
const CUT_THROUGH = /\uFFFD+$/;

export class PlayerNames {
  private readonly typedNames = new Map<number, string>();
  private readonly order: string[] = [];

  /** `known`: all of them are told. */
  constructor(private known = true) {}

  /** The line that answers the n-th prompt; only plain text is held to anything. */
  typed(player: number, line: Uint8Array): void {
    const text = line.subarray(0, -1);
    if (text.includes(0x2c)) return;
    if (text.length === 0)
      return void this.typedNames.set(player, `PLAYER_${String.fromCharCode(0x40 + player)}`);
    if (!PLAIN.test(decoded(text))) this.known = false;
    // A character that the cut goes through may be left out.
    this.typedNames.set(player, new TextDecoder().decode(text.subarray(0, LONGEST), { stream: true }));
  }

  /** The next name of the playing order; what is wrong, once all are there. */
  ordered(name: string, players: number): string | undefined {
    this.order.push(name);
    if (this.order.length < players || !this.known) return undefined;
    const whole = this.order.map((one) => one.replace(CUT_THROUGH, ''));
    const missing = [...this.typedNames.values()].find((one) => !whole.includes(one));
    return missing === undefined ? undefined : `${this.order.join(', ')}, and no ${missing}`;
  }
}

/** A control character where it is no UTF-8. */
function decoded(text: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return '\u0000';
  }
}
