/** The protocols whose boards can be watched as they play each other. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { durakObserver } from '../durak/durak';
import type { Watchable } from '../observer';

export const WATCHABLES: readonly Watchable[] = [
  {
    id: 'durak',
    title: 'Durak: two boards play each other',
    link: { name: 'main', baud: 115_200 },
    requirements: DURAK_REQUIREMENTS,
    parameters: DURAK_PARAMETERS,
    observer: durakObserver,
  },
];
