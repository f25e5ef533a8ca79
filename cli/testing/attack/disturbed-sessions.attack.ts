/** Ten thousand sessions of each system with each disturbance, by hand: npm run attack disturbed-sessions. Prints a row for each. */
import { DISTURBANCES } from '../../../scenarios/testing/disturbed/disturbance';
import { attackDefects, attackSound } from './disturbed-sessions';

const SYSTEMS = ['stm', 'modbus', 'scpi', 'random'];
const SESSIONS = 10_000;
const DEFECT_SESSIONS = 20;
const HOUR = 3_600_000;

describe.each(SYSTEMS)('%s', (name) => {
  test.each(DISTURBANCES)(
    'no failure of a sound board: $name',
    async (disturbance) => {
      expect(await attackSound({ name, firstSeed: 1, sessions: SESSIONS, disturbance })).toBe(0);
    },
    HOUR,
  );
});

describe.each(SYSTEMS.filter((name) => name !== 'random'))('%s', (name) => {
  test.each(DISTURBANCES)(
    'no defect passes that a quiet run fails: $name',
    async (disturbance) => {
      const words = { name, firstSeed: 1, sessions: DEFECT_SESSIONS, disturbance, defect: 'all' };
      expect(await attackDefects(words)).toBe(0);
    },
    HOUR,
  );
});
