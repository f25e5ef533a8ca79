import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { missingEmulationTools } from './image-build';

test('a tool is missing if no folder of PATH has it as a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-tools-'));
  for (const name of ['socat', 'qemu-system-arm']) writeFileSync(join(folder, name), '');
  chmodSync(join(folder, 'socat'), 0o755);
  const path = ['/nowhere', folder].join(delimiter);
  expect(missingEmulationTools(path).map(({ program }) => program)).toEqual([
    'arm-none-eabi-gcc',
    'qemu-system-arm',
  ]);
  rmSync(folder, { recursive: true });
});
