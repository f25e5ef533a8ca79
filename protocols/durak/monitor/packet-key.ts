/** The bytes of a packet as text: the same text, the same bytes. */
export function packetKey(raw: Uint8Array): string {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
}
