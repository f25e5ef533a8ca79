/** Clients of others read and write the virtual board. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import ModbusRTU from 'modbus-serial';
import { needs, run, WIREJIG, withPrograms } from './programs.mjs';

async function withBoard(use) {
  await withPrograms(async (folder, start) => {
    const port = join(folder, 'board');
    await start(port, WIREJIG, 'simulate', 'modbus', '--pty', port);
    await use(port);
  });
}

test('mbpoll', needs('socat', 'mbpoll'), () =>
  withBoard(async (port) => {
    const poll = (...args) => run('mbpoll', '-m', 'rtu', '-a', '1', '-b', '19200', '-P', 'none', '-1', ...args);
    assert.match((await poll('-t', '4', '-r', '1', port, '7', '8')).text, /Written 2 references/);
    assert.match((await poll('-t', '4', '-r', '1', '-c', '3', port)).text, /\[1\]:\s+7\s+\[2\]:\s+8\s+\[3\]:\s+0/);
    assert.match((await poll('-t', '0', '-r', '2', port, '1', '0', '1')).text, /Written 3 references/);
    assert.match(
      (await poll('-t', '0', '-r', '1', '-c', '4', port)).text,
      /\[1\]:\s+0\s+\[2\]:\s+1\s+\[3\]:\s+0\s+\[4\]:\s+1/,
    );
    assert.match((await poll('-t', '4', '-r', '33', port)).text, /Illegal data address/);
  }),
);

test('modbus-serial', needs('socat'), () =>
  withBoard(async (port) => {
    const client = new ModbusRTU();
    await client.connectRTUBuffered(port, { baudRate: 19200, parity: 'none' });
    client.setID(1);
    client.setTimeout(1000);
    await client.writeRegisters(4, [500, 65535]);
    await client.writeRegister(6, 3);
    assert.deepEqual((await client.readHoldingRegisters(4, 4)).data, [500, 65535, 3, 0]);
    await client.writeCoils(3, [true, false, true]);
    await client.writeCoil(4, true);
    assert.deepEqual((await client.readCoils(2, 5)).data.slice(0, 5), [false, true, true, true, false]);
    assert.deepEqual((await client.readDiscreteInputs(0, 3)).data.slice(0, 3), [false, false, false]);
    assert.deepEqual((await client.readInputRegisters(0, 2)).data, [0, 0]);
    await assert.rejects(client.readHoldingRegisters(32, 1), { modbusCode: 2 });
    await new Promise((done) => client.close(done));
  }),
);
