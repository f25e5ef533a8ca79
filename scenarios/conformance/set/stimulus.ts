/** What the suite sends on the scanner link: bytes and pauses, and the frames that a board must read in them. */
import { cardByte, cardName, type Card, type CardEncoding } from '../../../protocols/set/card';
import type { ScannerFrame } from '../../../protocols/set/scanner-link';
import { micros, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex, type Channel, type Sent } from '../../bench/channel';

export const CR = 0x0d;
export const LF = 0x0a;

/** Silence on the line. If the host stalls and it is longer than `atMost`, the stimulus decides nothing. */
export interface Pause {
  readonly pause: Micros;
  readonly atMost?: Micros;
}

export interface Stimulus {
  /** In a few words, for reports. */
  readonly what: string;
  readonly parts: readonly (Uint8Array | Pause)[];
  /** What a board must read. Only frames of one payload byte have lines that count. */
  readonly frames: readonly ScannerFrame[];
}

/** Stands for anything but a frame of one byte: an empty frame, one that is too long, an ignored LF. */
export const DROPPED: ScannerFrame = { type: 'empty' };

export function byteFrame(byte: number): ScannerFrame {
  return { type: 'byte', byte };
}

/** A byte and CR. */
export function byteStimulus(byte: number, what = `the byte ${hexByte(byte)}`): Stimulus {
  return { what, parts: [Uint8Array.of(byte, CR)], frames: [byteFrame(byte)] };
}

/** A card and CR. */
export function cardStimulus(card: Card, encoding: CardEncoding): Stimulus {
  return byteStimulus(cardByte(card, encoding), cardText(card, encoding));
}

/** `2 solid red ovals (A6)`. */
export function cardText(card: Card, encoding: CardEncoding): string {
  return `${cardName(card)} (${hexByte(cardByte(card, encoding))})`;
}

export function hexByte(byte: number): string {
  return hex(Uint8Array.of(byte)).toUpperCase();
}

export interface SendResult {
  readonly sent: Sent;
  /** This host paused longer than a stimulus allows. */
  readonly late: boolean;
}

/** Sends stimuli without a pause between them. Bytes between two pauses go in one write. */
export async function sendStimuli(
  bench: Bench,
  scanner: Channel<ScannerFrame, ScannerFrame>,
  stimuli: readonly Stimulus[],
): Promise<SendResult> {
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
  for (const part of stimuli.flatMap(({ parts }) => parts)) {
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
