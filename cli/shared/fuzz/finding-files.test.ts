import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFinding } from '../../../scenarios/fuzz/testing/sample-finding';
import { UsageError } from '../usage-error';
import { readFindingFile } from './finding-files';

function presenting(suite: string, symbology: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'wirejig-finding-')), 'finding.json');
  writeFileSync(
    path,
    JSON.stringify({ ...sampleFinding({ suite }), steps: [{ present: symbology, hex: '31' }] }),
  );
  return path;
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
