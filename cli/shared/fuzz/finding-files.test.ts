import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFinding } from '../../../scenarios/fuzz/testing/sample-finding';
import { UsageError } from '../usage-error';
import { readFindingFile } from './finding-files';

function presenting(symbology: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'wirejig-finding-')), 'finding.json');
  writeFileSync(path, JSON.stringify({ ...sampleFinding(), steps: [{ present: symbology, hex: '31' }] }));
  return path;
}

test('a finding that presents a code is read', () => {
  expect(readFindingFile(presenting('qr')).steps).toEqual([{ present: 'qr', hex: '31' }]);
});

test('a finding that presents a code of no known symbology is refused when it is read', () => {
  const read = () => readFindingFile(presenting('nonsense'));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(/cannot be replayed: it presents a code of 'nonsense', which is none of .*qr/);
});
