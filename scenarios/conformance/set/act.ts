/** What the suite sends on the scanner link, as data: bytes and pauses, and the frames that a board must read them as. */
import { cardByte, cardName, type Card, type CardEncoding } from '../../../protocols/set/card';
import type { ScannerFrame } from '../../../protocols/set/scanner-link';
import { micros, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex, type Channel, type Sent } from '../../bench/channel';

export const CR = 0x0d;
export const LF = 0x0a;

/** Silence on the line. `atMost`: longer by more than the host's stalls allow, and the act tells nothing. */
export interface Pause {
  readonly pause: Micros;
  readonly atMost?: Micros;
}

export interface Act {
  /** In a few words, for a person. */
  readonly what: string;
  readonly parts: readonly (Uint8Array | Pause)[];
  /** What a board must read: one of the frames whose payload is a byte draws its lines, the others none that count. */
  readonly frames: readonly ScannerFrame[];
}

/** Stands for anything that is no frame of one byte: dropped, too long, an LF that is ignored. */
export const NOTHING: ScannerFrame = { type: 'empty' };

export function byteFrame(byte: number): ScannerFrame {
  return { type: 'byte', byte };
}

/** A byte and CR. */
export function plainByte(byte: number, what = `the byte ${hexByte(byte)}`): Act {
  return { what, parts: [Uint8Array.of(byte, CR)], frames: [byteFrame(byte)] };
}

/** A card and CR. */
export function plainCard(card: Card, encoding: CardEncoding): Act {
  return plainByte(cardByte(card, encoding), cardText(card, encoding));
}

/** `2 solid red ovals (A6)`. */
export function cardText(card: Card, encoding: CardEncoding): string {
  return `${cardName(card)} (${hexByte(cardByte(card, encoding))})`;
}

export function hexByte(byte: number): string {
  return hex(Uint8Array.of(byte)).toUpperCase();
}

export interface Performed {
  readonly sent: Sent;
  /** This host paused longer than the act allows. */
  readonly late: boolean;
}

/** Sends acts, one straight after the other: what stands side by side goes in one write. */
export async function perform(
  bench: Bench,
  scanner: Channel<ScannerFrame, ScannerFrame>,
  acts: readonly Act[],
): Promise<Performed> {
  let sent: Sent | undefined;
  let late = false;
  let limit = Infinity;
  let run: number[] = [];
  const flush = async (): Promise<void> => {
    if (run.length === 0) return;
    const next = await scanner.sendBytes(Uint8Array.from(run));
    if (sent !== undefined && next.notAfter - sent.lastNotBefore > limit) late = true;
    sent = next;
    limit = Infinity;
    run = [];
  };
  for (const part of acts.flatMap(({ parts }) => parts)) {
    if (part instanceof Uint8Array) {
      for (const byte of part) run.push(byte);
      continue;
    }
    await flush();
    await bench.pause(part.pause);
    limit = part.atMost ?? Infinity;
  }
  await flush();
  const now = micros(bench.now());
  return { sent: sent ?? { notBefore: now, notAfter: now, lastNotBefore: now }, late };
}
