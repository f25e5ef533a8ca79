/** Resolves the command line of `wirejig fuzz`: a target, a board, parameters, a budget. */
import { resolveFuzzSetup } from '../../shared/fuzz/fuzz-board';
import { findSuite } from '../../shared/find-suite';
import { parseDuration, parseSeed, parseWhole } from '../../shared/option-values';
import { systemText } from '../../../devices/platform/system';
import type { FuzzStart } from '../../../scenarios/fuzz-record';
import { wirejigVersion } from '../../shared/version';
import type { FuzzRequest } from './command';

/** All but where it writes. */
export type FuzzOptions = Omit<FuzzRequest, 'out'>;

export type FuzzPlan = Awaited<ReturnType<typeof planFuzz>>;

const DEFAULT_MS = 60_000;

/** Rejects with {@link UsageError} for whatever is wrong with the command. */
export async function planFuzz(options: FuzzOptions) {
  const suite = await findSuite(options.suite);
  const seed = parseSeed(options.seed);
  const cases =
    options.cases === undefined ? undefined : parseWhole('cases', options.cases, 'number of cases');
  const defaultTime = cases === undefined ? DEFAULT_MS : undefined;
  const time = options.time === undefined ? defaultTime : parseDuration('time', options.time) / 1000;
  const resyncLimit =
    options.resyncLimit === undefined ? undefined : parseDuration('resync-limit', options.resyncLimit);
  // The campaign ends with the first of `cases` and `time`, in milliseconds. Without `resyncLimit` it is the page's.
  return { ...(await resolveFuzzSetup(suite, options, seed)), seed, resyncLimit, cases, time };
}

export function startRecord(plan: FuzzPlan, command: string): FuzzStart {
  const { suite, target, parameters, board, seed, cases, time } = plan;
  const { generators } = target.session(parameters);
  return {
    type: 'fuzz',
    version: wirejigVersion(),
    suite: suite.id,
    seed,
    board: board.record,
    parameters,
    ...(cases === undefined ? {} : { cases }),
    ...(time === undefined ? {} : { seconds: time / 1000 }),
    generators: generators.map(({ name, group }) => ({ name, group })),
    fields: target.fields,
    states: target.states,
    triggers: target.triggers,
    responses: target.responses,
    ...(target.beyond === undefined ? {} : { beyond: target.beyond }),
    command,
    ...(board.real === undefined ? {} : { startedAt: new Date().toISOString() }),
    platform: systemText(),
  };
}
