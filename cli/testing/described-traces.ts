/** A trace of described protocols, and what their codecs make of it. */
import type { Codec, FieldSpan, FrameEvent } from '../../protocols/frame';
import { micros } from '../../protocols/time';
import { codec } from '../../protocols/wire/codec';
import { wireDissection } from '../../protocols/wire/dissection';
import { frameContent } from '../../protocols/wire/frame-content';
import { FIELD_TEXT_LENGTH } from '../../reports/html/evidence/bytes';
import { clip, printable } from '../../reports/text/printable';
import { dice, type Dice } from '../../scenarios/fuzz/campaign/dice';
import type { ChunkRecord, JournalEvent } from '../../scenarios/record';
import type { SampleProtocols, SampleSide } from './described-protocols';
import { describedDissectorOptions, writeTrace } from './sample-traces';
import type { DissectedFrame } from './tshark';

type Direction = ChunkRecord['direction'];

/** Of one content. */
const MOST_CHANGES = 12;

/** Frames of every kind of right and wrong content. */
function framesOf({ wire, framing, contents }: SampleSide, draw: Dice): Uint8Array[] {
  const right = contents.map((content) => frameContent(framing, content));
  const changed = contents.flatMap((content) => {
    const step = Math.ceil(content.length / MOST_CHANGES);
    const places = [...content.keys()].filter((at) => at % step === 0);
    const others = places.map((at) => wire.seal(changeByte(content, at, draw)));
    const cuts = [1, 2, content.length - 1].map((length) => content.subarray(0, Math.max(1, length)));
    const longer = [wire.seal(Uint8Array.of(...content, 0, 0)), Uint8Array.of(...content, draw.int(0, 255))];
    const spoilt = [wire.spoil(content), wire.spoil(content, 0x80)];
    return [...others, ...cuts, ...cuts.map((cut) => wire.seal(cut)), ...longer, ...spoilt];
  });
  const framed = changed.map((content) => frameContent(framing, content));
  const noise = right.flatMap((frame) => [
    Uint8Array.of(...frame, ...frame),
    Uint8Array.of(...frame.subarray(1), ...frame),
    Uint8Array.of(...frame.subarray(0, -1), 0xdb, 0x7d, 0, ...frame),
    changeByte(frame, draw.int(0, frame.length - 1), draw),
  ]);
  const long = [0xdb, 0x00, 0x02, 0x0d, 0x7e, 0x41].map((byte) => new Uint8Array(200).fill(byte));
  const mixed = Array.from({ length: 8 }, () =>
    Uint8Array.from({ length: draw.int(1, 90) }, () => draw.pick(EDGES)),
  );
  return [...right, ...framed, ...noise, ...long, ...mixed, ...right];
}

const EDGES = [
  0x00, 0x01, 0x02, 0x03, 0x0a, 0x0d, 0x10, 0x41, 0x7e, 0x7d, 0xc0, 0xdb, 0xdc, 0xdd, 0xff, 0x3b,
] as const;

function changeByte(bytes: Uint8Array, at: number, draw: Dice): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = draw.pick([
    0,
    1,
    0xff,
    0x80,
    (bytes[at] ?? 0) ^ 0x20,
    draw.int(0, 255),
    (bytes[at] ?? 0) ^ 1,
    (bytes[at] ?? 0) + 1,
  ]);
  return changed;
}

/** The frames as chunks: whole, or in pieces, with pauses of any length between them. */
function chunksOf(frames: readonly Uint8Array[], direction: Direction, draw: Dice): ChunkRecord[] {
  let at = 0;
  return frames.flatMap((frame) => {
    at += draw.pick([100, 1000, 2004, 2005, 5000, 19_999, 20_000, 30_000]);
    const cut = draw.once(4) ? draw.int(1, frame.length) : frame.length;
    return [frame.subarray(0, cut), frame.subarray(cut)]
      .filter(({ length }) => length > 0)
      .map((bytes): ChunkRecord => {
        at += draw.once(3) ? 100 : 0;
        return { type: 'chunk', link: 'main', direction, notBefore: at, notAfter: at, hex: hexOf(bytes) };
      });
  });
}

const hexOf = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');

function decode(codec: Codec<unknown>, chunks: readonly ChunkRecord[]): FrameEvent<unknown>[] {
  const decoder = codec.decoder();
  return chunks.flatMap(({ notBefore, hex }) => {
    const before = decoder.tick(micros(notBefore));
    return [...before, ...decoder.push(Uint8Array.from(Buffer.from(hex, 'hex')), micros(notBefore))];
  });
}

/** A frame as its dissector shows it. */
function expectedFrame(codec: Codec<unknown>, event: FrameEvent<unknown>): DissectedFrame {
  const { raw } = event;
  const fields = codec.fields(raw);
  const items = fields.map(
    ({ name, offset, length }) => `${name.toLowerCase()} ${hexOf(raw.subarray(offset, offset + length))}`,
  );
  const refused = event.kind === 'reject' ? { refused: event.error.message } : {};
  return { raw: hexOf(raw), items, meanings: fields.map(meaningOf), ...refused };
}

function meaningOf({ meaning, value }: FieldSpan): string {
  return printable(clip(meaning ?? String(value), FIELD_TEXT_LENGTH));
}

export interface DescribedTrace {
  /** The file, and the words that have tshark dissect it. */
  readonly path: string;
  readonly options: readonly string[];
  /** What a dissector is to show of each side, `modbus tx`. */
  readonly due: ReadonlyMap<string, readonly DissectedFrame[]>;
}

export function describedTrace(name: string, protocols: SampleProtocols): DescribedTrace {
  const events: JournalEvent[] = [];
  const due = new Map<string, readonly DissectedFrame[]>();
  const dissections = Object.entries(protocols).map(([id, [requests, answers]], number) => {
    const scenario = { suite: id, scenario: `${id}/all` };
    events.push({ type: 'scenario', at: 0, ...scenario });
    for (const [place, side] of [requests, answers].entries()) {
      const direction = place === 0 ? 'tx' : 'rx';
      const draw = dice(2 * number + place);
      const framed = codec(side.wire, side.framing);
      const chunks = chunksOf(framesOf(side, draw), direction, draw);
      events.push(...chunks);
      due.set(
        `${id} ${direction}`,
        decode(framed, chunks).map((event) => expectedFrame(framed, event)),
      );
    }
    events.push({ type: 'scenario-end', at: 0, ...scenario, requirements: {} });
    return wireDissection({ id, title: id, link: { name: 'main' }, requests, answers });
  });
  const path = writeTrace(name, events, [...Object.keys(protocols), 'other']);
  return { path, options: describedDissectorOptions(dissections), due };
}
