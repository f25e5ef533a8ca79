/** The parts of a planned run: one for each suite and board. */
import type { RunOptions } from '../../../scenarios/runner/run-options';
import type { Prepared } from '../../config/preparation';
import { wirejigVersion } from '../../shared/version';
import { watchFit } from './run-misfit';
import type { RunPlan } from './run-plan';

export function runOptionsOf(
  plan: RunPlan,
  { identity }: Prepared,
  shared: Pick<RunOptions, 'signal' | 'emit' | 'progress' | 'resetFirst'>,
): readonly RunOptions[] {
  const { targets, selection, leastJudged, seed, command } = plan;
  const version = wirejigVersion();
  const startedAt = new Date().toISOString();
  return targets.map(({ suite, board, parameters, variant }) => ({
    board,
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed,
    version,
    command,
    // A virtual run has no wall time: it repeats byte for byte.
    ...(board.clock.virtual ? {} : { startedAt }),
    ...(identity === undefined ? {} : { identity }),
    selection,
    leastJudged,
    ...(variant === undefined ? {} : { variant }),
    ...shared,
    ...(board.clock.virtual ? {} : watchFit({ suite, board, parameters }, shared.emit)),
  }));
}
