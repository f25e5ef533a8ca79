import { micros, millis } from '../../../protocols/time';
import { PacedLine } from './paced-line';
import { virtualClock } from './virtual-clock';

function line(baud: number, firstAlone: boolean) {
  const clock = virtualClock();
  const seen: { at: number; bytes: number[]; span: number }[] = [];
  const paced = new PacedLine(clock, baud, firstAlone, (bytes, at, span) => {
    seen.push({ at, bytes: [...bytes], span });
    return false;
  });
  return { clock, seen, paced };
}

describe('a paced line', () => {
  test('delivers a byte at the end of its stop bit: 10 bit times', async () => {
    const { clock, seen, paced } = line(10_000, false);
    expect(paced.send(Uint8Array.of(5))).toBe(1000);
    await clock.until(micros(999.9));
    expect(seen).toEqual([]);
    await clock.until(micros(1000));
    expect(seen).toEqual([{ at: 1000, bytes: [5], span: 0 }]);
  });

  test('delivers a run in slices of at most 1 ms, and its first byte alone if asked to', async () => {
    const { clock, seen, paced } = line(100_000, true);
    paced.send(Uint8Array.from({ length: 25 }, (_, i) => i));
    await clock.until(millis(10));
    expect(seen.map(({ at, bytes, span }) => [at, bytes.length, span])).toEqual([
      [100, 1, 0],
      [1100, 10, 900],
      [2100, 10, 900],
      [2500, 4, 300],
    ]);
    expect(seen.flatMap(({ bytes }) => bytes)).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  test('bytes sent back to back follow each other without a gap', async () => {
    const { clock, seen, paced } = line(100_000, false);
    paced.send(Uint8Array.of(1, 2));
    expect(paced.send(Uint8Array.of(3))).toBe(300);
    expect(paced.freeAt).toBe(300);
    await clock.until(micros(150));
    expect(paced.send(Uint8Array.of(4))).toBe(400);
    await clock.until(millis(1));
    expect(seen.map(({ at }) => at)).toEqual([200, 300, 400]);
  });

  test('an idle line starts immediately, and no bytes take no time', async () => {
    const { clock, paced } = line(100_000, false);
    await clock.until(millis(5));
    expect(paced.send(new Uint8Array())).toBe(0);
    expect(paced.send(Uint8Array.of(1))).toBe(5100);
  });

  test('a new rate applies from the next byte on', async () => {
    const { clock, seen, paced } = line(100_000, false);
    paced.send(Uint8Array.of(1));
    await clock.until(micros(100));
    paced.setBaud(10_000);
    paced.send(Uint8Array.of(2));
    await clock.until(millis(5));
    expect(seen.map(({ at }) => at)).toEqual([100, 1100]);
  });

  test('cleared bytes never arrive, and the line is free', async () => {
    const { clock, seen, paced } = line(100_000, false);
    paced.send(Uint8Array.from({ length: 30 }, () => 1));
    await clock.until(micros(1500));
    paced.clear();
    expect(paced.send(Uint8Array.of(9))).toBe(1600);
    await clock.until(millis(9));
    expect(seen.map(({ at, bytes }) => [at, bytes.length])).toEqual([
      [1000, 10],
      [1600, 1],
    ]);
  });
});
