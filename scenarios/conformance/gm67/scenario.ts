/** Makes scenarios of this suite: each gets a host, and is inconclusive where the scanner is not ready for it. */
import { scenarioFactory } from '../scenario-factory';
import { GmHost } from './host';
import { NotReady } from './scanner-profile';

export const gmScenario = scenarioFactory((bench) => GmHost.create(bench), NotReady);
