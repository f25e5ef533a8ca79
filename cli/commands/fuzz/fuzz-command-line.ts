/** The command line that repeats a campaign, and the options of a campaign that is resumed. */
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { commandLine } from '../../shared/command-line';
import type { FuzzOptions } from './fuzz-plan';
import { UsageError } from '../../shared/usage-error';

/** The options of the earlier command, overridden by those of this one. */
export function resumeOptions<T extends FuzzOptions & { readonly out: string }>(
  request: T,
  { suite, seed, wishes: saved }: Checkpoint,
): T {
  if (request.suite !== suite)
    throw new UsageError(
      `the campaign in ${request.out} is of suite ${suite}, not ${request.suite}: name that`,
    );
  if (request.seed !== undefined && request.seed !== String(seed))
    throw new UsageError(`the campaign in ${request.out} has seed ${seed}: leave out --seed`);
  const budget = request.cases ?? request.time;
  return {
    ...request,
    seed: String(seed),
    board: request.board ?? saved.board,
    config: request.config ?? saved.config,
    links: request.links.length > 0 ? request.links : saved.links,
    resets: request.resets.length > 0 ? request.resets : saved.resets,
    params: request.params.length > 0 ? request.params : saved.params,
    stimulus: request.stimulus ?? saved.stimulus,
    cases: budget === undefined ? saved.cases : request.cases,
    time: budget === undefined ? saved.time : request.time,
    resyncLimit: request.resyncLimit ?? saved.resyncLimit,
  };
}

/** The command line that repeats a campaign. */
export function fuzzCommandLine(options: FuzzOptions, seed: number): string {
  const { suite, board, config, links, resets, stimulus, params, cases, time, resyncLimit } = options;
  return commandLine(['fuzz', suite], {
    ...{ board, config, link: links, reset: resets, stimulus, param: params, cases, time, seed },
    'resync-limit': resyncLimit,
  });
}
