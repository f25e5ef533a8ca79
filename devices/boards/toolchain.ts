/** For tests: which programs that build and run firmware are on this machine. */
import { spawnSync } from 'node:child_process';

/** Debian's package of each. */
const PACKAGES = {
  cc: 'gcc',
  'arm-none-eabi-gcc': 'gcc-arm-none-eabi',
  'qemu-system-arm': 'qemu-system-arm',
} as const;

type Tool = keyof typeof PACKAGES;

export const CROSS: readonly Tool[] = ['arm-none-eabi-gcc', 'qemu-system-arm'];

/** `describe` where the programs are here, and in CI, where they must be; elsewhere the reason is printed. */
export function withTools(...tools: readonly Tool[]): jest.Describe {
  const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (missing.length === 0 || process.env['CI'] === 'true') return describe;
  const packages = missing.map((tool) => PACKAGES[tool]).join(' ');
  process.stderr.write(`not tried: firmware needs ${missing.join(', ')} (apt-get install ${packages})\n`);
  return describe.skip;
}
