/**
 * One case of an audit: runs a suite on a board with one defect or none. The board is virtual, or C firmware under emulation.
 */
import { realStandIn } from '../../../devices/board/real-stand-in';
import type { Parameters } from '../../../protocols/requirement';
import { worseVerdict } from '../../../scenarios/bench/verdict';
import { briefLimits, checkLines } from '../../../reports/text/check-text';
import { printable } from '../../../reports/text/printable';
import { checkHeadline } from '../../../reports/text/reason';
import type { CheckRecord } from '../../../scenarios/record';
import { run } from '../../../scenarios/runner/runner';
import { Selection } from '../../../scenarios/runner/selection';
import type { Suite } from '../../../scenarios/suite';
import { findSuite, parseParameters } from '../../shared/option-values';
import {
  imageTarget,
  runBoard,
  virtualTarget,
  type RunBoard,
  type RunTarget,
} from '../../shared/boards/run-target';
import type { AuditCase, AuditFinding } from './audit-messages';
import { wirejigVersion } from '../../shared/program';

/** The most runs of the whole suite: each takes long, and is seldom needed twice. */
const WHOLE_TRIES = 2;

/** Runs the scenarios of `only` until `until` is decided, at most `tries` times. If it did not fail, runs the whole suite. */
export async function runAuditCase(asked: AuditCase): Promise<AuditFinding> {
  const { until, only = [], tries = 1 } = asked;
  if (until === undefined) return runEverySetting(asked);
  const finding = await runUntilDecided(asked, until, tries);
  if (finding.verdicts[until] === 'fail' || only.length === 0) return finding;
  // Scenarios of other clauses may show the defect by chance.
  return runUntilDecided({ ...asked, only: [] }, until, Math.min(tries, WHOLE_TRIES));
}

async function runUntilDecided(asked: AuditCase, clause: string, tries: number): Promise<AuditFinding> {
  const isOpen = ({ verdicts }: AuditFinding): boolean => !['pass', 'fail'].includes(verdicts[clause] ?? '');
  let finding = await runEverySetting(asked);
  for (let left = tries - 1; left > 0 && isOpen(finding); left--) finding = await runEverySetting(asked);
  return finding;
}

async function runEverySetting(asked: AuditCase): Promise<AuditFinding> {
  const board = await runBoard(asked.board);
  const suite = await findSuite(board.kind.suite);
  const findings: AuditFinding[] = [];
  for (const parameters of settingsOf(board, suite))
    findings.push(await runSetting(asked, await createTarget(asked, board, suite, parameters)));
  return findings.reduce(mergeFindings);
}

/**
 * The parameters of the runs, each setting once. A board with defects has the parameters that show them. A sound virtual
 * board must pass under the parameters of every defect. An image has the parameters that it was built with.
 */
function settingsOf({ kind, defects, emulated }: RunBoard, suite: Suite): readonly Parameters[] {
  const own = new Map(defects.flatMap(({ parameters = {} }) => Object.entries(parameters)));
  const others = defects.length > 0 || emulated ? [] : kind.defects;
  const values = [own, ...others.map(({ parameters = {} }) => new Map(Object.entries(parameters)))].map(
    (some) => parseParameters([suite], some).get(suite.id) ?? {},
  );
  return [...new Map(values.map((one) => [JSON.stringify(one), one])).values()];
}

async function createTarget(
  { seed, asReal = false }: AuditCase,
  board: RunBoard,
  suite: Suite,
  parameters: Parameters,
): Promise<RunTarget> {
  if (board.emulated) return imageTarget(suite, board, parameters);
  const target = await virtualTarget(suite, board, seed, parameters);
  return asReal ? { ...target, board: realStandIn(target.board) } : target;
}

async function runSetting({ seed, only = [], until }: AuditCase, target: RunTarget): Promise<AuditFinding> {
  const { suite, parameters, board } = target;
  const enough = new AbortController();
  const failures = new Map<string, CheckRecord>();
  const end = await run({
    board,
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed,
    version: wirejigVersion(),
    command: '',
    selection: Selection.of([suite], only, []),
    signal: enough.signal,
    emit: (event) => {
      if (event.type !== 'check' || event.verdict !== 'fail') return;
      if (event.requirement === until) enough.abort();
      if (!failures.has(event.requirement)) failures.set(event.requirement, event);
    },
  });
  const verdicts = Object.entries(end.verdicts).map(([id, { verdict }]) => [id, verdict] as const);
  return {
    verdicts: Object.fromEntries(verdicts),
    outcome: end.outcome,
    duration: end.at,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
    ...(until === undefined && failures.size > 0
      ? { shown: [...failures.values()].flatMap(failureLines) }
      : {}),
  };
}

/** The result of two runs: the worse verdict of each requirement, and the first outcome that is not `done`. */
function mergeFindings(a: AuditFinding, b: AuditFinding): AuditFinding {
  const verdicts = Object.keys(a.verdicts).map(
    (id) => [id, worseVerdict(a.verdicts[id] ?? 'skip', b.verdicts[id] ?? 'skip')] as const,
  );
  return { ...(a.outcome === 'done' ? b : a), verdicts: Object.fromEntries(verdicts), duration: a.duration };
}

function failureLines(check: CheckRecord): readonly string[] {
  const lines = checkLines(check, briefLimits).map((line) => `  ${line}`);
  return [`${check.requirement} ${printable(checkHeadline(check))}`, ...lines];
}
