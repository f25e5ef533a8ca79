import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleFinding } from '../../../scenarios/fuzz/testing/sample-finding';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { UsageError } from '../usage-error';
import { readFindingFile } from './finding-files';

afterAll(cleanUp);

function written(finding: object): string {
  const path = join(folder(), 'finding.json');
  writeFileSync(path, JSON.stringify(finding));
  return path;
}

function presenting(suite: string, symbology: string): string {
  return written({ ...sampleFinding({ suite }), steps: [{ present: symbology, hex: '31' }] });
}

test('a finding that presents a code is read', async () => {
  expect((await readFindingFile(presenting('gm67', 'qr'))).steps).toEqual([{ present: 'qr', hex: '31' }]);
});

test.each([
  ['gm67', 'nonsense'],
  ['stm', 'qr'],
])(
  'a finding of %s that presents a code of the symbology %s is refused when it is read',
  async (suite, symbology) => {
    const read = readFindingFile(presenting(suite, symbology));
    await expect(read).rejects.toThrow(UsageError);
    await expect(read).rejects.toThrow(
      `cannot be replayed: ${suite} has no codes of the symbology '${symbology}'`,
    );
  },
);

test.each<readonly [object, RegExp]>([
  [{ steps: [{ link: 'nope', hex: '00' }] }, /step 1 is on the link 'nope': stm has main/],
  [{ parameters: { idleGapMs: 'x' } }, /parameter idleGapMs is not 'x': give a number from 2/],
  [{ parameters: { idleGapMs: 1e300 } }, /parameter idleGapMs is not '1e\+300'/],
  [{ title: 'x'.repeat(1e6) }, /title: Too big: expected string to have <=65536 characters/],
  [{ found: { board: 'x'.repeat(1e6), seed: 1, case: 1, generator: 'x' } }, /found\.board: Too big/],
  [{ steps: [{ listenUs: 1e29 }] }, /steps\.0: the steps up to here have more than 3600 s of silence/],
])('a finding of what the suite does not have is refused with its place: %j', async (change, message) => {
  const path = written({ ...sampleFinding({ suite: 'stm' }), ...change });
  await expect(readFindingFile(path)).rejects.toThrow(message);
  await expect(readFindingFile(path)).rejects.toThrow(UsageError);
});

test('what is not a file, or far too large for a finding, is not read', async () => {
  await expect(readFindingFile('/dev/null')).rejects.toThrow('/dev/null is not a file');
  const path = written({});
  truncateSync(path, 2 ** 24 + 1);
  await expect(readFindingFile(path)).rejects.toThrow('has more than 16 MiB');
});
