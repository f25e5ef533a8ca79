/** `wirejig replay`: replays a finding. */
import { findSuite, parseDuration } from '../../shared/option-values';
import { LinkError } from '../../../devices/links/link';
import { printable } from '../../../reports/text/printable';
import { withheldText } from '../../../protocols/withheld';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { BoardWedged } from '../../../scenarios/fuzz/execution/rig';
import { replay, type Replayed } from '../../../scenarios/fuzz/triage/replay';
import { readFindingFile } from '../../shared/fuzz/finding-files';
import { say, sayJson, painter } from '../../shared/console';
import { lockPorts } from '../../shared/boards/port-lock';
import { resolveFuzzSetup } from '../../shared/fuzz/fuzz-board';
import { catchInterrupts, startTimeLimit } from '../../shared/interrupts';
import { TimeUsedUp } from '../../../scenarios/time-limit';
import { UsageError } from '../../shared/usage-error';
import type { ReplayRequest } from './command';

/** Resolves with 1 if the failure reproduces, else 0. Rejects with {@link UsageError}: 2 for the file, 3 for the board. */
export async function replayCommand(request: ReplayRequest): Promise<number> {
  const time = parseDuration('time', request.time);
  const finding = await readFindingFile(request.file);
  const options = { ...request, board: request.board ?? boardOf(finding, request) };
  const suite = await findSuite(finding.suite);
  const { seed } = finding.found;
  const { target, parameters, board } = await resolveFuzzSetup(suite, options, seed, finding.parameters);
  const unlockPorts = lockPorts(board.real?.linkUrls.map(({ url }) => url) ?? []);
  const interrupts = catchInterrupts(() => void board.real?.close());
  const limit = startTimeLimit(time);
  limit.signal.addEventListener('abort', () => void board.real?.close());
  const stop = AbortSignal.any([interrupts.signal, limit.signal]);
  try {
    await board.stimulus?.open(stop);
    await board.real?.open();
    const session = target.session(parameters);
    const rig = board.rig(() => stop.throwIfAborted());
    const seen = await replay(rig, session, finding);
    const unsent = withheldText(board.real?.guard?.reasons);
    if (seen.shown === 0 && unsent !== undefined) throw new UsageError(`nothing is decided: ${unsent}`, 3);
    printResult(request, finding, seen, board.record.name);
    return seen.shown > 0 ? 1 : 0;
  } catch (error) {
    if (interrupts.signal.aborted) return 130;
    if (limit.signal.reason instanceof TimeUsedUp)
      throw new UsageError(`nothing is decided: ${limit.signal.reason.message}`, 3);
    if (error instanceof LinkError || error instanceof BoardWedged) throw new UsageError(error.message, 3);
    throw error;
  } finally {
    interrupts.release();
    limit.release();
    board.stimulus?.close();
    await board.real?.close();
    unlockPorts();
  }
}

function boardOf({ found }: Finding, { links }: ReplayRequest): string | undefined {
  if (links.length > 0) return undefined;
  if (/^(?:virtual|qemu):/.test(found.board)) return found.board;
  throw new UsageError(`the finding is of ${found.board}: give the board by --link, or --board virtual:KIND`);
}

function printResult(request: ReplayRequest, finding: Finding, seen: Replayed, board: string): void {
  const shows = seen.shown > 0;
  if (request.json === true) {
    const { id, requirement, title } = finding;
    sayJson({ id, requirement, title, board, shows, ...seen });
    return;
  }
  const paint = painter(request.color);
  const sign = shows ? paint.red('✗ reproduces') : paint.green('✓ does not reproduce');
  say(`${finding.id}  ${finding.requirement}  ${printable(finding.title)}\n`);
  const rounds = seen.rounds > seen.tried ? `, in ${seen.rounds} rounds` : '';
  say(`${sign} on ${printable(board)}: ${seen.shown} of ${seen.tried} times${rounds}\n`);
  if (seen.otherwise !== undefined)
    say(
      `  unlike the finding: ${printable(`expected ${seen.otherwise.expected}, saw ${seen.otherwise.seen}`)}\n`,
    );
}
