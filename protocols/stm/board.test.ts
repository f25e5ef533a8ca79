import fc from 'fast-check';
import { decodeAnswer, requests } from './testing/codecs';
import { StmBench } from './testing/bench';
import { nearMiss } from './testing/near-misses.arbitrary';
import { BAD_VECTORS, REQUEST_VECTORS } from './testing/stm.vectors';
import { random } from '../../devices/random';
import { fromHex, toHex } from '../../devices/virtual/testing/board-bench';

const GAP = 50_000;
const RESPONSE = 100_000;
const EAST = { x: 4, y: 2, z: 0, kind: 27 };
const MOST_DELAY = 2000;
const BYTE = 10e6 / 115_200;

function started(options = {}): StmBench {
  const bench = new StmBench(options);
  bench.start();
  return bench;
}

describe('the page’s examples', () => {
  test.each(REQUEST_VECTORS)('$name gets one frame of its form', ({ hex, message }) => {
    const answer = decodeAnswer(fromHex(started().ask(hex)));
    expect(answer.type).toBe(message.type === 'set-state' ? 'state' : message.type);
  });

  test.each(BAD_VECTORS)('$name gets its Error, once', ({ hex, answer }) => {
    expect(started().ask(hex)).toBe(answer);
  });
});

describe('near-misses', () => {
  test('each gets exactly one Error, at its time, and changes nothing', () => {
    fc.assert(
      fc.property(nearMiss(), ({ bytes, errorCode, atGap }) => {
        const bench = started();
        bench.select(EAST);
        const from = bench.rx.length;
        bench.send(bytes).advance(GAP + RESPONSE);
        expect(bench.rx.slice(from).map(({ hex }) => hex)).toEqual([
          toHex(Uint8Array.of(0xee, errorCode, 0xee ^ errorCode)),
        ]);
        const delay = bench.rx[from]!.at - bench.sentAt;
        expect(delay).toBeGreaterThanOrEqual(atGap ? GAP : 200);
        expect(delay).toBeLessThanOrEqual((atGap ? GAP + BYTE : 0) + MOST_DELAY);
        expect(bench.match({ ...EAST, x: 9 })).toBe('05 01 04');
      }),
    );
  });
});

describe('noise', () => {
  test('64 KiB of an unknown command get one Error, and the next frame is answered', () => {
    const bench = started();
    bench.select(EAST);
    const from = bench.rx.length;
    const noise = random(7);
    const bytes = Uint8Array.from({ length: 65_536 }, (_, i) => (i === 0 ? 7 : noise.int(0, 255)));
    for (let at = 0; at < bytes.length; at += 11) bench.send(bytes.subarray(at, at + 11));
    bench.advance(GAP + RESPONSE);
    expect(bench.rx.slice(from).map(({ hex }) => hex)).toEqual(['EE 02 EC']);
    expect(bench.match({ ...EAST, x: 9 })).toBe('05 01 04');
  });
});

describe('power and seed', () => {
  const tiles = Array.from({ length: 16 }, (_, i) => ({ x: 2 * i, y: 0, z: 0, kind: i }));

  test('deals use all places equally', () => {
    const seen = new Set<string>();
    const codec = requests();
    const frame = codec.encode({ type: 'shuffle', tiles: tiles.slice(0, 3) });
    for (let seed = 0; seed < 200; seed++) seen.add(started({ seed }).ask(frame));
    expect(seen.size).toBe(6);
  });
});
