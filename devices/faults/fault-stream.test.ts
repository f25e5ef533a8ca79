import * as fc from 'fast-check';
import { micros, millis, type Micros } from '../../protocols/time';
import { FaultStream, type WireEvent } from './fault-stream';
import { FAULT_KINDS, fixedPlan, seededPlan, type Fault, type FaultEvent } from './faults';
import { faultsWithin, faultWithin } from './testing/faults.arbitrary';

interface Run {
  readonly passed: readonly WireEvent[];
  readonly reported: readonly FaultEvent[];
}

/** Chunks a second apart, so that most faults affect only one of them. */
const PACE = millis(1000);
const CHUNK = 10;

function pass(bytes: Uint8Array, faults: readonly Fault[], chunk = CHUNK, pace: Micros = PACE): Run {
  const reported: FaultEvent[] = [];
  const passed: WireEvent[] = [];
  const stream = new FaultStream(fixedPlan(faults), (event) => reported.push(event));
  for (let at = 0; at < bytes.length; at += chunk) {
    const now = micros((at / chunk) * pace);
    const held = stream.deadline();
    if (held !== undefined && held <= now) passed.push(...stream.tick(held));
    passed.push(...stream.push(bytes.subarray(at, at + chunk), now));
  }
  const held = stream.deadline();
  if (held !== undefined) passed.push(...stream.tick(held));
  return { passed, reported };
}

const STREAM = Uint8Array.from({ length: 60 }, (_, i) => (i * 37 + 11) & 0xff);

function bytesOf(passed: readonly WireEvent[]): number[] {
  return passed.flatMap((one) => (one.kind === 'bytes' ? [...one.bytes] : []));
}

function chunksOf({ passed }: Run): readonly (readonly [at: number, length: number])[] {
  return passed.flatMap((one) => (one.kind === 'bytes' ? [[one.at / 1000, one.bytes.length] as const] : []));
}

const CLEAN = pass(STREAM, []);

/** The bytes after these faults, computed independently of the stream. */
function changed(bytes: Uint8Array, faults: readonly Fault[]): number[] {
  const out: number[] = [];
  let at = 0;
  let cut = Infinity;
  while (at < bytes.length) {
    const here = faults.filter((fault) => fault.at === at);
    const flip = here.find((fault) => fault.kind === 'flip');
    const drop = here.find((fault) => fault.kind === 'drop');
    const duplicate = here.find((fault) => fault.kind === 'duplicate');
    if (here.some((fault) => fault.kind === 'unplug')) cut = at;
    if (at >= cut) return out;
    if (drop !== undefined) at += drop.count;
    else if (duplicate !== undefined) {
      const copy = bytes.subarray(at, at + duplicate.count);
      out.push(...copy, ...copy);
      at += duplicate.count;
    } else out.push((bytes[at++] ?? 0) ^ (flip === undefined ? 0 : 1 << flip.bit));
  }
  return out;
}

describe('each fault has its effect on the wire', () => {
  const single = (fault: Fault): Run => {
    const run = pass(STREAM, [fault]);
    expect(run.reported.map((event) => event.fault)).toEqual([fault]);
    expect(run.passed).not.toEqual(CLEAN.passed);
    return run;
  };

  test('a flip inverts its bit, and names both bytes', () => {
    const run = single({ kind: 'flip', at: 17, bit: 3 });
    const bytes = bytesOf(run.passed);
    expect(bytes.map((byte, i) => byte ^ (STREAM[i] ?? 0)).filter((bits) => bits !== 0)).toEqual([8]);
    expect((bytes[17] ?? 0) ^ (STREAM[17] ?? 0)).toBe(8);
    expect(run.reported[0]?.detail).toBe('bit 3 of byte 17 flipped: 80 became 88');
    expect(run.reported[0]?.at).toBe(PACE);
  });

  test('a split makes two chunks of one, at the same time', () => {
    const run = single({ kind: 'split', at: 13 });
    expect(bytesOf(run.passed)).toEqual([...STREAM]);
    expect(chunksOf(run).slice(0, 3)).toEqual([
      [0, 10],
      [1000, 3],
      [1000, 7],
    ]);
  });

  test('a merge makes one chunk of two when the second comes', () => {
    const run = single({ kind: 'merge', at: 13, span: millis(1500) });
    expect(bytesOf(run.passed)).toEqual([...STREAM]);
    expect(chunksOf(run).slice(0, 3)).toEqual([
      [0, 10],
      [2000, 20],
      [3000, 10],
    ]);
  });

  test('a merge without a next chunk sends its chunk late and alone, and is not reported', () => {
    const run = pass(STREAM, [{ kind: 'merge', at: 13, span: millis(400) }]);
    expect(run.reported).toEqual([]);
    expect(chunksOf(run).slice(0, 3)).toEqual([
      [0, 10],
      [1400, 10],
      [2000, 10],
    ]);
  });

  test('a gap is silence before its byte, a delay is silence before its chunk', () => {
    expect(chunksOf(single({ kind: 'gap', at: 13, span: millis(300) })).slice(1, 3)).toEqual([
      [1000, 3],
      [1300, 7],
    ]);
    expect(chunksOf(single({ kind: 'delay', at: 13, span: millis(300) })).slice(1, 3)).toEqual([
      [1300, 10],
      [2000, 10],
    ]);
  });

  test('chunks after a long delay wait for it: bytes keep their order', () => {
    const run = single({ kind: 'delay', at: 0, span: millis(2500) });
    expect(chunksOf(run)).toEqual([
      [2500, 10],
      [2500, 10],
      [2500, 10],
      [3000, 10],
      [4000, 10],
      [5000, 10],
    ]);
  });

  test('a break comes between the bytes, and takes time', () => {
    const run = single({ kind: 'break', at: 13, span: millis(20) });
    expect(run.passed.map(({ kind, at }) => [kind, at / 1000]).slice(1, 4)).toEqual([
      ['bytes', 1000],
      ['break', 1000],
      ['bytes', 1020],
    ]);
    expect(bytesOf(run.passed)).toEqual([...STREAM]);
  });

  test('a cut line loses the bytes of its time, a pulled cable loses all', () => {
    const cut = single({ kind: 'unplug', at: 13, span: millis(1500) });
    expect(bytesOf(cut.passed)).toEqual([...STREAM.subarray(0, 13), ...STREAM.subarray(30)]);
    const pulled = single({ kind: 'unplug', at: 13 });
    expect(bytesOf(pulled.passed)).toEqual([...STREAM.subarray(0, 13)]);
    expect(pulled.passed.at(-1)).toEqual({ kind: 'unplug', at: PACE });
  });
});

describe('laws of plans', () => {
  const chunks = fc.integer({ min: 1, max: 60 });
  const plans = faultsWithin({ length: STREAM.length, max: 8 });

  test('the bytes that passed are the bytes that came, changed by the reported faults', () => {
    fc.assert(
      fc.property(plans, chunks, (faults, chunk) => {
        fc.pre(!faults.some((fault) => fault.kind === 'unplug' && fault.span !== undefined));
        const { passed, reported } = pass(STREAM, faults, chunk);
        expect(bytesOf(passed)).toEqual(
          changed(
            STREAM,
            reported.map(({ fault }) => fault),
          ),
        );
      }),
    );
  });

  test('a fault that changes bytes is reported exactly if the bytes changed', () => {
    const content = faultWithin({ length: STREAM.length, kinds: ['flip', 'drop', 'duplicate', 'unplug'] });
    fc.assert(
      fc.property(content, chunks, (fault, chunk) => {
        const { passed, reported } = pass(STREAM, [fault], chunk);
        expect(reported).toHaveLength(1);
        expect(bytesOf(passed)).not.toEqual([...STREAM]);
      }),
    );
  });

  test('times never decrease, and only reported faults lose or add bytes', () => {
    fc.assert(
      fc.property(plans, chunks, fc.integer({ min: 0, max: 400 }), (faults, chunk, pace) => {
        const { passed, reported } = pass(STREAM, faults, chunk, millis(pace));
        const times = passed.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        if (!reported.some(({ fault }) => ['flip', 'drop', 'duplicate', 'unplug'].includes(fault.kind)))
          expect(bytesOf(passed)).toEqual([...STREAM]);
      }),
    );
  });

  test('a plan shrinks to the one fault that makes the test fail', () => {
    const details = fc.check(
      fc.property(faultsWithin({ length: 200, max: 8 }), (faults) => {
        const bytes = new Uint8Array(200);
        return bytesOf(pass(bytes, faults).passed).length === 200;
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(details.failed).toBe(true);
    expect(details.counterexample?.[0]).toHaveLength(1);
  });
});

describe('a seeded plan', () => {
  const draw = (seed: number, count: number, every = 200): Fault[] => {
    const plan = seededPlan({ kinds: FAULT_KINDS, every, seed });
    return Array.from({ length: count }, () => plan.next()).filter((fault) => fault !== undefined);
  };

  test('is the same for the same seed, and differs for another', () => {
    expect(draw(5, 50)).toEqual(draw(5, 50));
    expect(draw(5, 50)).not.toEqual(draw(6, 50));
  });

  test('has the requested rate, every kind, and rising positions', () => {
    const faults = draw(1, 4000);
    const last = faults.at(-1)?.at ?? 0;
    expect(last / 4000).toBeGreaterThan(190);
    expect(last / 4000).toBeLessThan(210);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
    expect(faults.every(({ at }, i) => i === 0 || at > (faults[i - 1]?.at ?? 0))).toBe(true);
    expect(draw(1, 10, 1).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('without kinds has no fault', () => {
    expect(seededPlan({ kinds: [], every: 1, seed: 1 }).next()).toBeUndefined();
  });
});
