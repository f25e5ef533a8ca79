import fc from 'fast-check';
import { agrees, expect as expected, follow, POWER_ON } from './rules';
import { decodeAnswer, requests } from './testing/codecs';
import { StmBench } from './testing/bench';
import { nearMiss } from './testing/near-misses.arbitrary';
import { request } from './testing/stm.arbitrary';
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
  test('Start, Select of an open East wind, Start with a wrong checksum', () => {
    const bench = new StmBench();
    expect(bench.ask('01 FF FE')).toBe('01 FF FE');
    expect(bench.ask('04 0A 04 02 00 1B 01 12')).toBe('04 01 05');
    expect(bench.ask('01 FF 00')).toBe('EE 01 EF');
  });

  test('Reset, Set State and the Error before the first Start', () => {
    const bench = new StmBench();
    expect(bench.ask('06 FF F9')).toBe('EE 06 E8');
    expect(bench.ask('02 FF FD')).toBe('EE 06 E8');
    bench.start();
    expect(bench.ask('02 FF FD')).toBe('02 FF FD');
    expect(bench.ask('06 FF F9')).toBe('06 0A 00 0C');
  });

  test.each(REQUEST_VECTORS)('$name gets one frame of its form', ({ hex, message }) => {
    const answer = decodeAnswer(fromHex(started().ask(hex)));
    expect(answer.type).toBe(message.type === 'set-state' ? 'state' : message.type);
  });

  test.each(BAD_VECTORS)('$name gets its Error, once', ({ hex, answer }) => {
    expect(started().ask(hex)).toBe(answer);
  });
});

test('any session is answered by the rules', () => {
  fc.assert(
    fc.property(fc.array(request(), { minLength: 1, maxLength: 40 }), fc.integer(), (session, seed) => {
      const bench = new StmBench({ seed });
      let game = POWER_ON;
      for (const one of session) {
        const answer = decodeAnswer(fromHex(bench.ask(one)));
        expect(agrees(expected(game, one), answer)).toBe(true);
        game = follow(game, one, answer);
      }
    }),
    { numRuns: 60 },
  );
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

  test('the idle gap and the Error command of the profile are used', () => {
    const bench = new StmBench({ parameters: { idleGapMs: 7, errorCmd: 0x77, responseMs: 1 } });
    bench.send('01');
    bench.advance(6900);
    expect(bench.rx).toEqual([]);
    bench.advance(2000);
    expect(bench.rx.map(({ hex }) => hex)).toEqual(['77 04 73']);
  });
});

describe('time', () => {
  test('answers start within their time, most of them 0.2 to 2 ms after the last byte', () => {
    const bench = new StmBench();
    const delays = Array.from({ length: 200 }, () => {
      bench.start();
      return bench.rx.at(-1)!.at - bench.sentAt;
    });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(200);
    expect(Math.max(...delays)).toBeLessThanOrEqual(RESPONSE);
    expect(delays.filter((delay) => delay <= MOST_DELAY).length).toBeGreaterThan(150);
  });

  test('bytes half an idle gap apart are one frame', () => {
    const bench = started();
    const from = bench.rx.length;
    for (const byte of fromHex('04 0A 04 02 00 1B 01 12')) bench.send(Uint8Array.of(byte)).advance(GAP / 2);
    expect(bench.rx.slice(from).map(({ hex }) => hex)).toEqual(['04 01 05']);
  });

  test('the longest frame is answered', () => {
    const bench = started();
    const tiles = Array.from({ length: 144 }, (_, i) => ({ x: i % 64, y: i >> 6, z: 7, kind: i % 42 }));
    expect(fromHex(bench.shuffle(tiles))).toHaveLength(580);
  });

  test('requests in direct sequence are all answered, in order', () => {
    const bench = new StmBench();
    const all = ['01 FF FE', '06 FF F9', '04 0A 04 02 00 1B 01 12', '05 0A 04 03 00 1B 01 12', '02 FF FD'];
    bench.send(all.join(' ')).advance(RESPONSE);
    const answers = ['01 FF FE', '06 0A 00 0C', '04 01 05', '05 01 04', '02 FF FD'];
    expect(bench.rx.map(({ hex }) => hex)).toEqual(answers);
  });

  test('an idle board has no wake-up, and sends nothing', () => {
    const bench = started();
    expect(bench.wakeAt()).toBeUndefined();
    bench.advance(60e6);
    expect(bench.rx).toHaveLength(1);
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

  test('a flood of wrong frames is answered by one Error each', () => {
    const bench = started();
    const flood = fromHex('01 FF 00 '.repeat(500));
    for (let at = 0; at < flood.length; at += 11) bench.send(flood.subarray(at, at + 11));
    bench.advance(500 * RESPONSE);
    expect(bench.rx).toHaveLength(501);
  });
});

describe('power and seed', () => {
  test('the reset button forgets the game and unfinished input', () => {
    const bench = started();
    bench.select(EAST);
    bench.send('04 0A 04');
    bench.powerOn();
    expect(bench.ask('04 0A 04 02 00 1B 01 12')).toBe('EE 06 E8');
    expect(bench.start()).toBe('01 FF FE');
  });

  const tiles = Array.from({ length: 16 }, (_, i) => ({ x: 2 * i, y: 0, z: 0, kind: i }));
  const played = (seed: number): StmBench => {
    const bench = started({ seed });
    for (let i = 0; i < 5; i++) bench.shuffle(tiles);
    return bench;
  };

  test('the same seed gives the same bytes at the same times, another seed others', () => {
    expect(played(42).rx).toEqual(played(42).rx);
    expect(played(42).rx.map(({ hex }) => hex)).not.toEqual(played(43).rx.map(({ hex }) => hex));
  });

  test('deals use all places equally', () => {
    const seen = new Set<string>();
    const codec = requests();
    const frame = codec.encode({ type: 'shuffle', tiles: tiles.slice(0, 3) });
    for (let seed = 0; seed < 200; seed++) seen.add(started({ seed }).ask(frame));
    expect(seen.size).toBe(6);
  });
});
