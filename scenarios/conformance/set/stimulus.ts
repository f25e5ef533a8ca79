/** What the suite sends on the scanner link: bytes and pauses. The monitor reads the frames in them, as a board must. */
import { byteText } from '../../../protocols/byte-text';
import { cardByte, cardName, type Card, type CardEncoding } from '../../../protocols/set/card';
import { micros, type Micros } from '../../../protocols/time';

export const CR = 0x0d;
export const LF = 0x0a;

/** Silence on the line. */
export interface Pause {
  readonly pause: Micros;
}

export interface Stimulus {
  /** In a few words, for reports. */
  readonly what: string;
  readonly parts: readonly (Uint8Array | Pause)[];
  /** The cards that a board must take of them. */
  readonly cards?: readonly Card[];
}

/** A byte and CR. */
export function byteStimulus(byte: number, what = `the byte ${byteText(byte)}`): Stimulus {
  return { what, parts: [Uint8Array.of(byte, CR)] };
}

/** A card and CR. */
export function cardStimulus(card: Card, encoding: CardEncoding): Stimulus {
  return { ...byteStimulus(cardByte(card, encoding), cardText(card, encoding)), cards: [card] };
}

/** `2 solid red ovals (A6)`. */
export function cardText(card: Card, encoding: CardEncoding): string {
  return `${cardName(card)} (${byteText(cardByte(card, encoding))})`;
}

interface Write {
  /** Before it. */
  readonly pause: Micros;
  readonly bytes: Uint8Array;
}

/** Bytes between two pauses go in one write. The pause at the end has none. */
export function writesOf(stimuli: readonly Stimulus[]): readonly Write[] {
  const writes: Write[] = [];
  let pause = 0;
  let run: Uint8Array[] = [];
  const flush = (): void => {
    const bytes = Buffer.concat(run);
    if (bytes.length === 0) return;
    writes.push({ pause: micros(pause), bytes: Uint8Array.from(bytes) });
    pause = 0;
    run = [];
  };
  for (const part of stimuli.flatMap(({ parts }) => parts)) {
    if (part instanceof Uint8Array) run.push(part);
    else {
      flush();
      pause += part.pause;
    }
  }
  flush();
  return writes;
}
