/** A scenario of this suite: it gets a host, and where the scanner cannot be brought to its beginning it decides nothing. */
import { scenarioFactory } from '../scenario-factory';
import { GmHost, NotReady } from './host';

export const gmScenario = scenarioFactory((bench) => GmHost.create(bench), NotReady);
