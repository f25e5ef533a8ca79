/** How a message of the board is shown in a finding. */
import { micros } from '../../protocols/time';
import { describe as described } from './ruling-parts';

const NONE = { low: 0, high: 0 };

test.each([
  ['ok\r\n', "'ok'"],
  ['$30=1000.\r\n', "'$30=1000.'"],
  ['\r\n', '0D 0A'],
  ['\xb5\x62\x05\x00\x02\x00\x06\x01\x0e\x33', 'B5 62 05 00 02 00 06 01 0E 33'],
])('%j is shown as %s', (bytes, shown) => {
  const raw = Uint8Array.from(Buffer.from(bytes, 'latin1'));
  const at = micros(0);
  const event = { kind: 'frame', raw, first: at, last: at, value: { type: 'any' } } as const;
  const bounds = { notBefore: at, notAfter: at };
  const passed = { event, first: bounds, last: bounds };
  const seen = {
    passed,
    id: 1,
    chunk: 1,
    isAlone: true,
    pauses: 0,
    pause: NONE,
    silence: 0,
    gap: 0,
    stalled: 0,
  };
  expect(described(seen, false)).toBe(shown);
});
