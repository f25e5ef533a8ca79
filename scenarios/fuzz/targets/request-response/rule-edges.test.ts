import type { AnyRequestResponse } from '../../../../protocols/request-response/definition';
import { registerProtocol } from '../../../../protocols/request-response/testing/register-protocol';
import { dice } from '../../campaign/dice';
import { valueOf } from '../../../../protocols/request-response/field-axis';
import { requestAtEdge } from './rule-edges';

const PROTOCOL: AnyRequestResponse = registerProtocol();
const SESSION = PROTOCOL.at({});

test.each([
  // Eight registers: 0 to 7.
  ['write', { address: 3, value: 9 }, 'address', [7, 8]],
  ['read', { address: 7, count: 1 }, 'address', [7, 8]],
  // The edge of a sum of two fields.
  ['read', { address: 3, count: 1 }, 'count', [5, 6]],
  ['read', { address: 2, count: 8 }, 'address', [0, 1]],
  // Unit 1 is this board, unit 0 all boards.
  ['restart', {}, 'unit', [1, 2, 0]],
  ['write', { address: 3, value: 9 }, 'value', []],
])('%s %j: the edges of %s are %j', (type, fields, name, edges) => {
  const found = new Set<unknown>();
  for (let seed = 1; seed <= 100; seed++) {
    const request = { type, unit: 1, ...fields };
    const search = { request, name, known: [], state: SESSION.initial };
    const moved = requestAtEdge(SESSION, dice(seed), search);
    if (moved === undefined) continue;
    const value = valueOf(moved, name);
    expect(moved).toEqual({ ...request, [name]: value });
    found.add(value);
  }
  expect(found).toEqual(new Set(edges));
});

test('a value of an earlier request leads to an edge that halving alone would miss', () => {
  const narrow: typeof SESSION = {
    ...SESSION,
    rule: (request) => ({ clause: 'value' in request && request['value'] === 4660 ? 'REG-11' : 'REG-12' }),
  };
  const request = { type: 'write', unit: 1, address: 3, value: 9 };
  const edges = (known: (typeof request)[]) =>
    Array.from({ length: 40 }, (_, n) =>
      requestAtEdge(narrow, dice(n + 1), { request, name: 'value', known, state: SESSION.initial }),
    ).filter((one) => one !== undefined);
  expect(edges([])).toEqual([]);
  const values = edges([{ ...request, value: 4660 }]).map((one) => valueOf(one, 'value'));
  expect(new Set(values)).toEqual(new Set([4659, 4660]));
});
