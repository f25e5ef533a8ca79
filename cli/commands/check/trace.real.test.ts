import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { cleanUp, folder, lines, wirejig } from '../../testing/wirejig-process';
import { fieldsOf, tshark, tsharkTest } from '../../testing/tshark';

afterAll(cleanUp);

const HERE = folder();

async function run(name: string, ...words: readonly string[]): Promise<string> {
  const out = join(HERE, name);
  const { code, stderr } = await wirejig(['run', ...words, '--quiet', '--seed', '5', '--out', out]);
  expect([code === 0 || code === 1, stderr]).toEqual([true, '']);
  return out;
}

tsharkTest(
  'tshark reads every chunk and line of a run: times, directions, bytes, names, comments',
  async () => {
    const out = await run('set', 'set', '--board', 'virtual:set', '--only', 'SET-FR');
    const trace = join(out, 'trace.pcapng');
    const names = [
      'frame.time_epoch',
      'frame.interface_name',
      'rtacser.eventtype',
      'data.data',
      'frame.comment',
    ];
    const packets = fieldsOf(trace, names);
    const events = lines(join(out, 'journal.jsonl')).map((line) => journalEvent(JSON.parse(line)));
    const passages = events.filter((event) => event.type === 'chunk' || event.type === 'line');
    expect(packets).toHaveLength(passages.length);
    expect(passages.length).toBeGreaterThan(100);
    passages.forEach((event, i) => {
      const packet = packets[i];
      if (event.type === 'line') return expect(packet?.['frame.comment']).toContain(event.event);
      expect([
        Number(packet?.['frame.time_epoch']),
        packet?.['frame.interface_name'],
        packet?.['rtacser.eventtype'],
        packet?.['data.data'],
      ]).toEqual([event.notAfter / 1e6, event.link, event.direction === 'tx' ? '0x03' : '0x04', event.hex]);
    });
    expect(new Set(packets.map((packet) => packet['frame.interface_name']))).toEqual(
      new Set(['scanner', 'console']),
    );
    const scenarios = events.filter((event) => event.type === 'scenario');
    const marks = packets.filter((packet) => packet['frame.comment']?.includes('scenario '));
    expect(marks.length).toBeGreaterThan(scenarios.length / 2);
  },
);

tsharkTest('the section names the seed and the command; a failed check is an expert item', async () => {
  const out = await run('stm', 'stm', '--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02');
  const trace = join(out, 'trace.pcapng');
  const failed = fieldsOf(trace, ['frame.comment'], ['-Y', 'frame.comment contains "fail STM-FR-02"']);
  expect(failed.length).toBeGreaterThan(0);
  const head = readFileSync(trace).subarray(0, 400).toString('latin1');
  expect(head).toContain('seed 5');
  expect(head).toContain('wirejig run stm --board virtual:stm+crc-ignored --only STM-FR-02 --seed 5');
  expect(tshark(['-r', trace, '-c', '1', '-V'])).toContain('Encapsulation type: RTAC serial-line');
});

tsharkTest('what mergecap writes anew, and two files in one, are judged as they were', async () => {
  const [good, bad] = await Promise.all([
    run('good', 'stm', '--only', 'STM-FR-02'),
    run('bad', 'stm', '--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02'),
  ]);
  const traces = [good, bad].map((out) => join(out, 'trace.pcapng'));
  const both = join(HERE, 'both.pcapng');
  writeFileSync(both, Buffer.concat(traces.map((trace) => readFileSync(trace))));
  const anew = traces.map((trace, at) => {
    const written = join(HERE, `anew-${at}.pcapng`);
    execFileSync('mergecap', ['-w', written, trace], { stdio: 'ignore' });
    return written;
  });
  const codes: (number | string)[] = [];
  for (const file of [...anew, both]) {
    const { code } = await wirejig(['check', file, '--suite', 'stm', '-q', '--out', join(HERE, 'checked')]);
    codes.push(code);
  }
  expect(codes).toEqual([0, 1, 1]);
});
