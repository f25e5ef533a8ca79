/**
 * A link whose line returns all that is sent: a one-wire bus, or an RS-485 adapter that hears itself. What comes back is taken out,
 * byte by byte in order; what the board sends is passed on.
 */
import type { Chunk } from '../../../protocols/chunk';
import { after, millis, type Micros } from '../../../protocols/time';
import { factsOf, type Link } from '../link';

/** After a write has left, its echo comes within this time, or never. */
const LATEST = millis(500);

interface ExpectedEcho {
  readonly bytes: Uint8Array;
  /** The first byte that has not come back. */
  at: number;
  /** undefined: not all bytes have left. */
  until: Micros | undefined;
}

export function withoutEcho(link: Link): Link {
  const expected: ExpectedEcho[] = [];
  const next = (since: Micros): ExpectedEcho | undefined => {
    for (let first = expected[0]; first !== undefined; first = expected[0]) {
      const missed = first.until !== undefined && since > first.until;
      if (first.at < first.bytes.length && !missed) return first;
      expected.shift();
    }
    return undefined;
  };
  /** undefined: nothing is left of it. */
  const strip = (chunk: Chunk): Chunk | undefined => {
    const left = chunk.bytes.filter((byte) => {
      const echo = next(chunk.notBefore);
      if (echo === undefined || echo.bytes[echo.at] !== byte) return true;
      echo.at++;
      return false;
    });
    if (left.length === chunk.bytes.length) return chunk;
    return left.length === 0 ? undefined : { ...chunk, bytes: left };
  };
  const tryReceive = (): Chunk | undefined => {
    for (;;) {
      const chunk = link.tryReceive?.();
      const left = chunk && strip(chunk);
      if (chunk === undefined || left !== undefined) return left;
    }
  };
  return {
    ...factsOf(link),
    ...(link.tryReceive === undefined ? {} : { tryReceive }),
    send: async (bytes) => {
      // Its echo may come before the send has ended.
      const echo: ExpectedEcho = { bytes, at: 0, until: undefined };
      expected.push(echo);
      const sent = await link.send(bytes);
      echo.until = after(sent.notAfter, LATEST);
      return sent;
    },
    receive: async (deadline) => {
      for (;;) {
        const chunk = await link.receive(deadline);
        const left = chunk && strip(chunk);
        if (chunk === undefined || left !== undefined) return left;
      }
    },
    lines: (state) => link.lines(state),
    close: () => link.close(),
  };
}
