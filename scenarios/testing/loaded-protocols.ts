/** For tests: all protocols of the house, loaded. What the program loads by name is here at once. */
import type { BoardKind } from '../../devices/virtual/engine/board';
import { resolveAmong, type ResolvedBoard } from '../../devices/virtual/board-name';
import type { Protocol } from '../protocol';
import { chineseTen as CHINESE_TEN_PROTOCOL } from '../../protocols/chinese-ten/chinese-ten';
import { durak as DURAK_PROTOCOL } from '../../protocols/durak/durak';
import { gm67 as GM67_PROTOCOL } from '../../protocols/gm67/gm67';
import { set as SET_PROTOCOL } from '../../protocols/set/set';
import { stm as STM_PROTOCOL } from '../../protocols/stm/stm';
import { ttt as TTT_PROTOCOL } from '../../protocols/ttt/ttt';
import type { Suite } from '../suite';

/** In the order in which their suites run. */
export const PROTOCOLS: readonly Protocol[] = [
  STM_PROTOCOL,
  DURAK_PROTOCOL,
  GM67_PROTOCOL,
  SET_PROTOCOL,
  TTT_PROTOCOL,
  CHINESE_TEN_PROTOCOL,
];

export const SUITES: readonly Suite[] = PROTOCOLS.map(({ suite }) => suite);

export const BOARD_KINDS: readonly BoardKind[] = PROTOCOLS.flatMap(({ boards }) => boards);

/** Reads `KIND+defect+…`. */
export function boardNamed(text: string): ResolvedBoard {
  return resolveAmong(BOARD_KINDS, 'virtual board', text);
}
