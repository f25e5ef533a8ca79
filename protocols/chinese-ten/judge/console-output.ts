/** The console's output as it comes: what is on the screen, since when, and whether it can be trusted. */
import { after, micros, millis, type Chunk, type Micros } from '../../../api/index';
import { ConsoleReader } from '../reader/console-reader';
import type { Item } from '../reader/item';
import { CLEARLY } from './early-keys';
import { GameScreen } from './game-screen';

/** Output with shorter pauses is one screen. The program has printed it all when its first byte comes. */
const SCREEN = millis(5);
/** The most bytes between two keys. */
const FLOOD_BYTES = 1 << 20;

export class ConsoleOutput {
  screen = new GameScreen();
  /** What was printed since the last key, echoes and text apart. */
  items: Item[] = [];
  /** Bytes since the last key, and whether they are no more than its echo. */
  printed = 0;
  isEcho = true;
  /** The time of the last byte. */
  at = micros(0);
  private reader = new ConsoleReader();
  /** The earliest time at which the last screen began. */
  private screenAt = micros(0);
  /** Nothing of the screen is known, until it is cleared, or until the menu comes. */
  private hiddenUntil: 'clear' | 'menu' | undefined = 'clear';

  get isHidden(): boolean {
    return this.hiddenUntil !== undefined;
  }

  /** It prints without end. */
  get isFlood(): boolean {
    return this.printed > FLOOD_BYTES;
  }

  /** A key at that time was read before the last screen. */
  isAfter(typedAt: Micros): boolean {
    return this.screenAt >= after(typedAt, CLEARLY);
  }

  push({ bytes, notBefore, notAfter }: Chunk): readonly Item[] {
    if (notBefore > after(this.at, SCREEN)) this.screenAt = notBefore;
    this.at = micros(Math.max(this.at, notAfter));
    this.printed += bytes.length;
    return this.reader.push(bytes);
  }

  /** Shows the next item. Returns whether it can be trusted. */
  show(item: Item): boolean {
    this.isEcho &&= item.kind === 'echo';
    this.screen.show(item);
    if (item.kind !== 'text' && item.kind !== 'echo') this.items.push(item);
    const isMenu = item.kind === 'prompt' && item.prompt === 'menu';
    if (isMenu || (item.kind === 'clear' && this.hiddenUntil === 'clear')) this.hiddenUntil = undefined;
    return this.hiddenUntil === undefined;
  }

  /** A key was typed: what comes next is drawn by it. */
  begin(): void {
    this.isEcho = true;
    this.items = [];
    this.printed = 0;
  }

  /** Bytes are missing. */
  forget(): void {
    this.reader = new ConsoleReader();
    this.screen = new GameScreen();
    this.hiddenUntil = 'clear';
  }

  /** Until the menu comes, prompts cannot be told apart. */
  hide(): void {
    this.hiddenUntil = 'menu';
  }
}
