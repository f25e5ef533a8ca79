/** The first line of a campaign's journal. */
import { systemText } from '../../../devices/platform/system';
import type { FuzzStart } from '../../../scenarios/fuzz-record';
import type { FuzzPlan } from './fuzz-plan';
import { wirejigVersion } from '../../shared/version';

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
