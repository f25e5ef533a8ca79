/** Bytes that a decoder of the protocol's author drops: what was in them nobody can judge, so that no board is blamed. */
import { RuleError } from '../protocols/request-response/definition';
import { hexOf } from '../protocols/wire/bytes/value-text';
import type { HeldChunk } from './chunk-times';

/** Throws {@link RuleError} where `dropped` bytes are in no event, and not pending. */
export function refuseDropped(dropped: number, held: readonly HeldChunk[], link: string | undefined): void {
  if (dropped <= 0) return;
  const last = held.at(-1)?.chunk;
  const after = last === undefined ? '' : ` after ${hexOf(last.bytes)}`;
  throw new RuleError(
    `the decoder${link === undefined ? '' : ` of the link ${link}`} has dropped ${dropped} bytes${after}: each byte must be in the raw bytes of a frame or a reject, or be pending`,
  );
}
