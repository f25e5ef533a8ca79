/** The scenarios of the suite: it is up to three players of a server. */
import { DATAGRAMS } from './scenarios/datagrams';
import { ENDURANCE } from './scenarios/endurance';
import { JOINING } from './scenarios/joining';
import { MACHINE } from './scenarios/machine';
import { MESSAGES } from './scenarios/messages';
import { ROUNDS } from './scenarios/rounds';
import type { TttScenario } from './scenarios/sitting';

export const SCENARIOS: readonly TttScenario[] = [
  ...JOINING,
  ...MESSAGES,
  ...DATAGRAMS,
  ...ROUNDS,
  ...MACHINE,
  ...ENDURANCE,
];
