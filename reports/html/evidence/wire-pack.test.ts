import { inflateRawSync } from 'node:zlib';
import type { ChunkRecord, JournalEvent } from '../../../scenarios/record';
import { sampleJournal } from '../../testing/sample-journal';
import { summarize } from '../../summary/summary';
import type { FrameReaders } from './wire-frames';
import { packWire } from './wire-pack';

interface Header {
  readonly links: readonly string[];
  readonly count: number;
  readonly columns: readonly number[];
  readonly marks: readonly { readonly at: number; readonly kind: string; readonly id?: string }[];
}

/** The chunks of a packed wire, read by the drawing in wire-pack.ts. */
function unpacked(text: string): { head: Header; chunks: readonly (ChunkRecord & { beyond: number })[] } {
  const all = inflateRawSync(Buffer.from(text, 'base64'));
  const size = all.readUInt32LE(0);
  const head = JSON.parse(all.subarray(4, 4 + size).toString('utf8')) as Header;
  let at = 4 + size;
  const columns = head.columns.map((length) => {
    const column = all.subarray(at, (at += length));
    const values: bigint[] = [];
    for (let from = 0; from < column.length;) {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = BigInt(column[from++] ?? 0);
        value |= (byte & 0x7fn) << shift;
        if (byte < 0x80n) break;
      }
      values.push(value);
    }
    return values.map(Number);
  });
  let last = 0;
  const chunks = Array.from({ length: head.count }, (_, index) => {
    const [delta = 0, span = 0, lane = 0, kept = 0, beyond = 0] = columns.map(
      (column) => column[index] ?? NaN,
    );
    const notBefore = (last += delta);
    const hex = all.subarray(at, (at += kept)).toString('hex');
    const direction = lane % 2 === 0 ? ('tx' as const) : ('rx' as const);
    const link = head.links[lane >> 1] ?? '';
    return { type: 'chunk' as const, link, direction, notBefore, notAfter: notBefore + span, hex, beyond };
  });
  expect(at).toBe(all.length);
  return { head, chunks };
}

function chunk(index: number, bytes: number, more: Partial<ChunkRecord> = {}): ChunkRecord {
  const hex = Array.from({ length: bytes }, (_, at) =>
    (((index * 7919 + at * 104_729) >> 3) & 0xff).toString(16).padStart(2, '0'),
  );
  const direction = index % 2 === 0 ? 'tx' : 'rx';
  return {
    type: 'chunk',
    link: index % 3 === 0 ? 'a' : 'b',
    direction,
    notBefore: 1000 * index,
    notAfter: 1000 * index + 90,
    hex: hex.join(''),
    ...more,
  };
}

function failure(at: number): JournalEvent {
  return { type: 'check', at, scenario: 's', requirement: 'X-Y-01', verdict: 'fail', title: 'it broke' };
}

function packed(events: readonly JournalEvent[], readers: FrameReaders = () => undefined) {
  const wire = packWire(summarize([...sampleJournal().slice(0, 1), ...events]), readers);
  if (wire === undefined) throw new Error('no wire');
  return { wire, ...unpacked(wire.text) };
}

describe('the packed wire', () => {
  test('has every chunk, byte for byte and to the microsecond', () => {
    const sent = [
      ...Array.from({ length: 500 }, (_, index) => chunk(index, index % 40)),
      chunk(500, 3, { notBefore: 3_600_000_000, notAfter: 7_200_000_000_123, elided: 70 }),
    ];
    const { wire, chunks } = packed(sent);
    expect(chunks).toEqual(sent.map(({ elided = 0, ...rest }) => ({ ...rest, beyond: elided })));
    expect(wire).toMatchObject({ chunks: 501, leftOut: 0, cut: Infinity });
  });

  test('has the events between chunks in the order of time', () => {
    const { head } = packed([
      chunk(0, 3),
      failure(500),
      chunk(1, 3),
      { type: 'line', at: 700, link: 'a', event: 'reset' },
    ]);
    expect(head.marks).toMatchObject([
      { at: 500, kind: 'check', id: 'X-Y-01' },
      { at: 700, kind: 'line' },
    ]);
  });

  test('is nothing where nothing passed', () => {
    expect(packWire(summarize(sampleJournal().slice(0, 1)), () => undefined)).toBeUndefined();
  });

  test('a trace that is too large keeps all bytes near a failure, and counts the others', () => {
    const dull = Array.from({ length: 6000 }, (_, index) => chunk(index, 1000));
    const noisy = dull.map((each, index) => ({ ...each, hex: Buffer.from(noise(index)).toString('hex') }));
    const events = [...noisy.slice(0, 3000), failure(2_999_500), ...noisy.slice(3000)];
    const { wire, chunks } = packed(events);
    expect(wire.cut).toBe(64);
    expect(wire.text.length).toBeLessThan(3_600_000);
    expect(chunks).toHaveLength(6000);
    expect(
      [chunks[0], chunks[2990], chunks[3004], chunks[5999]].map((each) => (each?.hex.length ?? 0) / 2),
    ).toEqual([64, 1000, 1000, 64]);
    expect(chunks[0]?.beyond).toBe(936);
  });
});

/** Bytes that no packing makes smaller. */
function noise(seed: number): Uint8Array {
  let word = seed + 1;
  return Uint8Array.from({ length: 1000 }, () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return word & 0xff;
  });
}
