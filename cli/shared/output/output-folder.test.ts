import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { openRecord } from './output-folder';

afterAll(cleanUp);

test('a directory that is removed during the run is one line, and no error of wirejig', async () => {
  const out = join(folder(), 'run');
  const record = openRecord(out);
  const board = {
    name: 'b',
    kind: 'stm',
    virtual: false,
    defects: [],
    links: [{ name: 'main', url: 'serial:/dev/x' }],
  };
  record.add({ type: 'run', version: '0', seed: 1, board, suites: [], command: '', platform: '' });
  rmSync(out, { recursive: true });
  await expect(record.finish()).rejects.toMatchObject({
    name: 'UsageError',
    exitCode: 3,
    message: `${out} was removed during the run, and what was judged with it: run again with --out DIR, a folder that stays`,
  });
});
