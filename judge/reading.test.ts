import { crc16modbus, list, u8, wire } from '../api/index';
import { micros, millis, type Micros } from '../protocols/time';
import { codec } from '../protocols/wire/codec';
import { byLength, silence } from '../protocols/wire/framing';
import { Reading } from './reading';

const IDLE = millis(4);
const CONTENT = wire({
  sum: crc16modbus,
  forms: { any: { data: list(u8(), { bytes: u8(), most: 8 }) } },
});
const BY_SILENCE = codec(CONTENT, silence(IDLE));

/** What a reading of a wrong checksum gives up before the silence is over. */
function givenUp(by: typeof BY_SILENCE): readonly string[] {
  const reading = new Reading(by, IDLE);
  const at = { notBefore: micros(1000), notAfter: micros(1000), lastNotBefore: micros(1000) };
  reading.push({ direction: 'rx', bytes: Uint8Array.of(1, 5, 0, 0), ...at });
  const events = reading.expireGarbage();
  return events.flatMap(({ passed: { event } }) => (event.kind === 'reject' ? [event.error.code] : []));
}

test('what silence ends may go on with a right checksum', () => {
  expect(givenUp(BY_SILENCE)).toEqual([]);
  expect(givenUp({ ...BY_SILENCE, endsBy: 'bytes' })).toEqual(['checksum']);
});

test.each([
  [
    'drops what is no frame',
    (bytes: Uint8Array) => bytes.subarray(2),
    'of the link log has dropped 2 bytes after 30 31 0A',
  ],
  ['keeps all', (bytes: Uint8Array) => bytes, undefined],
])('an author’s decoder that %s', (_, rawOf, message) => {
  const decoder = {
    push: (bytes: Uint8Array, at: Micros) => [
      { kind: 'frame', value: 'line', raw: rawOf(bytes), first: at, last: at } as const,
    ],
    pending: 0,
    deadline: () => undefined,
    tick: () => [],
  };
  const own = { encode: () => new Uint8Array(0), decoder: () => decoder, fields: () => [] };
  const reading = new Reading(own, undefined, undefined, undefined, 'log');
  const at = { notBefore: micros(1000), notAfter: micros(1000), lastNotBefore: micros(1000) };
  const push = () => reading.push({ direction: 'rx', bytes: Buffer.from('01\n'), ...at });
  if (message === undefined) expect(push()).toHaveLength(1);
  else expect(push).toThrow(message);
});

test('a fork of a stretch that is too long to be forked is no decoder that drops bytes', () => {
  const reading = new Reading(codec(CONTENT, byLength({ idle: IDLE })), IDLE);
  const at = { notBefore: micros(1000), notAfter: micros(1000), lastNotBefore: micros(1000) };
  for (let i = 0; i < 4; i++)
    reading.push({ direction: 'tx', bytes: new Uint8Array(30_001).fill(0xff), ...at });
  expect(reading.canFork).toBe(false);
  expect(reading.fork().expire().length).toBeGreaterThan(0);
});
