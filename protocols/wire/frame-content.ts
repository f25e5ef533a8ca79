/** Puts the framing around content. */
import { countBytes } from '../byte-text';
import { delimitingOf, isDelimited, longestDelimited, type Delimiting } from './decoders/delimiting';
import { LEAST_STATUS } from './decoders/running-reader';
import type { Framing } from './framing';

/** The frame with this content. The content is not checked. With several framings on a line, content is a frame already. */
export function frameContent(framing: Framing, content: Uint8Array): Uint8Array {
  if (framing.kind === 'start') return joined(framing.bytes, content, framing.trailer ?? []);
  if (framing.kind === 'length' && framing.trailer !== undefined) return joined([], content, framing.trailer);
  if (!isDelimited(framing)) return content;
  const { start, marker, stuffing } = delimitingOf(framing);
  const leads = 'leading' in framing && framing.leading && start.length === 0;
  return joined(leads ? marker : start, stuffing.stuff(content), marker);
}

/**
 * Why a receiver would not read this content back as one frame; undefined: it would. The length may not fit the
 * framing, or the content may have the delimiter in it.
 */
export function unframeable(framing: Framing, content: Uint8Array): string | undefined {
  if (framing.kind === 'fixed')
    return content.length === framing.length
      ? undefined
      : `a frame has ${countBytes(framing.length)}, not ${content.length}`;
  if (framing.kind === 'running' && content.length > 0) return statusFault(content);
  if (!isDelimited(framing)) return content.length === 0 ? 'a frame without content' : undefined;
  if (framing.kind === 'lines' && framing.longest !== undefined && content.length > framing.longest)
    return `a line has ${countBytes(framing.longest)} at most, not ${content.length}`;
  const { start } = delimitingOf(framing);
  const again = start.length === 0 || framing.kind === 'escaped' ? -1 : placeOf(start, content);
  if (again >= 0) return `the start stands in the content, at ${again}`;
  return undelimitable(delimitingOf(framing), content);
}

/** The first byte is a status, and no other. */
function statusFault(content: Uint8Array): string | undefined {
  const wrong = content.findIndex((byte, at) => byte >= LEAST_STATUS !== (at === 0));
  return wrong < 0 ? undefined : `byte ${wrong} is ${wrong === 0 ? 'no' : 'a'} status byte`;
}

function undelimitable(
  { marker, before, isFill, name, stuffing }: Delimiting,
  content: Uint8Array,
): string | undefined {
  const body = stuffing.stuff(content);
  if (isFill) return body.length === 0 ? 'a frame without content' : undefined;
  if (before !== undefined && body[body.length - 1] === before)
    return `the content ends with a part of the ${name}`;
  const whole = joined([], body, marker);
  const found = placeOf(marker, whole);
  return found === body.length ? undefined : `the ${name} stands in the content, at ${found}`;
}

function placeOf(wanted: readonly number[], bytes: Uint8Array): number {
  return bytes.findIndex((_, at) => wanted.every((byte, i) => bytes[at + i] === byte));
}

/** Most bytes of a frame whose content has at most `longest` bytes: what a decoder may hold. */
export function longestFrame(framing: Framing, longest: number): number {
  switch (framing.kind) {
    case 'fixed':
      return framing.length;
    case 'start':
      return framing.bytes.length + longest + (framing.trailer?.length ?? 0);
    case 'lines':
      return longestDelimited(delimitingOf(framing), framing.longest ?? longest);
    case 'delimiter':
    case 'slip':
    case 'escaped':
    case 'cobs':
      return longestDelimited(delimitingOf(framing), longest);
    case 'length':
      return longest + (framing.trailer?.length ?? 0);
    case 'any':
    case 'running':
    case 'silence':
    case 'datagram':
      return longest;
  }
}

function joined(before: readonly number[], content: Uint8Array, behind: readonly number[]): Uint8Array {
  const whole = new Uint8Array(before.length + content.length + behind.length);
  whole.set(before);
  whole.set(content, before.length);
  whole.set(behind, before.length + content.length);
  return whole;
}
