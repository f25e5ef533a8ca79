/**
 * What a real board is, where it certainly does not answer as its suite's boards do: a line that returns all that is sent, or a board of
 * another suite. It is decided by what has passed until the first answer: a board of the suite, sound or not, is sent nothing for it.
 */
import type { Board } from '../../../devices/board/board';
import { bindingOf } from '../../../devices/links/link-target';
import { parseLinkUrl, type LinkTarget } from '../../../devices/links/link-url';
import { beginsTelnet, TELNET_REMEDY } from '../../../devices/links/rfc2217/telnet';
import { LinkError, type Link } from '../../../devices/links/link';
import { after, millis } from '../../../protocols/time';
import { protocols } from '../../../scenarios/protocols';
import type { RunOptions } from '../../../scenarios/runner/run-options';
import type { ChunkRecord } from '../../../scenarios/record';
import type { RunTarget } from '../../shared/boards/run-target';
import { findProtocol } from '../../shared/find-suite';
import { commandLine } from '../../shared/command-line';
import { echoIn, isCertain, isUnderstood, received } from './first-answer';

/** A board may return one pattern by chance, but not both. */
const PATTERNS = [
  Buffer.of(0x55, 0xaa, 0x0f, 0xf0, 0x33, 0xcc, 0x5a, 0xa5),
  Buffer.of(0xa5, 0x0f, 0x55, 0x33, 0xf0, 0x5a, 0xcc, 0xaa),
];
const RETURN = millis(300);
/** What sends more before its first answer is understood is none of them. */
const MOST_BYTES = 4096;

/** What a run needs to ask it: what passes on the links until then is looked at. */
export function watchFit(target: RunTarget, emit: RunOptions['emit']): Pick<RunOptions, 'emit' | 'misfit'> {
  const chunks: ChunkRecord[] = [];
  let left = MOST_BYTES;
  return {
    emit: (event) => {
      if (left > 0 && event.type === 'chunk') {
        chunks.push(event);
        left -= event.hex.length / 2;
      }
      emit(event);
    },
    misfit: async (board) => {
      const isFlooded = left <= 0;
      left = 0;
      const passed = chunks.splice(0);
      return isFlooded ? undefined : findMisfit(target, board, passed);
    },
  };
}

/** One sentence with the remedy; undefined: the board fits, or nothing better is known. */
async function findMisfit(
  { suite, parameters }: RunTarget,
  board: Board,
  chunks: readonly ChunkRecord[],
): Promise<string | undefined> {
  const dialects = (await findProtocol(suite.id)).dialects;
  for (const { name, url } of board.linkUrls) {
    const passed = chunks.filter(({ link }) => link === name);
    if (!passed.some(({ direction }) => direction === 'rx')) continue;
    const target = targetAt(name, url);
    const dialect = (await dialects?.())?.({ parameters, binding: board.binding(name) }).find(
      (one) => one.link === name,
    );
    if (target === undefined || dialect === undefined) continue;
    if (echoIn(passed, dialect) && (await isReturned(board.link(name))))
      return `link ${name} returns all that is sent, as one-wire buses and RS-485 adapters do: give --link ${withEchoRemoved(url)}`;
    if (isUnderstood(passed, dialect)) continue;
    if (target.scheme === 'tcp' && sendsTelnet(received(passed)))
      return `link ${name} sends Telnet commands: ${TELNET_REMEDY}`;
    const fitting = await suiteThatAnswersSo(suite.id, target, passed);
    if (fitting !== undefined)
      return `the board answers as ${fitting} does; not as ${suite.id}: ${commandLine(['run', fitting], { link: url })}`;
  }
  return undefined;
}

/** One command may be bytes of a board; the options of a server are several. */
function sendsTelnet(bytes: Uint8Array): boolean {
  return beginsTelnet(bytes) && beginsTelnet(bytes.subarray(3));
}

/** undefined: no link that a URL opens, as of firmware under emulation. */
function targetAt(name: string, url: string): LinkTarget | undefined {
  try {
    return parseLinkUrl(name, url, 1);
  } catch (error) {
    if (error instanceof LinkError) return undefined;
    throw error;
  }
}

/** The suite whose frames all of it are. */
async function suiteThatAnswersSo(
  own: string,
  target: LinkTarget,
  passed: readonly ChunkRecord[],
): Promise<string | undefined> {
  for (const { id, suite, dialects } of await protocols()) {
    if (id === own) continue;
    const parameters = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
    const known = (await dialects?.())?.({ parameters, binding: bindingOf(target) });
    const dialect = known?.find(({ probe }) => probe !== undefined);
    if (dialect !== undefined && isCertain(passed, dialect)) return id;
  }
  return undefined;
}

async function isReturned(link: Link): Promise<boolean> {
  for (const pattern of PATTERNS) {
    const { notAfter } = await link.send(pattern);
    const until = after(notAfter, RETURN);
    const parts: Uint8Array[] = [];
    for (let chunk = await link.receive(until); chunk !== undefined; chunk = await link.receive(until))
      parts.push(chunk.bytes);
    const bytes = Buffer.concat(parts);
    if (bytes.indexOf(pattern) !== 0 || bytes.lastIndexOf(pattern) !== 0) return false;
  }
  return true;
}

function withEchoRemoved(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}echo=remove`;
}
