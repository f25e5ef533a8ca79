/** Makes scenarios of this suite: each gets a host. */
import { scenarioFactory } from '../scenario-factory';
import { DurakHost } from './host';

export const durakScenario = scenarioFactory((bench) => new DurakHost(bench));
