/** A campaign's command again: as it was typed, for the one who reads of it, and as it was meant, where it goes on. */
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { commandLine } from '../../shared/command-line';
import type { FuzzOptions } from './fuzz-plan';
import { UsageError } from '../../shared/usage-error';

/** What was asked for then holds, but for what is asked for now. */
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
    links: request.links.length > 0 ? request.links : saved.links,
    resets: request.resets.length > 0 ? request.resets : saved.resets,
    params: request.params.length > 0 ? request.params : saved.params,
    stimulus: request.stimulus ?? saved.stimulus,
    cases: budget === undefined ? saved.cases : request.cases,
    time: budget === undefined ? saved.time : request.time,
  };
}

/** The command that does the same again. */
export function fuzzCommandLine(options: FuzzOptions, seed: number): string {
  const { suite, board, links, resets, stimulus, params, cases, time, resyncLimit } = options;
  return commandLine(['fuzz', suite], {
    ...{ board, link: links, reset: resets, stimulus, param: params, cases, time, seed },
    'resync-limit': resyncLimit,
  });
}
