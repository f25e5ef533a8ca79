/** Clauses GM-DT: sending codes in raw mode and in packets, until they are acknowledged. */
import { sealed } from '../wire/message';
import { PARAMETER, TERMINATORS } from '../wire/parameters';
import { millis } from '../../time';
import { random } from '../../../devices/random';
import { toHex } from '../../../devices/virtual/testing/board-bench';
import { GmBench, replyOf, BYTE_US, SEEDS } from '../testing/bench';
import { ACK, HOST_ACK, LED_ON } from '../testing/frames';

const all = Uint8Array.from({ length: 256 }, (_, i) => i);

test.each(TERMINATORS.map((bytes, setting) => [setting, bytes] as const))(
  'terminator setting %i, all byte values before it, in one burst',
  (setting, bytes) => {
    const bench = new GmBench();
    bench.write(PARAMETER.terminator, setting);
    const from = bench.rx.length;
    expect(bench.show(all)).toBe(toHex(Uint8Array.of(...all, ...bytes)));
    expect(bench.rx).toHaveLength(from + 1);
  },
);

test('packets are short up to 249 bytes, long above, and have the type of the code', () => {
  const bench = new GmBench().packetMode();
  for (const [symbology, codeType] of [
    ['datamatrix', 0xf2],
    ['qr', 0xf1],
    ['ean13', 0x0b],
    ['code128', 0x03],
  ] as const)
    for (const length of [1, 249, 250, 2000]) {
      const payload = new Uint8Array(length).fill(0x0d);
      const hex = bench.show(payload, symbology, millis(1800));
      expect(
        hex.startsWith(length > 249 ? 'FF F4' : (length + 5).toString(16).padStart(2, '0').toUpperCase()),
      ).toBe(true);
      expect(replyOf(hex)).toEqual({ type: 'data', codeType, payload, status: 0 });
      bench.advance(millis(2000));
      bench.send(HOST_ACK).advance(millis(3000));
    }
});

test('a code without an ACK is sent twice more, each time within 20 % of the time from the last byte', () => {
  for (const seed of SEEDS) {
    const bench = new GmBench({ seed }).packetMode();
    const from = bench.rx.length;
    const payload = random(seed).int(1, 0xff);
    bench.show(Uint8Array.of(payload), 'qr', millis(12_000));
    const tries = bench.rx.slice(from);
    expect(tries.map(({ hex }) => hex.slice(9, 11))).toEqual(['00', '01', '01']);
    tries.slice(1).forEach(({ at }, i) => {
      const waited = at - (tries[i]!.at + 8 * BYTE_US);
      expect(waited).toBeGreaterThan(millis(1600));
      expect(waited).toBeLessThan(millis(2400));
    });
  }
});

test('an ACK ends the tries, a NAK does nothing, and commands are answered meanwhile', () => {
  const bench = new GmBench().packetMode();
  bench.show('55');
  expect(bench.ask(sealed([5, 0xd1, 4, 0, 1]))).toBe('');
  expect(bench.ask(LED_ON)).toBe(ACK);
  const from = bench.rx.length;
  bench.advance(millis(2500));
  expect(bench.rx).toHaveLength(from + 1);
  expect(bench.ask(HOST_ACK, millis(9000))).toBe('');
});

test('a second code waits for the first to be acknowledged', () => {
  const bench = new GmBench().packetMode();
  bench.show('55');
  expect(bench.show('56')).toBe('');
  expect(bench.ask(HOST_ACK)).toBe('06 F3 00 00 F2 56 FD BF');
});

test('a disabled scanner sends nothing and repeats nothing, and codes presented to it are lost', () => {
  const bench = new GmBench().packetMode();
  bench.show('55');
  expect(bench.command({ type: 'disable' })).toBe(ACK);
  expect(bench.show('56', 'qr', millis(8000))).toBe('');
  expect(bench.command({ type: 'enable' })).toBe(ACK);
  expect(bench.show('57')).toBe('06 F3 00 00 F2 57 FD BE');
});

test('a presented code is sent once, and again when it is presented again', () => {
  const bench = new GmBench();
  for (let i = 0; i < 4; i++) expect(bench.show('41', 'ean13', millis(1500))).toBe('41 0D');
});
