/** A link to diagnose, and the findings about it. */
import type { Link } from '../../../devices/links/link';
import type { Recorded } from '../../../scenarios/common-record';
import type { doctorOutput } from '../../schemas/bench-output';

export type Finding = Recorded<typeof doctorOutput>['findings'][number];

/** The medium of the link. Only serial ports have a rate and modem lines. A pseudo-terminal (`pty`) has neither. */
export type Medium = 'serial' | 'far-serial' | 'pty' | 'stream';

export interface LinkSubject {
  readonly url: string;
  readonly medium: Medium;
  readonly baud: number;
  open(baud: number): Promise<Link>;
  /** The configured reset, if there is one. `carryOut` resolves with the link after the reset. */
  readonly reset?: { readonly text: string; readonly carryOut: () => Promise<Link> };
}

const SILENT =
  'is it powered, is the adapter’s TX on its RX and RX on its TX, is GND joined, is it the right UART?';
const GARBLED =
  'is it the suite’s board and UART, is the format another (?data=7, ?parity=even, ?stop=2), is the line at the adapter’s level (3.3 V, not RS-232)?';

/** `received`: how much came, in brackets; empty: nothing came. */
export function unintelligibleFinding(text: string, received: string): Finding {
  const next = received === '' ? SILENT : GARBLED;
  return { topic: 'baud', state: 'problem', text: `${text} ${received}`.trimEnd(), next };
}

export function unknownFinding(topic: Finding['topic'], text: string, next?: string): Finding {
  return { topic, state: 'unknown', text, next };
}

export interface Received {
  readonly bytes: Uint8Array;
  readonly frames: number;
  readonly rejects: number;
}

export const SURE = 1;

/** How plausible received bytes are, 0..1. `asked`: they are answers to a probe. */
export function scoreOf({ bytes, frames, rejects }: Received, asked: boolean): number {
  if (asked) return frames === 0 ? 0 : frames / (frames + rejects);
  // A few bytes are text by chance.
  const share = shareOfText(bytes) / 100;
  return bytes.length < 8 || share < 0.9 ? 0 : share;
}

/** Percent of bytes that are printable or end lines. */
export function shareOfText(bytes: Uint8Array): number {
  const texts = bytes.filter(
    (byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b,
  );
  return bytes.length === 0 ? 0 : Math.round((100 * texts.length) / bytes.length);
}

export function framesText(frames: number, rejects: number): string {
  return `${frames} understood, ${rejects} refused`;
}
