/** Clauses GM-FR: checksums, pauses, wrong lengths and noise. */
import fc from 'fast-check';
import { PARAMETER } from '../wire/parameters';
import { millis } from '../../time';
import { fromHex } from '../../../devices/virtual/testing/board-bench';
import { GmBench, BYTE_US, SEEDS } from '../testing/bench';
import { ACK, GARBLED, LED_ON, RESEND } from '../testing/frames';

test('a wrong checksum gets one NAK 01 and changes nothing, and the next frame counts without a pause', () => {
  const bench = new GmBench();
  expect(bench.ask(`${GARBLED} ${LED_ON}`)).toBe(`${RESEND} ${ACK}`);
  expect(new GmBench({ parameters: { badChecksum: 'silent' } }).ask(`${GARBLED} ${LED_ON}`)).toBe(ACK);
});

test('each wrong bit of a frame is detected', () => {
  const frame = fromHex('07 C6 04 08 00 8A 08 FE 95');
  for (let bit = 24; bit < frame.length * 8; bit++) {
    const wrong = frame.with(bit >> 3, frame[bit >> 3]! ^ (1 << (bit & 7)));
    const bench = new GmBench();
    const mode = bench.read(PARAMETER.trigger);
    bench.ask(wrong);
    expect(bench.read(PARAMETER.trigger)).toBe(mode);
  }
});

test('bytes half a pause apart are a frame; half a frame is dropped at the pause, without a NAK', () => {
  const bench = new GmBench();
  for (const byte of fromHex(LED_ON)) bench.send(Uint8Array.of(byte)).advance(millis(100) - BYTE_US);
  expect(bench.advance(millis(50)).rx.map(({ hex }) => hex)).toEqual([ACK]);
  expect(bench.ask('04 E9 04', millis(200) - BYTE_US)).toBe('');
  expect(bench.ask(LED_ON)).toBe(ACK);
});

test.each(['03 E9 04 00', '00 04 E9', 'FF F4 00 10 F4 04 00', '05 E4 04 00 00 FF 13', '09 C6 04 00 00 8A'])(
  'after the bad LEN of %s, bytes without a pause are dropped, with at most one NAK',
  (bad) => {
    for (const seed of SEEDS) {
      const bench = new GmBench({ seed });
      expect(['', '05 D1 00 00 02 FF 28']).toContain(bench.ask(`${bad} ${LED_ON}`));
      expect(bench.ask(LED_ON)).toBe(ACK);
    }
  },
);

test('after any noise and a pause a good frame is answered', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 700 }), (noise) => {
      const bench = new GmBench().send(noise).advance(millis(200));
      bench.advance(millis(60));
      expect(bench.ask(LED_ON)).toBe(ACK);
    }),
    { numRuns: 60 },
  );
});

test('noise of wrong frames does not delay a command', () => {
  const bench = new GmBench().send(fromHex(`${GARBLED} `.repeat(2000))).advance(millis(200));
  bench.ask(LED_ON);
  const last = bench.rx.at(-1);
  expect(last?.hex).toBe(ACK);
  expect(last!.at - bench.sentAt).toBeLessThan(millis(100));
});
