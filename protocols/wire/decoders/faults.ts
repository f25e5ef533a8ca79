/**
 * Why the framing refuses bytes. Errors in the content are in the wire.
 *
 * - `framing`: a wrong escape or COBS code, noise before a start byte.
 * - `truncated`: silence came before the end of the frame.
 * - `too-long`: more bytes than the longest frame has.
 * - `discarded`: a part of a stretch whose last reject has the error, or delimiters without content between them. No
 *   answer is due for it.
 */
import { countBytes, byteText } from '../../byte-text';
import type { FrameError } from '../../frame';

export const DISCARDED = 'discarded';

export function hexList(bytes: readonly number[]): string {
  return bytes.map(byteText).join(' ');
}

export function badEscape(
  offset: number,
  code: number,
  pairs: readonly (readonly [byte: number, code: number])[],
): FrameError {
  const expected = pairs.map(([, one]) => byteText(one)).join(' or ');
  const seen = byteText(code);
  const message = `after an escape byte ${expected} is due, not ${seen}`;
  return { code: 'framing', offset, expected, seen, message };
}

export function danglingEscape(offset: number, escape: number): FrameError {
  const message = `the frame ends after the escape byte ${byteText(escape)}`;
  return {
    code: 'framing',
    offset,
    expected: 'a byte after the escape',
    seen: 'the end of the frame',
    message,
  };
}

export function cobsOverrun(offset: number, code: number, end: number): FrameError {
  const left = end - offset;
  const message = `the COBS code ${byteText(code)} leads past the end of the frame, which is ${countBytes(left)} on`;
  return { code: 'framing', offset, expected: `1 to ${left}`, seen: String(code), message };
}

/** `total`: bytes of the whole frame, 0: not known yet. */
export function truncated(length: number, total: number): FrameError {
  const expected = total === 0 ? 'more bytes' : countBytes(total);
  const message =
    total === 0
      ? `the line fell silent after ${countBytes(length)} of an unfinished frame`
      : `the line fell silent after ${length} of ${countBytes(total)}`;
  return { code: 'truncated', offset: length, expected, seen: countBytes(length), message };
}

export function undelimited(length: number, marker: readonly number[]): FrameError {
  const expected = hexList(marker);
  const message = `the line fell silent after ${countBytes(length)}, before ${expected} ended the frame`;
  return { code: 'truncated', offset: length, expected, seen: 'silence', message };
}

/** `offset`: where the first byte past the limit is in the event; 0: before the event. */
export function tooLong(longest: number, offset: number): FrameError {
  const expected = `${countBytes(longest)} at most`;
  const message = `the frame is longer than ${countBytes(longest)}`;
  return { code: 'too-long', offset, expected, seen: 'more', message };
}

export function discarded(length: number): FrameError {
  const message = `${countBytes(length)} of a longer stretch that is no frame`;
  return { code: DISCARDED, offset: 0, message };
}

export function emptyFrames(marker: number): FrameError {
  return { code: DISCARDED, offset: 0, message: `nothing stands between two delimiters ${byteText(marker)}` };
}

/** `starts`: the start bytes of each framing that has some. */
export function noise(length: number, starts: readonly (readonly number[])[]): FrameError {
  const expected = starts.map(hexList).join(' or ');
  const message =
    starts.length === 0
      ? `${countBytes(length)} that begin no frame`
      : `${countBytes(length)} that no start byte ${expected} comes before`;
  return { code: 'framing', offset: 0, expected, seen: countBytes(length), message };
}

/** What is at `end` in place of the trailer. */
export function wrongTrailer(trailer: readonly number[], raw: Uint8Array, end: number): FrameError {
  const expected = hexList(trailer);
  const seen = hexList([...raw.subarray(end)]);
  return {
    code: 'framing',
    offset: end,
    expected,
    seen,
    message: `the trailer is ${seen}, should be ${expected}`,
  };
}

/** A start byte within noise: the next one came before the frame was complete. */
export function falseStart(offset: number): FrameError {
  return { code: 'framing', offset, message: 'no frame follows this start byte' };
}
