import fc from 'fast-check';
import { luaRuntime } from '../../dissection/lua-runtime';
import { allWireOptions } from '../testing/layouts.arbitrary';
import { KINDS } from './kinds';

test.each(Object.keys(KINDS))('the dissector reads the kind %s, and the laws of wires try it', (kind) => {
  expect(luaRuntime()).toMatch(new RegExp(`scalars\\.${kind}( =|\\()`));
  const drawn = fc.sample(allWireOptions(), { seed: 1, numRuns: 200 });
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  expect(JSON.stringify(drawn, plain)).toContain(`"kind":"${kind}"`);
});
