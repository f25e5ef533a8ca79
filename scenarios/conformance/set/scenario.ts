/** A scenario of this suite: it gets a host, and where no empty table can be had it decides nothing. */
import { scenarioFactory } from '../host-scenario';
import { NoEmptyTable, SetHost } from './host';

export const setScenario = scenarioFactory((bench) => new SetHost(bench), NoEmptyTable);
