/** The examples of the page, commands, trigger modes, and the effect of the seed. */
import { sealed } from '../wire/message';
import { PARAMETER, scannerParameters, TRIGGER } from '../wire/parameters';
import { millis } from '../../time';
import { GmBench, replyOf, SEEDS } from '../testing/bench';
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

describe('commands', () => {
  test.each(scannerParameters().map((parameter) => [parameter.name, parameter] as const))(
    '%s: each value is stored, others are denied and do not change it, defaults restore the first',
    (_name, { number, values }) => {
      const bench = new GmBench();
      const fresh = bench.read(number);
      for (const value of values) {
        expect(bench.write(number, value)).toBe(ACK);
        expect(bench.read(number)).toBe(value);
      }
      for (const value of [0, 1, 4, 5, 6, 0x0b, 0x64, 0xff].filter((one) => !values.includes(one))) {
        expect(bench.write(number, value)).toBe(DENIED);
        expect(bench.read(number)).toBe(values.at(-1));
      }
      expect(bench.command({ type: 'defaults' })).toBe(ACK);
      expect(bench.read(number)).toBe(fresh);
    },
  );

  test('an unknown number is denied, read or written', () => {
    const bench = new GmBench();
    expect(bench.write(0x01, 1)).toBe(DENIED);
    expect(bench.command({ type: 'read', number: 0xf2ff })).toBe(DENIED);
  });

  test('every unknown opcode is refused', () => {
    for (const seed of SEEDS) {
      const bench = new GmBench({ seed });
      for (const opcode of [0x00, 0x11, 0x7f, 0x80, 0xa5, 0xe3, 0xec, 0xff])
        expect(bench.ask(sealed([4, opcode, 4, 0]))).toMatch(/^05 D1 00 00 0[26]/);
    }
  });

  test('the revision is ASCII', () => {
    expect(replyOf(new GmBench().ask('04 A3 04 00 FF 55')).type).toBe('revision');
  });

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

  test('a sleeping scanner ignores everything until the wake byte and 50 ms', () => {
    const bench = new GmBench();
    expect(bench.command({ type: 'sleep' })).toBe(ACK);
    expect(bench.ask(LED_ON)).toBe('');
    expect(bench.show('41')).toBe('');
    bench.send('00').advance(millis(50));
    expect(bench.ask(LED_ON)).toBe(ACK);
    expect(bench.send('00').advance(millis(30)).ask(LED_ON)).toBe(ACK);
  });
});

describe('trigger mode host', () => {
  const started = (): GmBench => {
    const bench = new GmBench().hostMode();
    bench.command({ type: 'start' });
    return bench;
  };

  test('one start reads one code', () => {
    const bench = started();
    expect(bench.show('31')).toBe('31 0D');
    expect(bench.show('32')).toBe('');
    bench.command({ type: 'start' });
    expect(bench.show('33')).toBe('33 0D');
  });

  test('stop and the scan time end the session', () => {
    const stopped = started();
    expect(stopped.command({ type: 'stop' })).toBe(ACK);
    expect(stopped.show('31')).toBe('');
    const late = new GmBench().hostMode();
    late.write(PARAMETER.scanTime, 5);
    late.command({ type: 'start' });
    late.advance(millis(200));
    expect(late.show('31')).toBe('31 0D');
    late.command({ type: 'start' });
    late.advance(millis(300));
    expect(late.show('31')).toBe('');
  });

  test('a repeated start is acknowledged and applied once; after a NAK 01 it counts as new', () => {
    const bench = started();
    bench.show('31');
    expect(bench.command({ type: 'start' }, 1)).toBe(ACK);
    expect(bench.show('32')).toBe('');
    bench.ask(GARBLED);
    expect(bench.command({ type: 'start' }, 1)).toBe(ACK);
    expect(bench.show('33')).toBe('33 0D');
  });

  test.each([TRIGGER.hold, TRIGGER.pulse])('trigger mode %i waits for its button', (mode) => {
    const bench = new GmBench();
    bench.write(PARAMETER.trigger, mode);
    expect(bench.show('31')).toBe('');
  });
});

describe('power and seed', () => {
  test('the reset button restores what was not written permanently', () => {
    const bench = new GmBench();
    const volume = bench.read(PARAMETER.volume);
    bench.write(PARAMETER.volume, (volume + 1) % 4);
    bench.command({ type: 'write', prefix: 0, number: PARAMETER.trigger, value: TRIGGER.host }, 8);
    bench.powerOn();
    expect(bench.read(PARAMETER.volume)).toBe(volume);
    expect(bench.read(PARAMETER.trigger)).toBe(TRIGGER.host);
  });

  test('an idle board has no wake-up', () => {
    const bench = new GmBench();
    bench.ask(LED_ON);
    expect(bench.wakeAt()).toBeUndefined();
  });

  test('each seed has its own defaults and times, and repeats them', () => {
    const rxOf = (seed: number) => {
      const bench = new GmBench({ seed });
      for (const { number } of scannerParameters()) bench.read(number);
      return bench.rx;
    };
    expect(rxOf(3)).toEqual(rxOf(3));
    expect(rxOf(3)).not.toEqual(rxOf(4));
  });

  test('the line rate of a profile is the default of parameter 9C', () => {
    expect(new GmBench({ parameters: { baud: 115_200 } }).read(PARAMETER.baud)).toBe(0x0a);
    expect(GM67_BOARD.links).toEqual([{ name: 'main', baud: 9600 }]);
  });
});
