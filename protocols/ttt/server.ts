/** What only a virtual server does: it takes its time. */
import { micros, type BoardSteps, type Carrier, type Random } from '../../api/index';
import { soundSteps, type TttFirmware, type TttSteps } from './firmware';
import { byteOf, type PlayerMessage, type ServerMessage } from './message';
import type { TttValues } from './parameters';
import type { TttState } from './state';
import { playerMessages } from './wire';

/** Processing takes 0.1 to 2 ms, or less if the profile has a short limit: microseconds. */
const LEAST_DELAY = 100;
const MOST_DELAY = 2000;

export function firmwareOf(
  { responseMs }: TttValues,
  random: Random,
  steps: TttFirmware,
  binding: Carrier,
): TttSteps & Partial<BoardSteps<PlayerMessage, ServerMessage, TttState>> {
  const most = Math.min(MOST_DELAY, 250 * responseMs);
  return {
    ...soundSteps(binding, random, steps),
    receiver: () => playerMessages(binding).decoder(),
    encode: (message) => Uint8Array.of(byteOf(message)),
    // What is said of one turn leaves at once.
    delay: (_turn, _message, index) => micros(index === 0 ? random.int(LEAST_DELAY, most) : 0),
  };
}
