/** `wirejig tap`: forwards bytes between two boards that play each other, and judges both. */
import { exitCode } from '../../../reports/text/headline';
import { tapRun } from '../../../scenarios/monitor/tap/tap-run';
import { say } from '../../shared/console';
import { parseSeed } from '../../shared/option-values';
import { startRecording } from '../../shared/output/recording';
import { gamesCommand } from './tap-games';
import { findTapMonitor, locateBoards, planTap, type TapRequest } from './tap-plan';
import { printConclusion, createTerminal, isInteractive } from '../../shared/output/run-output';

const OUT = 'wirejig-report';

/** Runs; resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function tapCommand(request: TapRequest): Promise<number> {
  const interactive = isInteractive(request);
  if (request.games !== undefined) return gamesCommand(request, request.games);
  const { out = OUT } = request;
  const monitor = await findTapMonitor(request.suite);
  const plan = await planTap(await locateBoards(request), request, monitor, parseSeed(request.seed));
  const recording = startRecording(out, interactive ? [createTerminal(request, true)] : [], interactive);
  if (interactive && !plan.boards.a.clock.virtual) say(HINT);
  const { end } = await tapRun({ ...plan, signal: recording.signal, emit: recording.emit });
  const summary = await recording.finish();
  const code = exitCode(summary);
  const game = end.outcome === 'done' ? end.reason : undefined;
  printConclusion(request, { out, command: plan.command, game }, summary, code);
  return code;
}

const HINT = 'Start or reset both boards now: bytes before a deal are only judged in part.\n\n';
