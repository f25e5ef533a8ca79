/** The suites that wirejig has, in the order in which they run. */
import { chineseTenSuite } from './conformance/chinese-ten/chinese-ten';
import { durakSuite } from './conformance/durak/durak';
import { gm67Suite } from './conformance/gm67/gm67';
import { setSuite } from './conformance/set/set';
import { stmSuite } from './conformance/stm/stm';
import { tttSuite } from './conformance/ttt/ttt';
import type { Suite } from './suite';

export const SUITES: readonly Suite[] = [
  stmSuite,
  durakSuite,
  gm67Suite,
  setSuite,
  tttSuite,
  chineseTenSuite,
];
