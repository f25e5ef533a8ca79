import { micros } from '../../../protocols/time';
import { retryInterval } from './acknowledgement';

const BYTE_US = 1042;

function arrival(notBefore: number, end: number) {
  return {
    notBefore: micros(notBefore),
    notAfter: micros(notBefore),
    end: micros(end),
    event: { raw: new Uint8Array(251) },
  };
}

const again = { notBefore: micros(2_460_000), notAfter: micros(2_470_000) };

test('the time until the next try begins when the line has sent the frame, though nothing paces the bytes', () => {
  expect(retryInterval(arrival(0, 0), again, BYTE_US)).toEqual({ low: 2_199_500, high: 2_470_000 });
});

test('on a line it begins at the last byte, and in virtual time exactly there', () => {
  expect(retryInterval(arrival(0, 260_500), again, BYTE_US)).toEqual({ low: 2_199_500, high: 2_214_710 });
  expect(retryInterval(arrival(0, 260_500), again, undefined)).toEqual({ low: 2_199_500, high: 2_209_500 });
});
