/** A virtual board of a protocol at the path of a serial port. */
import type { BoardKind } from '../../devices/virtual/engine/board';
import {
  plugBoard,
  type PluggedBoard,
  type PlugOptions,
} from '../../devices/virtual/serial-port/plugged-board';
import type { Protocol } from '../../scenarios/protocol';

/**
 * Puts a virtual board at `path`, for a {@link VirtualSerialPort} to open: the first board of a protocol, or a kind of
 * board.
 *
 *     const board = plugVirtualBoard('/dev/ttyUSB0', modbus, { latency: 16, defects: ['late'] });
 *     jest.mock('serialport', () => ({ SerialPort: require('wirejig/testing').VirtualSerialPort }));
 *
 * Throws an Error of one line if the path is taken, and for a link or a defect that the board does not have.
 */
export function plugVirtualBoard(
  path: string,
  of: Pick<Protocol, 'id' | 'boards'> | BoardKind,
  options?: PlugOptions,
): PluggedBoard {
  if (!('boards' in of)) return plugBoard(path, of, options);
  const [kind] = of.boards;
  if (kind === undefined) throw new Error(`${of.id} has no virtual board`);
  return plugBoard(path, kind, options);
}
