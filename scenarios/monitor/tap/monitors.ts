/** The protocols whose boards can be watched as they play each other. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { createDurakGameMonitor } from '../durak/game-monitor';
import type { GameMonitorKind } from './game-monitor';

export const GAME_MONITORS: readonly GameMonitorKind[] = [
  {
    id: 'durak',
    title: 'Durak: two boards play each other',
    link: { name: 'main', baud: 115_200 },
    requirements: DURAK_REQUIREMENTS,
    parameters: DURAK_PARAMETERS,
    create: createDurakGameMonitor,
  },
];
