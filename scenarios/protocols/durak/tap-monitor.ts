/** Durak for `wirejig tap`. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { createDurakGameMonitor } from '../../monitor/durak/game-monitor';
import type { GameMonitorKind } from '../../monitor/tap/game-monitor';

export const DURAK_TAP_MONITOR: GameMonitorKind = {
  id: 'durak',
  title: 'Durak: two boards play each other',
  link: { name: 'main', baud: 115_200 },
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  create: createDurakGameMonitor,
};
