import { atFirst, fittedBytes, fittedParts, fittedRequest } from './fitted-request';
import { sequenceNumbers } from './testing/sequence-numbers';

const session = sequenceNumbers.at({});
type Message = typeof session.probe;
const { codec } = session.requests;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const STATE = { next: 7, value: 0 };

test('baseline and probe fit the initial state', () => {
  expect([...session.baseline, session.probe]).toEqual([
    { type: 'sync', seq: 0 },
    { type: 'get', seq: 1 },
  ]);
});

test('a request that fits the initial state is made to fit the present one; another stays as it is', () => {
  expect(fittedRequest(session, { type: 'get', seq: 1 }, STATE)).toEqual({ type: 'get', seq: 7 });
  expect(fittedRequest(session, { type: 'get', seq: 9 }, STATE)).toEqual({ type: 'get', seq: 9 });
  expect(atFirst(session, { type: 'set', seq: 9, value: 3 })).toEqual({ type: 'set', seq: 1, value: 3 });
});

test('of bytes, each good request fits the state after the one before; wrong ones stay', () => {
  const get = codec.encode({ type: 'get', seq: 1 });
  const wrong = Uint8Array.of(1, 1, 9);
  expect(hexOf(fittedBytes(session, Uint8Array.of(...get, ...get), STATE))).toBe('070106' + '080109');
  expect(fittedBytes(session, wrong, STATE)).toBe(wrong);
  expect(fittedParts(session, [get.subarray(0, 1), get.subarray(1)], STATE).map(hexOf)).toEqual([
    '07',
    '0106',
  ]);
});

test('without prepare nothing changes', () => {
  const { initial, requests } = session;
  const plain = {
    initial,
    requests,
    rule: (request: Message, state: typeof STATE) => session.rule(request, state),
  };
  const get = codec.encode({ type: 'get', seq: 1 });
  expect(fittedBytes(plain, get, STATE)).toBe(get);
});
