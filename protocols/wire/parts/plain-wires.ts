/** The one wire behind bytes or a message, where a side of a line has several wires or framings. */
import type { Wire } from '../wire';

/** A wire that is neither of several nor framed, and the way from its content to the bytes of the side. */
export interface PlainWire {
  readonly wire: Wire<unknown>;
  /** Content as the bytes of the side. */
  readonly frame: (content: Uint8Array) => Uint8Array;
  /** The way back. */
  readonly content: (bytes: Uint8Array) => Uint8Array;
}

function plain(wire: Wire<unknown>): PlainWire {
  const { framed } = wire;
  if (framed === undefined) return { wire, frame: (content) => content, content: (bytes) => bytes };
  return { wire: framed.wire, ...framed.envelope };
}

/** All of them. */
export function plainWires(wire: Wire<unknown>): readonly PlainWire[] {
  return (wire.parts?.wires ?? [wire]).map(plain);
}

/** Whether some of its frames have a sum. */
export function hasSum(wire: Wire<unknown>): boolean {
  return plainWires(wire).some((one) => one.wire.layout.sum !== undefined);
}

/** The one that encodes the message. */
export function plainWireOf(wire: Wire<unknown>, message: unknown): PlainWire {
  return plain(wire.parts?.ofMessage(message) ?? wire);
}

/** The one that reads the bytes. */
export function plainWireAt(wire: Wire<unknown>, bytes: Uint8Array): PlainWire {
  return plain(wire.parts?.ofContent(bytes) ?? wire);
}
