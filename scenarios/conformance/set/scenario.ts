/** Makes scenarios of this suite: each gets a host, and is inconclusive where no empty table can be had. */
import { scenarioFactory } from '../scenario-factory';
import { NoEmptyTable, SetHost } from './host';

export const setScenario = scenarioFactory((bench) => new SetHost(bench), NoEmptyTable);
