import { modbus } from '../../../protocols/request-response/testing/modbus';
import { describedProtocol } from './protocol';

const protocol = describedProtocol(modbus, []);

test('messages have the names of their forms and right checksums, and the probe is that of the description', async () => {
  const [dialect, ...none] = (await protocol.dialects?.())?.({ parameters: { unit: 17 } }) ?? [];
  expect(none).toEqual([]);
  expect(dialect?.messages.map(({ name }) => name).sort()).toEqual(['other', 'read', 'write', 'write-many']);
  const probe = dialect?.messages.find(({ name }) => name === dialect.probe);
  expect(Buffer.from(probe?.bytes ?? []).toString('hex')).toBe('110300000001869a');
  expect(probe?.description).toContain('read unit 17');
});

test('its dissector has the names of its line', async () => {
  const dissection = (await protocol.dissection?.())?.({});
  expect(dissection).toMatchObject({ id: 'modbus', links: [{ name: 'main' }] });
});

test('it is fuzzed, and judged by traces, by the clauses of its page', async () => {
  const [target, ...others] = (await protocol.targets?.()) ?? [];
  const kind = await protocol.traceMonitor?.();
  expect(others).toEqual([]);
  expect([target?.suite, kind?.id]).toEqual(['modbus', 'modbus']);
  expect(target?.requirements).toBe(modbus.requirements);
  expect(target?.triggers).toEqual(
    expect.arrayContaining(['read', 'write', 'write-many', 'other', 'checksum']),
  );
  expect(kind?.links).toEqual([{ name: 'main', baud: 19_200 }]);
});
