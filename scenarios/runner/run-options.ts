/** The options of a run, and the first event of its journal. */
import type { Board } from '../../devices/board/board';
import { systemText } from '../../devices/platform/system';
import type { Parameters } from '../../protocols/requirement';
import type { JournalEvent, Progress, RunStart, SuiteRecord } from '../record';
import type { Selection } from './selection';
import type { Suite } from '../suite';
import type { Timings } from './timings';

export interface RunOptions {
  readonly board: Board;
  readonly suites: readonly Suite[];
  /** Parameters of each suite, by its id. */
  readonly parameters: ReadonlyMap<string, Parameters>;
  readonly seed: number;
  readonly version: string;
  /** The command that repeats this run. */
  readonly command: string;
  /** ISO time; absent in virtual runs, which repeat byte for byte. */
  readonly startedAt?: string;
  /** The firmware's own description of itself. */
  readonly identity?: string;
  readonly selection: Selection;
  /** The least share of exchanges that a pass needs judged, in percent; absent: the usual one. */
  readonly leastJudged?: number | undefined;
  /** The times that earlier repetitions measured. */
  readonly timings?: Timings | undefined;
  /** Reset the board before the first request: an earlier run may have been cut anywhere. */
  readonly resetFirst?: boolean;
  /** Distinguishes the boards of one suite in a run: `ttt-udp game=ttt-pvp`. */
  readonly variant?: string;
  /** Aborting ends the run: verdicts so far stay. */
  readonly signal: AbortSignal;
  /**
   * Asked once the board has answered: why this link or this board cannot be judged by these suites, as a sentence. Nothing it sends is
   * in the journal.
   */
  readonly misfit?: (board: Board) => Promise<string | undefined>;
  readonly emit: (event: JournalEvent) => void;
  readonly progress?: (progress: Progress) => void;
}

/** The first event of the run's journal. */
export function startRecord(options: RunOptions): RunStart {
  const { board, suites, seed, version, command, leastJudged, startedAt, identity } = options;
  return {
    type: 'run',
    version,
    seed,
    board: {
      name: board.name,
      kind: board.kind,
      virtual: board.clock.virtual,
      defects: board.defects,
      ...(identity === undefined ? {} : { identity }),
      links: board.linkUrls,
    },
    suites: suites.map((suite) => suiteRecord(suite, options.parameters.get(suite.id) ?? {})),
    command,
    ...(leastJudged === undefined ? {} : { leastJudged }),
    ...(startedAt === undefined ? {} : { startedAt }),
    platform: systemText(),
  };
}

function suiteRecord(suite: Suite, parameters: Parameters): SuiteRecord {
  const { id, title, requirements } = suite;
  const scenarios = suite.scenarios.map(({ id, title, covers }) => ({ id, title, covers }));
  return { id, title, requirements, parameters, scenarios };
}
