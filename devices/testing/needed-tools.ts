/**
 * For tests: programs that some tests need, by Debian package. If one is missing, the tests are skipped and the reason
 * is printed. In CI that is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pythonWithSerial } from '../ports/python';

const CHROMIUM = '/usr/bin/chromium';

function runs(program: string, ...words: readonly string[]): boolean {
  const { error, status } = spawnSync(program, words);
  return error === undefined && status === 0;
}

/** Whether the programs of a package are installed. */
const TOOLS = {
  avrdude: () => spawnSync('avrdude', ['-v']).error === undefined,
  chromium: () => existsSync(CHROMIUM),
  coreutils: () => runs('stty', '--version'),
  'dfu-util': () => runs('dfu-util', '--version'),
  'dmtx-utils': () => spawnSync('dmtxread', ['--version']).error === undefined,
  faketime: () => runs('faketime', '--version'),
  gcc: () => runs('cc', '--version'),
  'gcc-arm-none-eabi': () => runs('arm-none-eabi-gcc', '--version'),
  'libxml2-utils': () => runs('xmllint', '--version'),
  openocd: () => runs('openocd', '--version'),
  python3: () => runs('python3', '--version'),
  'python3-serial': () => pythonWithSerial() !== undefined,
  'qemu-system-arm': () => runs('qemu-system-arm', '--version'),
  'redis-server': () => runs('redis-server', '--version'),
  ser2net: () => spawnSync('ser2net', ['-V']).error === undefined,
  'sigrok-cli': () => runs('sigrok-cli', '--version'),
  socat: () => runs('socat', '-V'),
  strace: () => runs('strace', '-V'),
  'stlink-tools': () => runs('st-flash', '--version'),
  tshark: () => runs('tshark', '--version'),
  'zbar-tools': () => runs('zbarimg', '--version'),
} as const;

export type Tool = keyof typeof TOOLS;

/** The tools that build and run firmware. */
export const CROSS: readonly Tool[] = ['gcc-arm-none-eabi', 'qemu-system-arm', 'socat'];

const found = new Map<Tool, boolean>();

function isInstalled(tool: Tool): boolean {
  const known = found.get(tool) ?? TOOLS[tool]();
  found.set(tool, known);
  return known;
}

interface TestFunctions {
  readonly test: jest.It;
  readonly describe: jest.Describe;
}

/** jest's own functions if all tools are installed. Else a message with `what` is printed: `traces are read back`. */
export function needing(what: string, ...tools: readonly Tool[]): TestFunctions {
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length === 0) return { test, describe };
  const reason = `not tried: ${what} (apt-get install ${missing.join(' ')})`;
  process.stderr.write(`${reason}\n`);
  if (process.env['CI'] === 'true')
    test(reason, () => {
      throw new Error(reason);
    });
  // Never silently: the reason was printed above.
  return { test: test.skip, describe: describe.skip };
}
