/** The parameters of the page. */
import { param, type Values } from '../../api/index';

export const parameters = {
  baud: param(115_200, 'Speed of the UART, 8N1', { unit: 'bit/s', min: 300, max: 4_000_000 }),
  ackMs: param(3000, "Latest start of an acknowledgement after the packet's LF (DRK-LK-02)", {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
  moveMs: param(
    2000,
    'Latest start of the move of a board that plays by itself, and of the answer to an illegal move (DRK-PL-10, 11)',
    { unit: 'ms', min: 1, max: 600_000 },
  ),
  operatorMs: param(60_000, 'Longest wait for the move of a person at the buttons (DRK-PL-11)', {
    unit: 'ms',
    min: 1,
    max: 3_600_000,
  }),
  moves: param('auto', 'Who moves for the board: the board itself, or a person at its buttons (DRK-PL-11)', {
    choices: ['auto', 'operator'],
  }),
};

export type DurakValues = Values<typeof parameters>;
