/** The programs that build and run the C firmware. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

interface EmulationTool {
  readonly program: string;
  /** The Debian package that has it. */
  readonly package: string;
}

const TOOLS: readonly EmulationTool[] = [
  { program: 'arm-none-eabi-gcc', package: 'gcc-arm-none-eabi' },
  { program: 'qemu-system-arm', package: 'qemu-system-arm' },
  { program: 'socat', package: 'socat' },
];

/** The tools that no folder of PATH has. */
export function missingEmulationTools(path = process.env['PATH'] ?? ''): readonly EmulationTool[] {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return TOOLS.filter(({ program }) => !folders.some((folder) => isExecutable(join(folder, program))));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
