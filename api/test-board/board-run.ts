/**
 * A run of one scenario that a team's own tests play. The runner opens the board, writes the journal and ends with a
 * verdict for each clause, as in any run.
 */
import type { Board } from '../../devices/board/board';
import type { Parameters } from '../../protocols/requirement';
import type { RunSummary } from '../../reports/summary/summary';
import { exitCode } from '../../reports/text/headline';
import { reasonOf } from '../../reports/text/reason';
import type { Bench } from '../../scenarios/bench/bench';
import { run } from '../../scenarios/runner/runner';
import { Selection } from '../../scenarios/runner/selection';
import type { Scenario, Suite } from '../../scenarios/suite';
import { openRecord } from '../../cli/shared/output/output-folder';
import { wirejigVersion } from '../../cli/shared/program';

export interface BoardRunOptions {
  readonly suite: Suite;
  readonly board: Board;
  readonly parameters: Parameters;
  readonly seed: number;
  /** The command that opened the board, for the report. */
  readonly command: string;
  /** In percent; undefined: the usual share. */
  readonly leastJudged: number | undefined;
  /** The folder of journal and reports; undefined: nothing is written. */
  readonly out: string | undefined;
}

export interface BoardRun {
  readonly bench: Bench;
  /** Ends the run, and writes the reports. A failure of the link becomes the run's outcome. */
  end(failure?: Error): Promise<RunSummary>;
}

/**
 * Resolves when the board is open. Rejects with an Error of one line if it cannot be opened, or `out` cannot be
 * written.
 */
export async function startBoardRun(options: BoardRunOptions): Promise<BoardRun> {
  const { board, parameters, seed, command, leastJudged } = options;
  const record = openRecord(options.out);
  return new Promise((resolve, reject) => {
    const suite = withOneScenario(
      options.suite,
      (bench) =>
        new Promise<void>((pass, fail) => {
          const end = async (failure?: Error): Promise<RunSummary> => {
            if (failure === undefined) pass();
            else fail(failure);
            await ended;
            return record.finish();
          };
          resolve({ bench, end });
        }),
    );
    const ended = run({
      board,
      suites: [suite],
      parameters: new Map([[suite.id, parameters]]),
      seed,
      version: wirejigVersion(),
      command,
      ...(board.clock.virtual ? {} : { startedAt: new Date().toISOString() }),
      selection: Selection.all,
      leastJudged,
      signal: new AbortController().signal,
      emit: (event) => void record.add(event),
    });
    ended
      .then(async ({ outcome, reason }) => {
        // The tests have not begun, so nobody else ends the record. Otherwise the promise is resolved already.
        if (outcome === 'unreachable') await record.finish();
        reject(new Error(reason ?? outcome));
      })
      .catch(reject);
  });
}

/** Throws an Error where the tests came to something that could not be judged. How a run failed, or was lost, a test has said. */
export function refuseUnjudged({ headline, outcome, requirements, accounting }: RunSummary): void {
  const isUntried = accounting === undefined && requirements.every(({ verdict }) => verdict === 'skip');
  if (outcome !== 'done' || exitCode({ headline, outcome }) !== 3 || isUntried) return;
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error');
  const reasons = open.map((one) => `${one.id}: ${reasonOf(one, 300) ?? one.verdict}`);
  throw new Error([`${headline.word}: ${headline.text}`, ...reasons].join('\n'));
}

/** The suite with one scenario instead of its own; it may judge every clause. */
function withOneScenario(suite: Suite, play: (bench: Bench) => Promise<void>): Suite {
  const covers = suite.requirements.map(({ id }) => id);
  const scenario: Scenario = {
    id: `${suite.id}/tests`,
    title: 'tests of your own',
    covers,
    run: async (bench) => {
      await play(bench);
      for (const clause of covers) if (!bench.wasJudged(clause)) bench.skip(clause, 'no test came to it');
    },
  };
  return { ...suite, scenarios: [scenario], probe: () => Promise.resolve(undefined) };
}
