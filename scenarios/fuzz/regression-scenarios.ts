/** Kept findings as scenarios: a run tries them first. */
import type { Chunk } from '../../protocols/chunk';
import type { LinkBinding } from '../../devices/links/link';
import type { Parameters } from '../../protocols/requirement';
import type { Bench } from '../bench/bench';
import { BoardSilent } from '../bench/bench-errors';
import type { BytesRecord } from '../record';
import type { Scenario, Suite } from '../suite';
import { isFlaky, stepsOf, type Finding } from './triage/finding';
import { LinkRig } from './execution/link-rig';
import { BoardWedged } from './execution/rig';
import type { FuzzTarget } from './target';
import { reproduce } from './execution/reproduce';
import { bytesRecord } from './triage/evidence';

const FLAKY_TRIES = 10;
const SHOWN_CHUNKS = 12;

/** The fuzz target of a suite's boards with these links; undefined where there is none. */
type TargetLookup = (
  suite: string,
  binding: LinkBinding,
  links: readonly string[],
) => Promise<FuzzTarget | undefined>;

/** The suite with a scenario first for each of its findings. */
export function withRegressionScenarios(
  suite: Suite,
  findings: readonly Finding[],
  lookUp: TargetLookup,
): Suite {
  const ids = suite.requirements.map(({ id }) => id);
  const own = findings.filter((finding) => finding.suite === suite.id && ids.includes(finding.requirement));
  return { ...suite, scenarios: [...own.map((one) => scenarioOf(suite, one, lookUp)), ...suite.scenarios] };
}

function scenarioOf(suite: Suite, finding: Finding, lookUp: TargetLookup): Scenario {
  return {
    id: `${suite.id}/kept-${finding.id.slice(suite.id.length + 1)}`,
    title: `kept: ${finding.title}`.slice(0, 160),
    covers: [finding.requirement],
    run: (bench) => replayFinding(bench, parametersOf(bench, suite), finding, lookUp),
  };
}

function parametersOf(bench: Bench, { parameters }: Suite): Parameters {
  return Object.fromEntries(
    parameters.map(({ name, default: value }) => [
      name,
      typeof value === 'number' ? bench.number(name) : bench.text(name),
    ]),
  );
}

/** The links of a run's board. Its resets are the run's. */
class BenchRig extends LinkRig {
  override needsLivenessCheck = false;

  constructor(private readonly bench: Bench) {
    super(bench.board, () => undefined);
  }

  override reset(): Promise<boolean> {
    return this.bench.reset();
  }
}

async function replayFinding(
  bench: Bench,
  parameters: Parameters,
  finding: Finding,
  lookUp: TargetLookup,
): Promise<void> {
  const rig = new BenchRig(bench);
  const binding = bench.board.binding(rig.links[0] ?? '');
  const target = await lookUp(finding.suite, binding, rig.links);
  const session = target?.session(parameters);
  if (session === undefined) return bench.skip(finding.requirement, 'no board on such links can be fuzzed');
  const steps = stepsOf(finding.steps);
  const rounds = finding.repeats.rounds?.most ?? (isFlaky(finding) ? FLAKY_TRIES : 1);
  for (let n = rounds; n > 0; n--) {
    const passed: BytesRecord[] = [];
    const listener = (link: string, chunk: Chunk): void =>
      void passed.push(bytesRecord(session, link, chunk));
    const { failure } = await reproduce(rig, session, steps, listener).catch((error: unknown) => {
      throw error instanceof BoardWedged ? new BoardSilent(error.message) : error;
    });
    const holds = bench.check(finding.requirement, failure === undefined, () => ({
      title: `the kept finding ${finding.id} reproduces: ${finding.title}`,
      expected: failure?.expected ?? '',
      seen: failure?.seen ?? '',
      evidence: passed.slice(-SHOWN_CHUNKS),
    }));
    if (!holds) return;
  }
}
