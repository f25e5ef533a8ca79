/** What holds for every wire, by random descriptions and random messages. */
import fc from 'fast-check';
import type { FieldSpan } from '../frame';
import { fastReader } from './reading/fast-reader';
import { walk } from './reading/walk';
import type { Draw } from './kinds/dice';
import { nearMisses, type NearMissGroup } from './near-misses';
import { sample } from './sample';
import { allWireOptions } from './testing/layouts.arbitrary';
import { wire, type Wire } from './wire';
import { messages } from './wire.arbitrary';

/** A wire, one of its messages, and bytes of any kind. */
function cases(): fc.Arbitrary<{ readonly line: Wire<object>; readonly message: object }> {
  return allWireOptions().chain((options) => {
    const line: Wire<object> = wire(options);
    return messages(line).map((message) => ({ line, message }));
  });
}

/** True where the spans name each byte once, in order. */
function covers(spans: readonly FieldSpan[], length: number): boolean {
  let at = 0;
  for (const span of spans) {
    if (span.offset !== at || span.length === 0) return false;
    at += span.length;
  }
  return at === length;
}

/** The errors that a group of near-misses has; undefined: they depend on what follows. */
function codesOf({ layout }: Wire<object>, group: NearMissGroup): readonly string[] | undefined {
  if (group === 'checksum') return ['checksum'];
  if (group === 'truncated' && layout.forms.every(({ size }) => !size.isOpen)) return ['truncated'];
  // Another constant may be a digit of the number before it, or belong to another form.
  if (group === 'constant' && layout.tag !== undefined) return ['constant', 'truncated', 'range'];
  return undefined;
}

/** Dice of a seed: a linear congruential generator. */
function dice(seed: number): Draw {
  let state = seed >>> 0;
  return {
    int: (min, max) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return min + Math.floor((state / 2 ** 32) * (max - min + 1));
    },
  };
}

const RUNS = { numRuns: 100 };

test('what is encoded is decoded as the same message, and measured', () => {
  fc.assert(
    fc.property(cases(), ({ line, message }) => {
      const bytes = line.encode(message);
      expect(line.decode(bytes)).toEqual({ kind: 'frame', value: message });
      if (line.layout.selfDelimiting) expect(line.measure(bytes, 0, bytes.length)).toBe(bytes.length);
      const longer = Uint8Array.of(0x77, ...bytes, 0x02, 0x31);
      if (line.layout.selfDelimiting) expect(line.measure(longer, 1, longer.length)).toBe(bytes.length);
      for (let cut = 1; cut < bytes.length; cut++)
        expect([0, bytes.length]).toContain(line.measure(bytes, 0, cut));
    }),
    RUNS,
  );
});

test('a frame is sealed already, and sealing mends a spoiled one', () => {
  fc.assert(
    fc.property(cases(), ({ line, message }) => {
      const bytes = line.encode(message);
      expect(line.seal(bytes)).toEqual(bytes);
      expect(line.seal(line.spoil(bytes, 0x81))).toEqual(bytes);
      if (line.layout.sumBytes > 0)
        expect(line.decode(line.spoil(bytes))).toMatchObject({ error: { code: 'checksum' }, value: message });
    }),
    RUNS,
  );
});

test('a near-miss is refused, another good message, or another spelling; its spans cover each byte once', () => {
  fc.assert(
    fc.property(cases(), ({ line, message }) => {
      const good = line.encode(message);
      expect(covers(line.fields(good), good.length)).toBe(true);
      for (const { name, group, bytes } of nearMisses(line, message)) {
        const found = line.decode(bytes);
        if (!covers(line.fields(bytes), bytes.length)) expect(`${name}: fields`).toBe('each byte once');
        if (found.kind === 'frame') {
          expect(line.decode(line.encode(found.value))).toEqual(found);
          if (group === 'spelling') expect(found.value).toEqual(message);
          // An extra byte may be a zero before a number.
          else if (bytes.length <= good.length) expect(found.value).not.toEqual(message);
        } else if (group !== 'constant' || bytes.length === good.length)
          expect(codesOf(line, group) ?? [found.error.code]).toContain(found.error.code);
        expect(found.kind === 'frame' ? '' : found.error.message).not.toMatch(/undefined|NaN/);
      }
    }),
    { numRuns: 40 },
  );
});

test('the compiled reader reads what the walk finds no flaw in but for the sum, as the same message', () => {
  fc.assert(
    fc.property(cases(), ({ line, message }) => {
      const { read, hasRightSum } = fastReader(line.layout);
      for (const bytes of [
        line.encode(message),
        ...Array.from(nearMisses(line, message), (one) => one.bytes),
      ]) {
        const { flaws, value } = walk(line.layout, bytes);
        const [flaw] = flaws;
        const isGood = flaws.every(({ code }) => code === 'checksum') && bytes.length <= line.longest;
        expect(read(bytes)).toEqual(isGood ? value : undefined);
        if (!isGood) continue;
        expect(hasRightSum(bytes)).toBe(flaw === undefined);
        if (flaw === undefined) continue;
        const { code, offset, expected, seen } = flaw;
        expect(line.decode(bytes)).toMatchObject({ error: { code, offset, expected, seen }, value });
      }
    }),
    { numRuns: 50 },
  );
});

test('the measured length of a frame does not change with further bytes', () => {
  fc.assert(
    fc.property(cases(), fc.uint8Array({ maxLength: 40 }), ({ line, message }, noise) => {
      const near = Array.from(nearMisses(line, message), ({ bytes }) => Uint8Array.of(...bytes, ...noise));
      for (const bytes of [noise, Uint8Array.of(...line.encode(message), ...noise), ...near]) {
        let before = 0;
        for (let to = 1; to <= Math.min(bytes.length, line.longest) && line.layout.selfDelimiting; to++) {
          const now = line.measure(bytes, 0, to);
          if (before !== 0) expect([to, now]).toEqual([to, before]);
          before = now;
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('any bytes are decoded, measured and explained without throwing', () => {
  fc.assert(
    fc.property(cases(), fc.uint8Array({ maxLength: 40 }), ({ line, message }, noise) => {
      const good = line.encode(message);
      const changed = Uint8Array.from(good, (byte, i) => byte ^ ((noise[i % noise.length] ?? 0) & 0x11));
      for (const bytes of [noise, changed, line.seal(changed), Uint8Array.of(...good, ...noise)]) {
        const found = line.decode(bytes);
        if (found.kind === 'reject') expect(found.error.offset).toBeLessThanOrEqual(bytes.length);
        expect(covers(line.fields(bytes), bytes.length)).toBe(true);
        if (bytes.length > 0 && line.measure(bytes, 0, bytes.length) < 0)
          expect(line.startError(bytes).code).not.toBe('');
        expect(line.describe(message)).not.toContain('undefined');
      }
    }),
    RUNS,
  );
});

test('a sample is a message that can be encoded, the same for the same seed', () => {
  fc.assert(
    fc.property(allWireOptions(), fc.nat(), (options, seed) => {
      const line: Wire<object> = wire(options);
      const message = sample(line, dice(seed));
      expect(line.decode(line.encode(message))).toEqual({ kind: 'frame', value: message });
      expect(sample(line, dice(seed))).toEqual(message);
    }),
    RUNS,
  );
});
