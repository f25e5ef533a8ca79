/**
 * A wire: the messages of one direction of a line, as their bytes before framing.
 *
 *     const requests = wire({
 *       head: { unit: u8() },
 *       tag: { function: u8() },
 *       forms: {
 *         read: [3, { address: u16be(), count: u16be() }],
 *         write: [6, { address: u16be(), value: u16be() }],
 *       },
 *       sum: crc16modbus,
 *     });
 *     requests.encode({ type: 'read', unit: 1, address: 0, count: 2 });   // 01 03 00 00 00 02 C4 0B
 *
 *     ┌──────┬─────┬────────────────────┬─────┐
 *     │ head │ tag │ fields of the form │ sum │
 *     └──────┴─────┴────────────────────┴─────┘
 */
import type { FieldSpan, FrameError } from '../frame';
import type { Envelope } from './decoders/envelope';
import type { PartFraming } from './framing';
import { decoderOf, type Decoded } from './reading/decode';
import { describeMessage } from './describe';
import { encoderOf } from './writing/encode';
import type { Fields, Flat, ValuesOf } from './layout/field-types';
import { layoutOf } from './layout/layout';
import type { TagPredicate, WireLayout, WireOptions } from './layout/layout-data';
import { measurerOf } from './reading/measure';
import { sealerOf } from './writing/seal';
import { walkFrame } from './reading/walk';
import type { Piece } from './reading/walk-data';

type FieldsOfForm<F> = F extends readonly [unknown, infer Own] ? Own : F;

/** The tag is in a message only where its form does not fix it. */
type TagOf<O extends WireOptions, F> = F extends readonly [TagPredicate, unknown]
  ? O extends { readonly tag: infer T }
    ? { readonly [K in keyof T]: number }
    : unknown
  : unknown;

type HeadOf<O extends WireOptions> = O extends { readonly head: infer H } ? ValuesOf<H> : unknown;

/** The messages of a wire: a union of objects, each with the name of its form as `type`. */
export type MessageOf<O extends WireOptions> = {
  [N in keyof O['forms'] & string]: Flat<
    { readonly type: N } & HeadOf<O> & TagOf<O, O['forms'][N]> & ValuesOf<FieldsOfForm<O['forms'][N]>>
  >;
}[keyof O['forms'] & string];

/** The type of a wire's messages: `type Request = Messages<typeof requests>`. */
export type Messages<W> = W extends Pick<Wire<infer M>, 'describe'> ? M : never;

/** The messages of one direction and their bytes. Only `encode` throws; the others accept any bytes. */
export interface Wire<M> {
  /** The description, checked, as data. Of several wires: all their forms, without tags and sums. */
  readonly layout: WireLayout;
  /** Of {@link oneOf}: its wires. */
  readonly parts?: WireParts;
  /** Of {@link anyOf}: the content of its frames. */
  readonly framed?: FramedPart;
  /** Bytes of the longest frame. */
  readonly longest: number;
  /** The bytes of a message, with lengths and sum. Throws EncodeError, which names the field: `read.count: 70000, should be 0..65535`. */
  encode(message: M): Uint8Array;
  /** Reads exactly one frame. The value belongs to the caller; bytes in it are copies. */
  decode(raw: Uint8Array): Decoded<M>;
  /**
   * The length in bytes of the frame that begins at `from`. The bytes up to `to` (one at least) have come. 0: they do
   * not tell it yet. -1: no frame begins so; {@link startError} says why.
   */
  measure(buffer: Uint8Array, from: number, to: number): number;
  /** Why a frame cannot begin with these bytes. */
  startError(raw: Uint8Array): FrameError;
  /** A copy with right lengths and a right sum. */
  seal(content: Uint8Array): Uint8Array;
  /** A copy with a right sum, and the lengths that it has. */
  resum(content: Uint8Array): Uint8Array;
  /** A copy with a right sum in which these bits are flipped (default: the lowest). Without a sum: a plain copy. */
  spoil(content: Uint8Array, mask?: number): Uint8Array;
  /** Explains any bytes: one span after another, from the first byte to the last. */
  fields(content: Uint8Array): readonly FieldSpan[];
  /** One line for people: `read unit 1 address 0 count 2`. */
  describe(message: M): string;
}

/** The wires of {@link oneOf}. */
export interface WireParts {
  readonly wires: readonly Wire<unknown>[];
  /** The wire that encodes a message; undefined: none has its form. */
  ofMessage(message: unknown): Wire<unknown> | undefined;
  /** The wire that reads these bytes. */
  ofContent(content: Uint8Array): Wire<unknown>;
}

/** A wire in a framing of its own, as its bytes are on a line with several framings. */
export interface FramedPart {
  readonly wire: Wire<unknown>;
  readonly framing: PartFraming;
  readonly envelope: Envelope;
}

/**
 * The wire of a description. Throws LayoutError for an impossible one: a frame without an end, two forms that cannot be
 * distinguished, a tag twice. Its message begins with the path: `forms.read.count: …`.
 */
export function wire<const O extends WireOptions>(options: O): Wire<MessageOf<O>> {
  const layout = layoutOf(options);
  const { decode, startError } = decoderOf<MessageOf<O>>(layout);
  const { seal, resum, spoil } = sealerOf(layout);
  return {
    layout,
    longest: layout.longest,
    encode: encoderOf(layout),
    decode,
    measure: measurerOf(layout),
    startError,
    seal,
    resum,
    spoil,
    fields: (content) => walkFrame(layout, content).pieces.map(spanOf),
    describe: (message) => describeMessage(layout, message),
  };
}

/** A request and its answer, which have the same tag. */
interface TaggedExchange {
  readonly tag: number;
  readonly request: Fields;
  readonly answer: Fields;
}

/**
 * The forms of one direction, from a table of requests with their answers. Both have the name of their row as `type`. A
 * row may have other properties too.
 *
 *     const COMMANDS = { read: { tag: 3, request: { address: u16be() }, answer: { value: u16be() } } };
 *     const requests = wire({ tag: { command: u8() }, forms: formsOf(COMMANDS, 'request') });
 */
export function formsOf<
  const T extends Readonly<Record<string, TaggedExchange>>,
  S extends 'request' | 'answer',
>(table: T, side: S): { readonly [N in keyof T]: readonly [tag: number, fields: T[N][S]] };
export function formsOf(
  table: Readonly<Record<string, TaggedExchange>>,
  side: 'request' | 'answer',
): Readonly<Record<string, readonly [number, Fields]>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, exchange]) => [name, [exchange.tag, exchange[side]]]),
  );
}

function spanOf({ path, role, offset, length, value, meaning, flaw }: Piece): FieldSpan {
  const name = role === 'count' || role === 'bytes' ? `${path} ${role}` : path;
  const wrong = flaw === undefined || role === 'sum' ? meaning : `should be ${flaw.expected}`;
  const shown = typeof value === 'bigint' ? String(value) : value;
  return wrong === undefined
    ? { name, offset, length, value: shown }
    : { name, offset, length, value: shown, meaning: wrong };
}
