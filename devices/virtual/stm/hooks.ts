/** Helpers for defects: each changes one step of the STM firmware. */
import type { Decoder, FrameEvent, FrameOf, RejectOf } from '../../../protocols/frame';
import {
  CMD,
  crc,
  hasGoodContent,
  type Answer,
  type RejectCode,
  type Request,
} from '../../../protocols/stm/stm';
import type { Game } from '../../../protocols/stm/rules';
import type { Micros } from '../../../protocols/time';
import type { StmDefect, Turn } from './firmware';

type Change = StmDefect['change'];
type Events = readonly FrameEvent<Request>[];

/** Changes the events of bytes that were rejected for `code`. */
export function onReject(code: RejectCode, change: (reject: RejectOf<Request>) => Events): Change {
  return (sound) => ({
    mapEvent: (event) =>
      sound
        .mapEvent(event)
        .flatMap((one) => (one.kind === 'reject' && one.error.code === code ? change(one) : [one])),
  });
}

/** Changes the events of a valid frame. */
export function onFrame(change: (frame: FrameOf<Request>) => Events): Change {
  return (sound) => ({
    mapEvent: (event) => sound.mapEvent(event).flatMap((one) => (one.kind === 'frame' ? change(one) : [one])),
  });
}

type RequestOf<K extends Request['type']> = Extract<Request, { type: K }>;

function isOf<K extends Request['type']>(request: Request, type: K): request is RequestOf<K> {
  return request.type === type;
}

/** Changes a sound board's turn on one kind of request. */
export function onRequest<K extends Request['type']>(
  type: K,
  change: (turn: Turn, game: Game, request: RequestOf<K>) => Turn,
): Change {
  return (sound) => ({
    applyRequest: (game, request) => {
      const turn = sound.applyRequest(game, request);
      return isOf(request, type) ? change(turn, game, request) : turn;
    },
  });
}

/** Changes the bytes of answers. */
export function onEncode(change: (bytes: Uint8Array, answer: Answer) => Uint8Array): Change {
  return (sound) => ({ encode: (answer) => change(sound.encode(answer), answer) });
}

/** A receiver in front of the sound one. */
export function prefilter(
  inner: Decoder<Request>,
  push: (bytes: Uint8Array, at: Micros) => Events,
  others: Partial<Pick<Decoder<Request>, 'deadline' | 'tick'>> = {},
): Decoder<Request> {
  return {
    push,
    get pending() {
      return inner.pending;
    },
    deadline: () => inner.deadline(),
    tick: (now) => inner.tick(now),
    ...others,
  };
}

/** A rejected frame as a valid one, if its content is valid. */
export function asValidFrame(reject: RejectOf<Request>): FrameEvent<Request> {
  const { raw, first, last, value } = reject;
  return value === undefined || !hasGoodContent(raw) ? reject : { kind: 'frame', raw, first, last, value };
}

/** Reads requests with some bytes changed; a right or wrong CRC stays so. */
export function readAs(mend: (raw: Uint8Array) => Uint8Array): Change {
  return ({ wire }) => ({
    wire: {
      ...wire,
      measure: (buffer, from, to) => {
        const start = mend(buffer.subarray(from, to));
        return wire.measure(start, 0, start.length);
      },
      startError: (raw) => wire.startError(mend(raw)),
      decode: (raw) => {
        const other = Uint8Array.from(mend(raw));
        const last = other.length - 1;
        other[last] = other[last]! ^ crc(other) ^ crc(raw);
        return wire.decode(other);
      },
    },
  });
}

export function createReject(code: RejectCode, raw: Uint8Array, at: Micros): RejectOf<Request> {
  return { kind: 'reject', raw, first: at, last: at, error: { code, offset: 0, message: code } };
}

export function isCommand(byte: number | undefined): boolean {
  return byte !== undefined && byte >= CMD.start && byte <= CMD.setState;
}

/** The bytes, with the XOR of the first `length` as the last one. */
export function withXorOver(bytes: Uint8Array, length: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1] = copy.subarray(0, length).reduce((sum, byte) => sum ^ byte, 0);
  return copy;
}
