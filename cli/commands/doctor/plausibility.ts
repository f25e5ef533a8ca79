/** Bytes received on a link, and how plausible they are. */

export interface Received {
  readonly bytes: Uint8Array;
  readonly frames: number;
  readonly rejects: number;
}

/** The score if all frames are understood. */
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
