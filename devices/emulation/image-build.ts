/** Builds C firmware: runs `firmware/build`, and names the programs that building and running it need. */
import { spawn } from 'node:child_process';
import { join, delimiter } from 'node:path';
import { collectText } from '../child-process';
import { LinkError } from '../links/link';
import { firmwareFolder } from './images';
import { accessSync, constants } from 'node:fs';

/** The target of a build: the chip, or this computer with sanitizers. */
type Machine = 'chip' | 'host';

/** Builds the firmware of `board` into the file `out`. Rejects with {@link LinkError}: cause and remedy, or the compiler's message. */
export async function buildImage(
  machine: Machine,
  board: string,
  out: string,
  defects: readonly string[],
): Promise<void> {
  const words = [...(machine === 'host' ? ['--host'] : []), board, out, ...defects];
  const { code, stderr } = await run('sh', [join(firmwareFolder(), 'build'), ...words]);
  if (code === 0) return;
  const missing = /([\w-]+(?:gcc|cc)): (?:command )?not found/.exec(stderr)?.[1];
  throw new LinkError(
    'firmware',
    'missing',
    missing === undefined
      ? `the firmware of ${board} could not be built: ${stderr.trim() || `exit code ${code}`}`
      : `no ${missing} here to build the firmware with: install it (apt-get install gcc-arm-none-eabi)`,
  );
}

const MAX_STDERR = 4000;

function run(command: string, words: readonly string[]): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'], env: process.env });
    const stderr = collectText(child.stderr, MAX_STDERR);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stderr: stderr() }));
  });
}

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
