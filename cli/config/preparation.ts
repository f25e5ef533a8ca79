/** What is done to a configured board before it is asked anything: flashed where that is wished, and asked its version. */
import { LinkError } from '../../devices/links/link';
import { parseLinkUrl } from '../../devices/links/link-target';
import { runCommand } from '../../devices/board/user-command';
import { flashCommand } from '../shared/boards/tool-recipes';
import { namedUrl } from '../shared/option-values';
import { UsageError } from '../shared/usage-error';
import type { ConfiguredBoard } from './configured-board';

const FLASH_LIMIT_MS = 600_000;
const UNREACHED = 3;
const ANY_BAUD = 115_200;

export interface Prepared {
  /** What the firmware says that it is: foreign text. */
  readonly identity?: string;
  readonly flashed?: string;
}

/** Rejects with {@link UsageError}, exit code 3, of a command that failed; 2 where there is no flash command. */
export async function prepareBoard(
  { name, folder, links, image, flash, identity }: ConfiguredBoard,
  flashing: boolean,
  print: (text: string) => void,
): Promise<Prepared> {
  if (flashing && flash === undefined)
    throw new UsageError(
      `board ${name} has no flash command: give it one in the configuration, or leave out --flash`,
    );
  const flashed =
    flashing && flash !== undefined
      ? flashCommand(flash, { board: name, image, port: portOf(links) })
      : undefined;
  if (flashed !== undefined) {
    print(`flashing ${name}: ${flashed}`);
    await runBoardCommand('flash', flashed, folder, FLASH_LIMIT_MS);
  }
  const identityText =
    identity === undefined ? undefined : (await runBoardCommand('identity', identity, folder)).trim();
  return {
    ...(identityText === undefined || identityText === '' ? {} : { identity: identityText }),
    ...(flashed === undefined ? {} : { flashed }),
  };
}

function portOf(links: readonly string[]): string | undefined {
  const targets = links.map((link) => parseLinkUrl('it', namedUrl(link)[1], ANY_BAUD));
  return targets.flatMap((target) => (target.scheme === 'serial' ? target.settings.path : []))[0];
}

async function runBoardCommand(what: string, command: string, folder: string, limitMs?: number) {
  try {
    return await runCommand({ what, command, folder, ...(limitMs === undefined ? {} : { limitMs }) });
  } catch (error) {
    if (error instanceof LinkError) throw new UsageError(error.message, UNREACHED);
    throw error;
  }
}
