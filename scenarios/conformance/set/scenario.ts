/** Makes scenarios of this suite: each gets a host, and is inconclusive where the table cannot be emptied. */
import { scenarioFactory } from '../scenario-factory';
import { NoEmptyTable, SetHost } from './host';

export const setScenario = scenarioFactory((bench) => new SetHost(bench), NoEmptyTable);
