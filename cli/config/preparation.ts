/** What is done to a configured board before it is asked anything: flashed where that is wished, and asked its version. */
import { LinkError } from '../../devices/links/link';
import { runCommand } from '../../devices/board/user-command';
import { UsageError } from '../shared/usage-error';
import type { ConfiguredBoard } from './configured-board';

const FLASH_LIMIT_MS = 600_000;
const UNREACHED = 3;

export interface Prepared {
  /** What the firmware says that it is: foreign text. */
  readonly identity?: string;
  /** The command that flashed it. */
  readonly flashed?: string;
}

/** Rejects with {@link UsageError}, exit code 3, of a command that failed; 2 where there is no flash command. */
export async function prepareBoard(
  { name, folder, flash, identity }: ConfiguredBoard,
  flashing: boolean,
  print: (text: string) => void,
): Promise<Prepared> {
  if (flashing && flash === undefined)
    throw new UsageError(
      `board ${name} has no flash command: give it one in the configuration, or leave out --flash`,
    );
  if (flashing && flash !== undefined) {
    print(`flashing ${name}: ${flash}`);
    await runBoardCommand('flash', flash, folder, FLASH_LIMIT_MS);
  }
  const identityText =
    identity === undefined ? undefined : (await runBoardCommand('identity', identity, folder)).trim();
  return {
    ...(identityText === undefined || identityText === '' ? {} : { identity: identityText }),
    ...(flashing && flash !== undefined ? { flashed: flash } : {}),
  };
}

async function runBoardCommand(
  what: string,
  command: string,
  folder: string,
  limitMs?: number,
): Promise<string> {
  try {
    return await runCommand({ what, command, folder, ...(limitMs === undefined ? {} : { limitMs }) });
  } catch (error) {
    if (error instanceof LinkError) throw new UsageError(error.message, UNREACHED);
    throw error;
  }
}
