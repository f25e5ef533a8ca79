import fc from 'fast-check';
import type { FrameEvent } from '../frame';
import { after, micros, millis } from '../time';
import { DecodeError } from '../decode-error';
import { answers, decodeAnswer, decodeRequest, requests, errorOf, pageCode } from './testing/codecs';
import { nearMiss, WRONGS, type NearMiss } from './testing/near-misses.arbitrary';
import { ANSWER_VECTORS, BAD_VECTORS, REQUEST_VECTORS } from './testing/stm.vectors';

const T0 = micros(5_000_000);
const GAP = millis(50);
const START = bytesOf('01 FF FE');

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function reject(events: readonly FrameEvent<unknown>[]) {
  const [event] = events;
  if (events.length !== 1 || event?.kind !== 'reject')
    throw new Error(`one reject, not ${JSON.stringify(events)}`);
  return event;
}

describe('vectors', () => {
  test.each(REQUEST_VECTORS)('request: $name ($source)', ({ hex, message }) => {
    const raw = bytesOf(hex);
    expect(requests().encode(message)).toEqual(raw);
    expect(requests().decoder().push(raw, T0)).toEqual([
      { kind: 'frame', raw, first: T0, last: T0, value: message },
    ]);
    expect(decodeRequest(raw)).toEqual(message);
  });

  test.each(ANSWER_VECTORS)('answer: $name ($source)', ({ hex, message }) => {
    const raw = bytesOf(hex);
    expect(answers().encode(message)).toEqual(raw);
    expect(answers().decoder().push(raw, T0)).toEqual([
      { kind: 'frame', raw, first: T0, last: T0, value: message },
    ]);
    expect(decodeAnswer(raw)).toEqual(message);
  });

  test.each(BAD_VECTORS)('refused: $name ($source)', ({ hex, code, offset, answer }) => {
    const decoder = requests().decoder();
    const raw = bytesOf(hex);
    const event = reject([...decoder.push(raw, T0), ...decoder.tick(after(T0, GAP))]);
    expect(event).toMatchObject({ raw, error: { offset } });
    expect(pageCode(event.error.code)).toBe(code);
    const expectedCode = errorOf(code);
    if (expectedCode === undefined) throw new Error(`no Error for ${code}`);
    expect(answers().encode({ type: 'error', code: expectedCode })).toEqual(bytesOf(answer));
    expect(() => decodeRequest(raw)).toThrow(DecodeError);
  });
});

describe('near-misses', () => {
  function expectRefused({ bytes, errorCode, atGap }: NearMiss): void {
    const decoder = requests().decoder();
    const immediate = decoder.push(bytes, T0);
    if (atGap) {
      expect(immediate).toEqual([]);
      expect(decoder.deadline()).toBe(after(T0, GAP));
    }
    const event = reject([...immediate, ...decoder.tick(after(T0, GAP))]);
    expect(event.raw).toEqual(bytes);
    expect(errorOf(event.error.code)).toBe(errorCode);
    expect(decoder.push(START, after(T0, GAP))).toMatchObject([{ kind: 'frame', value: { type: 'start' } }]);
  }

  test.each(WRONGS)('%s causes its one Error at its time, and nothing after it', (wrong) => {
    fc.assert(
      fc.property(nearMiss(wrong), (miss) => {
        expect(miss.wrong).toBe(wrong);
        expectRefused(miss);
      }),
      { numRuns: 50 },
    );
  });
});

describe('judgement', () => {
  test('an answer cannot have the form of a request, nor another Error command', () => {
    for (const hex of ['04 0A', '05 FF', '06 FF', '01 00', '03 FF']) {
      const decoder = answers().decoder();
      expect(decoder.push(bytesOf(hex), T0)).toEqual([]);
      expect(reject(decoder.tick(after(T0, GAP))).error).toMatchObject({ code: 'constant', offset: 1 });
    }
    const other = answers({ errorCmd: 0x80 });
    expect(other.decoder().push(bytesOf('80 01 81'), T0)).toMatchObject([
      { kind: 'frame', value: { code: 1 } },
    ]);
    const decoder = other.decoder();
    expect(decoder.push(bytesOf('EE 01 EF'), T0)).toEqual([]);
    expect(reject(decoder.tick(after(T0, GAP))).error.code).toBe('unknown-form');
    expect(other.encode({ type: 'error', code: 1 })).toEqual(bytesOf('80 01 81'));
  });

  test("a Shuffle's answer with a repeated position is a frame: the rules of the game judge it", () => {
    const raw = bytesOf('03 0A 02 04 02 00 1B 04 02 00 22 32');
    expect(answers().decoder().push(raw, T0)).toMatchObject([{ kind: 'frame', value: { type: 'shuffle' } }]);
  });
});

describe('discarded stretches', () => {
  test('the offset of the wrong byte counts in its own event, and is 0 where that part is gone', () => {
    const decoder = requests().decoder();
    const offset = (length: number, at: number) => {
      const noise = new Uint8Array(length).fill(0x33);
      noise.set(bytesOf('03 0A 91'));
      decoder.push(noise, micros(at));
      return reject(decoder.tick(micros(at + GAP))).error.offset;
    };
    expect(offset(580, T0)).toBe(2);
    expect(offset(600, T0 + GAP)).toBe(0);
    expect(offset(10, T0 + 2 * GAP)).toBe(2);
  });

  test('a discarded part requires no Error', () => {
    expect(errorOf('discarded')).toBeUndefined();
    expect(errorOf('no such code')).toBeUndefined();
  });
});
