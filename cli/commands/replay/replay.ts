/** `wirejig replay`: one finding again. */
import { readFileSync } from 'node:fs';
import { LinkError } from '../../../devices/links/link';
import { printable } from '../../../reports/text/printable';
import { readFinding, stepsOf, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { replay, type Replayed } from '../../../scenarios/fuzz/execution/replay';
import { say, wantsColor } from '../../shared/console';
import { targetOn, type BoardWishes } from '../../shared/fuzz/fuzz-board';
import { catchInterrupts } from '../../shared/interrupts';
import { createColors } from 'picocolors';
import { suiteNamed } from '../run/run-plan';
import { fileTrouble, UsageError } from '../../shared/usage-error';

export interface ReplayRequest extends BoardWishes {
  readonly file: string;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** Resolves with 1 where it still shows, 0 where it does not. Rejects with {@link UsageError}: 2 for the file, 3 for the board. */
export async function replayCommand(request: ReplayRequest): Promise<number> {
  const finding = findingIn(request.file);
  const wishes = { ...request, board: request.board ?? boardOf(finding, request) };
  const suite = suiteNamed(finding.suite);
  const { target, parameters, stand } = await targetOn(suite, wishes, finding.found.seed, finding.parameters);
  const interrupts = catchInterrupts(() => undefined);
  try {
    await stand.stimulus?.open(interrupts.signal);
    await stand.real?.open();
    const session = target.session(parameters);
    const rig = stand.rig(() => interrupts.signal.throwIfAborted());
    const seen = await replay(rig, session, finding);
    tell(request, finding, seen, stand.record.name);
    return seen.shown > 0 ? 1 : 0;
  } catch (error) {
    if (interrupts.signal.aborted) return 130;
    if (error instanceof LinkError) throw new UsageError(error.message, 3);
    throw error;
  } finally {
    interrupts.release();
    stand.stimulus?.close();
    await stand.real?.close();
  }
}

/** Reads a finding's file. Throws {@link UsageError}. */
export function findingIn(path: string): Finding {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const cause = fileTrouble(error);
    if (cause === undefined) throw error;
    throw new UsageError(`cannot read ${path}: ${cause}: give the file of a finding`);
  }
  try {
    const finding = readFinding(text);
    stepsOf(finding.steps);
    return finding;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be replayed: ${cause}: give a file that wirejig fuzz wrote`);
  }
}

/** Without a word on the board it is the virtual one that it was found on. */
function boardOf({ found }: Finding, { links }: ReplayRequest): string | undefined {
  if (links.length > 0) return undefined;
  if (/^(?:virtual|qemu):/.test(found.board)) return found.board;
  throw new UsageError(`it was found on ${found.board}: give the board by --link, or --board virtual:KIND`);
}

function tell(request: ReplayRequest, finding: Finding, seen: Replayed, board: string): void {
  const shows = seen.shown > 0;
  if (request.json === true) {
    const { id, requirement, title } = finding;
    say(`${JSON.stringify({ id, requirement, title, board, shows, ...seen })}\n`);
    return;
  }
  const paint = createColors(wantsColor(request.color));
  const sign = shows ? paint.red('✗ still shows') : paint.green('✓ does not show');
  say(`${finding.id}  ${finding.requirement}  ${printable(finding.title)}\n`);
  const rounds = seen.rounds > seen.tried ? `, in ${seen.rounds} rounds` : '';
  say(`${sign} on ${printable(board)}: ${seen.shown} of ${seen.tried} times${rounds}\n`);
  if (seen.otherwise !== undefined)
    say(
      `  otherwise than then: ${printable(`expected ${seen.otherwise.expected}, saw ${seen.otherwise.seen}`)}\n`,
    );
}
