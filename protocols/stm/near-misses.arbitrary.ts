/**
 * Requests that are wrong in exactly one way, labelled with it.
 */
import fc, { type Arbitrary } from 'fast-check';
import { request, tile, tiles, upTo } from './messages.arbitrary';
import { CMD, crc, DESCRIPTOR, ERROR, LIMIT, requests, type ErrorCode, type Request } from './stm';

/** A request that is wrong in exactly the way that `wrong` says. */
export interface NearMiss {
  readonly bytes: Uint8Array;
  readonly wrong: Wrong;
  /** The Error a board must send for it, exactly once. */
  readonly errorCode: ErrorCode;
  /** That Error is decided by the idle gap after the bytes (STM-TM-02), not by the last of them. */
  readonly atGap: boolean;
  /** The good request it was made of, where there was one. */
  readonly request?: Request;
}

export const WRONGS = [
  'bad CRC',
  'unknown command',
  'descriptor',
  'count 0',
  'count above 144',
  'kind',
  'condition',
  'coordinate',
  'position twice',
  'truncated',
] as const;

export type Wrong = (typeof WRONGS)[number];

/** Near-misses of the labels given; of all of them by default. */
export function nearMiss(...wrongs: readonly Wrong[]): Arbitrary<NearMiss> {
  const made: Readonly<Record<Wrong, () => Arbitrary<NearMiss>>> = {
    'bad CRC': badCrc,
    'unknown command': unknownCommand,
    descriptor,
    'count 0': () => miscounted('count 0', fc.constant(0)),
    'count above 144': () => miscounted('count above 144', upTo(255, LIMIT.count + 1)),
    kind: () => outOfRange('kind', fc.constant(3), LIMIT.kind),
    condition,
    coordinate: () =>
      fc.oneof(
        outOfRange('coordinate', fc.constant(0), LIMIT.x),
        outOfRange('coordinate', fc.constant(1), LIMIT.y),
        outOfRange('coordinate', fc.constant(2), LIMIT.z),
      ),
    'position twice': positionTwice,
    truncated,
  };
  return fc.oneof(...(wrongs.length === 0 ? WRONGS : wrongs).map((wrong) => made[wrong]()));
}

const codec = requests();

function changed(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = byte;
  return copy;
}

/** The bytes with their last one made the right CRC. */
function sealed(bytes: Uint8Array): Uint8Array {
  return changed(bytes, bytes.length - 1, crc(bytes, bytes.length - 1));
}

/** Bytes behind a head that is refused: any, for all of them are discarded. */
function tail(): Arbitrary<Uint8Array> {
  return fc.uint8Array({ maxLength: 24, size: 'max' });
}

function badCrc(): Arbitrary<NearMiss> {
  return fc.tuple(request(), upTo(255, 1)).map(([good, flip]) => {
    const bytes = codec.encode(good);
    const last = bytes.length - 1;
    const bad = changed(bytes, last, bytes[last]! ^ flip);
    return { bytes: bad, wrong: 'bad CRC', errorCode: ERROR.badCrc, atGap: false, request: good };
  });
}

function unknownCommand(): Arbitrary<NearMiss> {
  const cmd = fc.oneof(upTo(255, CMD.setState + 1), fc.constant(0), fc.constant(CMD.error));
  return fc.tuple(cmd, tail()).map(([first, rest]) => ({
    bytes: Uint8Array.of(first, ...rest),
    wrong: 'unknown command',
    errorCode: ERROR.unknownCommand,
    atGap: true,
  }));
}

function descriptor(): Arbitrary<NearMiss> {
  return fc.tuple(request(), upTo(255, 1)).map(([good, flip]) => {
    const bytes = codec.encode(good);
    const bad = sealed(changed(bytes, 1, bytes[1]! ^ flip));
    return { bytes: bad, wrong: 'descriptor', errorCode: ERROR.badData, atGap: true, request: good };
  });
}

function miscounted(wrong: 'count 0' | 'count above 144', counts: Arbitrary<number>): Arbitrary<NearMiss> {
  return fc.tuple(counts, tail()).map(([count, rest]) => ({
    bytes: Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, count, ...rest),
    wrong,
    errorCode: ERROR.badData,
    atGap: true,
  }));
}

function ofTiles(): Arbitrary<Request> {
  return request().filter((one) => one.type === 'shuffle' || one.type === 'select' || one.type === 'match');
}

function outOfRange(
  wrong: 'kind' | 'coordinate',
  part: Arbitrary<number>,
  limit: number,
): Arbitrary<NearMiss> {
  return fc.tuple(ofTiles(), part, upTo(255, limit + 1), fc.nat()).map(([good, offset, byte, pick]) => {
    const first = good.type === 'shuffle' ? 3 + 4 * (pick % good.tiles.length) : 2;
    const bytes = sealed(changed(codec.encode(good), first + offset, byte));
    return { bytes, wrong, errorCode: ERROR.badData, atGap: false, request: good };
  });
}

function condition(): Arbitrary<NearMiss> {
  const one = fc.record(
    { type: fc.constantFrom('select', 'match'), tile: tile(), open: fc.boolean() },
    { noNullPrototype: true },
  );
  return fc.tuple(one, upTo(255, 2)).map(([good, byte]) => {
    const bytes = sealed(changed(codec.encode(good), 6, byte));
    return { bytes, wrong: 'condition', errorCode: ERROR.badData, atGap: false, request: good };
  });
}

function positionTwice(): Arbitrary<NearMiss> {
  return fc.tuple(tiles(2), fc.nat(), fc.nat()).map(([all, from, step]) => {
    const good: Request = { type: 'shuffle', tiles: all };
    const a = from % all.length;
    const b = (a + 1 + (step % (all.length - 1))) % all.length;
    const bytes = codec.encode(good);
    for (let i = 0; i < 3; i++) bytes[3 + 4 * b + i] = bytes[3 + 4 * a + i]!;
    return {
      bytes: sealed(bytes),
      wrong: 'position twice',
      errorCode: ERROR.badData,
      atGap: false,
      request: good,
    };
  });
}

function truncated(): Arbitrary<NearMiss> {
  return fc.tuple(request(), fc.nat()).map(([good, cut]) => {
    const whole = codec.encode(good);
    const bytes = whole.slice(0, 1 + (cut % (whole.length - 1)));
    return { bytes, wrong: 'truncated', errorCode: ERROR.truncated, atGap: true, request: good };
  });
}
