/**
 * For tests: programs of the machine that some need, by Debian's package. Where one is missing the tests are left out and
 * the reason is printed; in CI, where they must be, it is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pythonWithSerial } from '../ports/python';

const CHROMIUM = '/usr/bin/chromium';

function runs(program: string, ...words: readonly string[]): boolean {
  const { error, status } = spawnSync(program, words);
  return error === undefined && status === 0;
}

/** Whether what a package brings is here. */
const TOOLS = {
  chromium: () => existsSync(CHROMIUM),
  'dmtx-utils': () => spawnSync('dmtxread', ['--version']).error === undefined,
  gcc: () => runs('cc', '--version'),
  'gcc-arm-none-eabi': () => runs('arm-none-eabi-gcc', '--version'),
  python3: () => runs('python3', '--version'),
  'python3-serial': () => pythonWithSerial() !== undefined,
  'qemu-system-arm': () => runs('qemu-system-arm', '--version'),
  ser2net: () => spawnSync('ser2net', ['-V']).error === undefined,
  socat: () => runs('socat', '-V'),
  tshark: () => runs('tshark', '--version'),
  'zbar-tools': () => runs('zbarimg', '--version'),
} as const;

export type Tool = keyof typeof TOOLS;

/** What firmware is built and run with. */
export const CROSS: readonly Tool[] = ['gcc-arm-none-eabi', 'qemu-system-arm', 'socat'];

const found = new Map<Tool, boolean>();

function here(tool: Tool): boolean {
  const known = found.get(tool) ?? TOOLS[tool]();
  found.set(tool, known);
  return known;
}

interface Tried {
  readonly test: jest.It;
  readonly describe: jest.Describe;
}

/** jest's own where all tools are here. `what` is told otherwise: `traces are read back`. */
export function needing(what: string, ...tools: readonly Tool[]): Tried {
  const missing = tools.filter((tool) => !here(tool));
  if (missing.length === 0) return { test, describe };
  const reason = `not tried: ${what} (apt-get install ${missing.join(' ')})`;
  process.stderr.write(`${reason}\n`);
  if (process.env['CI'] === 'true')
    test(reason, () => {
      throw new Error(reason);
    });
  // Skipped, never silently: the reason was printed above, and in CI it is a failure of its own.
  return { test: test.skip, describe: describe.skip };
}
