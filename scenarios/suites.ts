/** The suites that wirejig has, in the order in which they run. */
import { durakSuite } from './conformance/durak/durak';
import { stmSuite } from './conformance/stm/stm';
import type { Suite } from './suite';

export const SUITES: readonly Suite[] = [stmSuite, durakSuite];
