/** What scenarios do with a board: they lay cards, and try what must add none. */
import { fc, millis, type ConversationHost, type HostStep } from '../../../api/index';
import { cardByte, cardName, cardOf, CARDS, thirdCard, type Card } from '../card';
import type { SetValues } from '../parameters';
import { CR, LF, type ScannerFrame } from '../wire';
import type { SetState } from '../state';

export type Step = HostStep<ScannerFrame>;
export type SetHost = ConversationHost<ScannerFrame, SetState, SetValues>;

/** With more cards on the table a trial begins with an empty one, so that the board answers within SET-TM-01. */
const TRIAL_TABLE = 17;
/** Most lines of a frame have come by then. */
const SHORT_PAUSE: Step = { pause: millis(40) };
const ALL = Array.from({ length: CARDS }, (_, card) => card);

export interface TrialOptions {
  /** Cards that it takes. */
  readonly cards?: readonly Card[];
  /** No good card is sent after it: it is good itself. */
  readonly isGood?: boolean;
  /** The good card comes without a pause after it. */
  readonly isAtOnce?: boolean;
}

export class Play {
  /** All cards, in random order. */
  private readonly deck: readonly Card[];

  constructor(readonly host: SetHost) {
    const arbitrary = fc.shuffledSubarray(ALL, { minLength: CARDS, maxLength: CARDS });
    this.deck = host.bench.sample(arbitrary, 1)[0] ?? ALL;
  }

  get isExhaustive(): boolean {
    return this.host.bench.exhaustive;
  }

  /** Cards on the table, as far as they are known. */
  get cards(): readonly Card[] {
    const { state, p } = this.host;
    return (state.table?.bytes ?? []).flatMap((byte) => cardOf(byte, p.cardEncoding) ?? []);
  }

  byteOf(card: Card): number {
    return cardByte(card, this.host.p.cardEncoding);
  }

  frameOf(card: Card): Uint8Array {
    return Uint8Array.of(this.byteOf(card), CR);
  }

  /** More of a clause that failed often shows nothing new. */
  hasFailed(clause: string): boolean {
    return this.host.bench.failedEnough(clause);
  }

  /** A pause as a share of `idleResetMs`. */
  idle(share: number): Step {
    return { pause: millis(share * this.host.p.idleResetMs) };
  }

  /** A card that completes a set of `cards` if possible. It is neither of them, nor one of `besides`. */
  nextCard(besides: readonly Card[] = [], cards: readonly Card[] = this.cards): Card {
    const taken = new Set([...cards, ...besides]);
    for (const a of cards.toReversed())
      for (const b of cards) if (a !== b && !taken.has(thirdCard(a, b))) return thirdCard(a, b);
    return this.deck.find((card) => !taken.has(card)) ?? 0;
  }

  /** Cards that are not on the table, in random order; without that whose byte is LF, if `isPlain`. */
  unused(count: number, isPlain = false): Card[] {
    const taken = new Set(this.cards);
    return this.deck
      .filter((card) => !taken.has(card) && !(isPlain && this.byteOf(card) === LF))
      .slice(0, count);
  }

  /** Bytes of cards that are neither on the table nor the next one. */
  newBytes(count: number): number[] {
    const next = this.nextCard();
    return this.unused(CARDS, true)
      .filter((card) => card !== next)
      .slice(0, count)
      .map((card) => this.byteOf(card));
  }

  nonCards(): number[] {
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    return all.filter(
      (byte) => byte !== CR && byte !== LF && cardOf(byte, this.host.p.cardEncoding) === undefined,
    );
  }

  async clear(): Promise<void> {
    await this.host.reset();
  }

  /** A known table with room for so many cards. false: plain cards go wrong, as was judged. */
  async prepare(room = 1): Promise<boolean> {
    const most = Math.min(TRIAL_TABLE, this.host.p.tableLimit - room);
    if (this.host.isKnown && this.cards.length <= most) return true;
    await this.clear();
    if (!this.host.canReset) return true;
    while (this.cards.length < Math.min(2, most)) if (!(await this.lay(this.nextCard()))) return false;
    return true;
  }

  /** Sends a card alone. */
  async lay(card: Card, what = 'a card on the table'): Promise<boolean> {
    return this.host.play(`${cardName(card)}, ${what}`, this.frameOf(card));
  }

  /** Sends `steps` to a table with room for what they add, and a good card after them. */
  async trial(what: string, steps: readonly Step[], options: TrialOptions = {}): Promise<boolean> {
    const { cards = [], isGood = false, isAtOnce = false } = options;
    if (!(await this.prepare(cards.length + 1))) return false;
    const good = isGood ? [] : [this.frameOf(this.nextCard(cards))];
    const pause = isGood || isAtOnce ? [] : [SHORT_PAUSE];
    return this.host.play(what, ...steps, ...pause, ...good);
  }
}

/** The items one by one, until the clause has failed often enough. */
export function* untilFailed<T>(table: Play, clause: string, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (table.hasFailed(clause)) return;
    yield item;
  }
}
