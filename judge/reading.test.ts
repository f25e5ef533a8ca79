import { crc16modbus, list, u8, wire } from '../api/index';
import { micros, millis } from '../protocols/time';
import { codec } from '../protocols/wire/codec';
import { silence } from '../protocols/wire/framing';
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
