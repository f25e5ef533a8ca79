import * as fc from 'fast-check';
import { escapeIac, IAC, optionBytes, subBytes, TelnetReader, type TelnetEvent } from './telnet';

/** The events, with adjacent data joined: cuts within data do not matter. */
function read(chunks: readonly Uint8Array[]): unknown[] {
  const reader = new TelnetReader();
  const joined: (TelnetEvent | { kind: 'data'; hex: string })[] = [];
  for (const event of chunks.flatMap((chunk) => reader.push(chunk))) {
    const last = joined.at(-1);
    if (event.kind !== 'data') joined.push(event);
    else if (last?.kind === 'data' && 'hex' in last)
      joined.splice(-1, 1, { kind: 'data', hex: last.hex + Buffer.from(event.bytes).toString('hex') });
    else joined.push({ kind: 'data', hex: Buffer.from(event.bytes).toString('hex') });
  }
  return joined;
}

const bytes = fc.uint8Array({ maxLength: 60 });
const iacs = fc.array(fc.constantFrom(IAC, 240, 250, 251, 252, 253, 254, 0, 44, 1), { maxLength: 60 });
const anything = fc.oneof(
  bytes,
  iacs.map((list) => Uint8Array.from(list)),
);

test('escaped data is read back unchanged, 255 included', () => {
  fc.assert(
    fc.property(anything, (data) => {
      const hex = Buffer.from(data).toString('hex');
      expect(read([escapeIac(data)])).toEqual(data.length === 0 ? [] : [{ kind: 'data', hex }]);
    }),
  );
});

test('any bytes give the same events with any cuts', () => {
  fc.assert(
    fc.property(anything, fc.nat(60), (stream, cut) => {
      const whole = read([stream]);
      expect(read([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(whole);
      expect(read([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('options and subnegotiations within data; a 255 inside them is doubled', () => {
  const payload = Uint8Array.of(101, 0, 255, 194, 0);
  const stream = [Uint8Array.of(65), optionBytes('do', 44), subBytes(44, payload), Uint8Array.of(66)];
  expect(read([Buffer.concat(stream)])).toEqual([
    { kind: 'data', hex: '41' },
    { kind: 'option', verb: 'do', option: 44 },
    { kind: 'sub', option: 44, payload },
    { kind: 'data', hex: '42' },
  ]);
});

test('a command without an end, an option or a meaning is skipped, and the data after it is read', () => {
  const after = [{ kind: 'data', hex: '42' }];
  const overlong = Buffer.concat([
    Uint8Array.of(IAC, 250, 44),
    Buffer.alloc(5000, 7),
    Uint8Array.of(IAC, 240),
  ]);
  for (const noise of [
    overlong,
    Uint8Array.of(IAC, 250, IAC, 240),
    Uint8Array.of(IAC, 241),
    Uint8Array.of(IAC, 240),
  ])
    expect(read([noise, Uint8Array.of(66)])).toEqual(after);
  // A command where SE is due: the end of the subnegotiation was lost.
  expect(read([Uint8Array.of(IAC, 250, 44, 1, IAC, 253, 0, 66)])).toEqual([
    { kind: 'option', verb: 'do', option: 0 },
    ...after,
  ]);
});

test('a 255 that is not doubled is told where no command has the next number', () => {
  expect(read([Uint8Array.of(65, IAC, 66, 67)])).toEqual([
    { kind: 'data', hex: '41' },
    { kind: 'undoubled', next: 66 },
    { kind: 'data', hex: '43' },
  ]);
});

test('a subnegotiation without an end uses no more memory', () => {
  const reader = new TelnetReader();
  reader.push(Uint8Array.of(IAC, 250, 44));
  const before = process.memoryUsage().heapUsed;
  const noise = new Uint8Array(1 << 16).fill(3);
  for (let i = 0; i < 64; i++) expect(reader.push(noise)).toEqual([]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30 << 20);
});
