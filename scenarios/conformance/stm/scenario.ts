/** Makes scenarios of this suite: each gets a host, a quiet line and a new game. */
import { scenarioFactory } from '../scenario-factory';
import { StmHost } from './host';

export const stmScenario = scenarioFactory((bench) => StmHost.create(bench));
