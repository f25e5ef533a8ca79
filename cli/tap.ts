/** `wirejig tap`: the harness as the cable between two boards that play each other. */
import { join } from 'node:path';
import { printable } from '../reports/printable';
import { terminalReporter } from '../reports/terminal';
import { exitCode } from '../scenarios/exit-code';
import { tapRun } from '../scenarios/observe/tap-run';
import { say, wantsColor, warn } from './console';
import { seedOf } from './options';
import { startRecording } from './recording';
import { jsonSummary } from './run-summary';
import { gamesCommand } from './tap-games';
import { located, planTap, type TapRequest } from './tap-plan';
import { UsageError } from './usage-error';

const OUT = 'wirejig-report';

/** Runs; resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function tapCommand(request: TapRequest): Promise<number> {
  if (request.json && request.quiet) throw new UsageError('--json and --quiet exclude each other: give one');
  if (request.games !== undefined) return gamesCommand(request, request.games);
  const { out = OUT } = request;
  const plan = planTap(await located(request), request, seedOf(request.seed));
  const talks = !request.json && !request.quiet;
  const { columns, isTTY } = process.stdout;
  const color = wantsColor(request.color);
  const terminal = terminalReporter({ write: say, isTty: isTTY, columns, color, verbose: request.verbose });
  const recording = startRecording(out, talks ? [terminal] : [], talks);
  if (talks && !plan.boards.a.clock.virtual) say(HINT);
  const { end } = await tapRun({ ...plan, signal: recording.signal, emit: recording.emit });
  const summary = recording.finish();
  const code = exitCode(end, plan.watchable.requirements);
  if (request.json) say(`${JSON.stringify(jsonSummary(summary, out, code))}\n`);
  else if (request.quiet)
    say(`${summary.headline.sign} ${summary.headline.word}  ${summary.headline.text}\n`);
  else {
    if (end.outcome === 'done' && end.reason !== undefined) say(`\n  game    ${printable(end.reason)}\n`);
    say(`  report  ${printable(join(out, 'report.html'))}\n  again   ${printable(plan.command)}\n`);
  }
  if (code === 3 && end.reason !== undefined) warn(`wirejig: ${printable(end.reason)}`);
  return code;
}

const HINT = 'Start or reset both boards now: what passes before a deal is judged in part only.\n\n';
