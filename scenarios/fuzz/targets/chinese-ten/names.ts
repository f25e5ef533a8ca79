/** Names of players as they were typed, held against those that the program plays with (CT-UI-03). */

const LONGEST = 33;

export class Names {
  private readonly typedNames = new Map<number, string>();
  private readonly order: string[] = [];

  /** `known`: all of them are told. */
  constructor(private known = true) {}

  /** The line that answers the n-th prompt; only plain ASCII is held to anything. */
  typed(player: number, line: Uint8Array): void {
    const text = line.subarray(0, -1);
    if (text.includes(0x2c)) return;
    if (text.length === 0)
      return void this.typedNames.set(player, `PLAYER_${String.fromCharCode(0x40 + player)}`);
    if (text.some((byte) => byte <= 0x20 || byte > 0x7e)) this.known = false;
    this.typedNames.set(player, Buffer.from(text.subarray(0, LONGEST)).toString('latin1'));
  }

  /** The next name of the playing order; what is wrong, once all are there. */
  ordered(name: string, players: number): string | undefined {
    this.order.push(name);
    if (this.order.length < players || !this.known) return undefined;
    const missing = [...this.typedNames.values()].find((one) => !this.order.includes(one));
    return missing === undefined ? undefined : `${this.order.join(', ')}, and no ${missing}`;
  }
}
