/**
 * What a real board is, where it does not answer as its suite's boards do: a line that returns all that is sent, or a board of another
 * suite. Nothing is sent where the first answer of a run is understood.
 */
import type { Board } from '../../../devices/board/board';
import type { Clock } from '../../../devices/clock/clock';
import { bindingOf, openTarget } from '../../../devices/links/link-target';
import { parseLinkUrl, withBaud, type LinkTarget } from '../../../devices/links/link-url';
import { beginsTelnet, TELNET_REMEDY } from '../../../devices/links/rfc2217/telnet';
import { LinkError, type Link } from '../../../devices/links/link';
import { micros } from '../../../protocols/time';
import type { Dialect } from '../../../scenarios/dialect';
import type { RunOptions } from '../../../scenarios/runner/run-options';
import type { ChunkRecord } from '../../../scenarios/record';
import { LinkListener } from '../../shared/boards/link-listener';
import type { RunTarget } from '../../shared/boards/run-target';
import { LinkChecks } from '../../shared/diagnosis/link-checks';
import type { LinkSubject } from '../../shared/diagnosis/link-subject';
import { findFittingSuite } from '../../shared/diagnosis/other-suites';
import { findProtocol } from '../../shared/find-suite';
import { commandLine } from '../../shared/command-line';

const ANY_BAUD = 115_200;

/** What a run needs to ask it: what passes on the links until then is looked at. */
export function watchFit(target: RunTarget, emit: RunOptions['emit']): Pick<RunOptions, 'emit' | 'misfit'> {
  const chunks: ChunkRecord[] = [];
  let asked = false;
  return {
    emit: (event) => {
      if (!asked && event.type === 'chunk') chunks.push(event);
      emit(event);
    },
    misfit: async (board) => {
      asked = true;
      try {
        return await findMisfit(target, board, chunks.splice(0));
      } catch (error) {
        if (error instanceof LinkError) return error.message;
        throw error;
      }
    },
  };
}

/** One sentence with the remedy; undefined: the board fits, or nothing better is known. */
async function findMisfit(
  { suite, parameters }: RunTarget,
  board: Board,
  chunks: readonly ChunkRecord[],
): Promise<string | undefined> {
  const dialects = await (await findProtocol(suite.id)).dialects?.();
  for (const { name, url } of board.linkUrls) {
    const passed = chunks.filter(({ link }) => link === name);
    if (!passed.some(({ direction }) => direction === 'rx')) continue;
    const target = parseLinkUrl(name, url, suite.links.find((link) => link.name === name)?.baud ?? ANY_BAUD);
    const dialect = dialects?.({ parameters, binding: bindingOf(target) }).find((one) => one.link === name);
    if (dialect?.probe === undefined) continue;
    const subject = subjectAt(name, target, board.clock);
    const checks = new LinkChecks(subject, dialect, board.link(name));
    if (comesBack(passed) && (await checks.checkEcho()).state === 'problem')
      return `link ${name} returns all that is sent, as one-wire buses and RS-485 adapters do: give --link ${withEchoRemoved(url)}`;
    if (isUnderstood(passed, dialect)) continue;
    const received = passed.find(({ direction }) => direction === 'rx');
    if (target.scheme === 'tcp' && beginsTelnet(Buffer.from(received?.hex ?? '', 'hex')))
      return `link ${name} sends Telnet commands: ${TELNET_REMEDY}`;
    await checks.close();
    const { state, text, next } = await findFittingSuite({ suite: suite.id, target }, subject, (id) =>
      commandLine(['run', id], { link: url }),
    );
    if (state === 'problem') return `${text}: ${next ?? ''}`;
    await board.open();
  }
  return undefined;
}

function subjectAt(name: string, target: LinkTarget, clock: Clock): LinkSubject {
  const settings = 'settings' in target ? target.settings : undefined;
  const baud = settings?.baud ?? ANY_BAUD;
  const open = (rate: number): Promise<Link> => openTarget(name, withBaud(target, rate), clock);
  return { url: target.url, medium: settings === undefined ? 'stream' : 'serial', baud, open };
}

function withEchoRemoved(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}echo=remove`;
}

/** Whether the first that came is the first that was sent. */
function comesBack(passed: readonly ChunkRecord[]): boolean {
  const hexOf = (asked: ChunkRecord['direction']): string =>
    passed.flatMap(({ direction, hex }) => (direction === asked ? [hex] : [])).join('');
  const first = passed.find(({ direction }) => direction === 'tx')?.hex ?? '';
  return first !== '' && hexOf('rx').startsWith(first);
}

function isUnderstood(passed: readonly ChunkRecord[], { rx }: Dialect): boolean {
  let frames = 0;
  const listener = new LinkListener('', rx, (_record, { kind }) => void (kind === 'frame' && frames++));
  for (const { direction, hex, notBefore, notAfter } of passed)
    if (direction === 'rx')
      listener.take({
        direction,
        bytes: Buffer.from(hex, 'hex'),
        notBefore: micros(notBefore),
        notAfter: micros(notAfter),
        lastNotBefore: micros(notBefore),
      });
  const due = listener.deadline();
  if (due !== undefined) listener.tick(due);
  return frames > 0;
}
