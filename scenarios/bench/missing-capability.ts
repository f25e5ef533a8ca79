/** Why a scenario is skipped on a board that lacks a needed capability, with the remedy. */
import type { Capabilities } from '../../devices/board/board';

export const MISSING_CAPABILITY: Readonly<Record<keyof Capabilities, string>> = {
  reset: 'needs a way to reset the board: give --reset',
  stimulus: 'needs codes in front of the scanner: give --stimulus',
  operator: 'needs a person at the buttons of the board: leave out --unattended',
  onDemand: 'needs links that are opened on demand: give tcp:// or udp://',
};
