/** The examples of the page, and what a profile changes. */
import { PARAMETER } from '../wire/parameters';
import { millis } from '../../time';
import { GmBench, SEEDS } from '../testing/bench';
import { ACK, DENIED, GARBLED, HOST_ACK, LED_ON } from '../testing/frames';
import { GM67_BOARD } from '../testing/parts';

describe('the page’s examples', () => {
  test.each([
    ['stop outside host', '04 E5 04 00 FF 13', DENIED],
    ['start outside host', '04 E4 04 00 FF 14', DENIED],
    ['scan enable', '04 E9 04 00 FF 0F', ACK],
    ['scan disable', '04 EA 04 00 FF 0E', ACK],
    ['LED on', LED_ON, ACK],
    ['LED off', '05 E8 04 00 01 FF 0E', ACK],
    ['beep', '05 E6 04 00 01 FF 10', ACK],
    ['reset', '04 FA 04 00 FE FE', ACK],
    ['defaults', '04 C8 04 00 FF 30', ACK],
    ['trigger mode host', '07 C6 04 08 00 8A 08 FE 95', ACK],
    ['terminator CR', '08 C6 04 08 00 F2 05 02 FE 2D', ACK],
    ['host ACK', HOST_ACK, ''],
  ])('%s', (_name, asked, answer) => {
    for (const seed of SEEDS) expect(new GmBench({ seed }).ask(asked)).toBe(answer);
  });

  test('a parameter read back, and a code in packet mode', () => {
    const bench = new GmBench().hostMode();
    expect(bench.ask('05 C7 04 00 8A FE A6')).toBe('07 C6 00 00 FF 8A 08 FD A2');
    expect(bench.command({ type: 'start' })).toBe(ACK);
    bench.packetMode();
    expect(bench.show('55')).toBe('06 F3 00 00 F2 55 FD C0');
  });

  test('a code at power-on comes raw, with CR', () => {
    for (const seed of SEEDS) expect(new GmBench({ seed }).show('41 0D 42')).toBe('41 0D 42 0D');
  });
});

test('a wrong checksum draws its NAK behind long replies, but noise keeps no reply waiting', () => {
  const revisions = '04 A3 04 00 FF 55 '.repeat(4);
  for (const seed of SEEDS) {
    expect(new GmBench({ seed }).ask(revisions + GARBLED)).toMatch(/05 D1 00 00 01 FF 29$/);
    const sent = new GmBench({ seed }).ask(`${GARBLED} `.repeat(40));
    expect(sent.length / '05 D1 00 00 01 FF 29 '.length).toBeLessThan(40);
  }
});

describe('a profile', () => {
  test('commands are acknowledged within 100 ms, or sooner if the profile requires it', () => {
    const bench = new GmBench({ parameters: { commandMs: 8 } });
    for (let i = 0; i < 50; i++) {
      bench.ask(LED_ON);
      const delay = bench.rx.at(-1)!.at - bench.sentAt;
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(2000);
    }
  });

  test('the tightest limits of a profile are kept', () => {
    const bench = new GmBench({ parameters: { commandMs: 1, interByteMs: 30 } });
    expect(bench.ask(LED_ON)).toBe(ACK);
    expect(bench.rx[0]!.at - bench.sentAt).toBeLessThanOrEqual(millis(1));
  });

  test('the line rate of a profile is the default of parameter 9C', () => {
    expect(new GmBench({ parameters: { baud: 115_200 } }).read(PARAMETER.baud)).toBe(0x0a);
    expect(GM67_BOARD.links).toEqual([{ name: 'main', baud: 9600 }]);
  });
});
