/** Servers of others: they keep what is asked of them here, and depart from no clause but those that the README lists. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CABLE, needs, run, wirejig, withPrograms } from './programs.mjs';

const SERVERS = join(import.meta.dirname, '..', 'servers');
const SETTINGS = ['1', '32', '19200', 'N'];

async function startLibmodbus(folder, start, port) {
  const program = join(folder, 'libmodbus-server');
  const source = join(SERVERS, 'libmodbus-server.c');
  const { code, text } = await run('cc', source, '-o', program, '-I/usr/include/modbus', '-lmodbus');
  assert.equal(code, 0, text);
  await start(port, program, port, ...SETTINGS);
}

async function startPymodbus(_folder, start, port) {
  await start(port, '/usr/bin/python3', join(SERVERS, 'pymodbus_server.py'), port, ...SETTINGS);
}

const LIBMODBUS = ['socat', 'gcc', 'libmodbus-dev'];
const KEPT = ['MB-RD-02', 'MB-WR-02', 'MB-WR-04'];
/** Every kind of request; in random sessions a server departs so often that most of the time is waiting. */
const SCENARIO = 'modbus/requests';
const DEPARTURES = ['MB-EX-01', 'MB-EX-03', 'MB-FR-01', 'MB-FR-03', 'MB-FR-04'];

// Most of such a run is waiting.
describe('servers', { concurrency: true }, () => {
  for (const [name, packages, startServer] of [
    ['libmodbus', LIBMODBUS, startLibmodbus],
    ['pymodbus', ['socat', 'python3-pymodbus', 'python3-serial-asyncio'], startPymodbus],
  ])
    test(`${name} reads and writes registers as the specification says`, needs(...packages), () =>
      withPrograms(async (folder, start) => {
        const [host, server, report] = ['host', 'server', 'report'].map((one) => join(folder, one));
        await start(server, 'socat', ...CABLE(host, server));
        await startServer(folder, start, server);
        await sleep(1500);
        const link = ['--link', `serial:${host}`, '--param', 'answerUs=0', '--out', report];
        const { text } = await wirejig('run', 'modbus', ...link, '--seed', '1', '--only', SCENARIO);
        const { results } = JSON.parse(readFileSync(join(report, 'results.json'), 'utf8'));
        const verdicts = Object.entries(results.extra.requirements);
        for (const clause of KEPT) assert.equal(results.extra.requirements[clause], 'pass', text);
        const failed = verdicts.filter(([, verdict]) => verdict === 'fail').map(([clause]) => clause);
        assert.deepEqual(
          failed.filter((clause) => !DEPARTURES.includes(clause)),
          [],
          text,
        );
      }),
    );
});

/**
 * What socat -x shows of a cable, as the CSV of a logic analyser: `> 2026/11/25 04:20:01.000793889  length=8 …`, then bytes. The last
 * number of the time is microseconds, in six digits or in nine.
 */
function toCsv(dump) {
  const rows = ['name,type,start_time,duration,data'];
  const blocks = dump.matchAll(/^([<>]) (\S+) (\d+):(\d+):(\d+)\.(\d+) .*\n((?: [0-9a-f]{2})+)/gm);
  for (const [, side, , hours, minutes, seconds, micros, bytes] of blocks) {
    const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(micros) * 1e-6;
    bytes
      .trim()
      .split(' ')
      .forEach((byte, at) => {
        const start = (time + at * 1e-6).toFixed(6);
        rows.push(`${side === '>' ? 'client' : 'server'},data,${start},0.000001,0x${byte}`);
      });
  }
  return rows.join('\n');
}

test('a trace of mbpoll and libmodbus holds no false alarm', needs(...LIBMODBUS, 'mbpoll'), () =>
  withPrograms(async (folder, start) => {
    const [client, server] = [join(folder, 'client'), join(folder, 'server')];
    const cable = await start(server, 'socat', '-x', ...CABLE(client, server));
    await startLibmodbus(folder, start, server);
    await sleep(500);
    const poll = (...args) => run('mbpoll', '-m', 'rtu', '-a', '1', '-b', '19200', '-P', 'none', '-1', ...args);
    await poll('-t', '4', '-r', '1', client, '7', '8', '9');
    await poll('-t', '4', '-r', '2', client, '77');
    await poll('-t', '4', '-r', '1', '-c', '5', client);
    await poll('-t', '3', '-r', '1', '-c', '2', client);
    await poll('-t', '0', '-r', '1', client, '1', '0', '1');
    await poll('-t', '0', '-r', '2', client, '1');
    await poll('-t', '0', '-r', '1', '-c', '9', client);
    await poll('-t', '1', '-r', '1', '-c', '9', client);
    await poll('-t', '4', '-r', '33', client);
    writeFileSync(join(folder, 'trace.csv'), toCsv(cable.text));
    const trace = [join(folder, 'trace.csv'), '--suite', 'modbus', '--host', 'client', '--board', 'server', '-v'];
    const { code, text } = await wirejig('check', ...trace, '--param', 'answerUs=0', '--out', join(folder, 'check'));
    // What the registers held before the trace is not known: it may be INCOMPLETE, and blames nothing.
    assert.ok([0, 3].includes(code), text);
    for (const clause of ['RD-01', 'RD-02', 'WR-01', 'WR-02', 'WR-03', 'WR-04', 'EX-02', 'TM-01'])
      assert.match(text, new RegExp(`MB-${clause}`));
  }),
);
