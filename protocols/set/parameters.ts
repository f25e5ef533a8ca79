/** The parameters of the page. */
import { param, type Values } from '../../api/index';

export const parameters = {
  cardEncoding: param(
    '1..3',
    'What the two bits of an attribute hold: its value 1..3, or its value less one.',
    {
      choices: ['1..3', '0..2'],
    },
  ),
  tableLimit: param(81, 'Cards that the table takes.', { min: 1, max: 81 }),
  idleResetMs: param(1000, 'Silence after which a frame that was not ended is dropped.', {
    unit: 'ms',
    min: 10,
    max: 60_000,
  }),
  rxBufferBytes: param(150, 'Longest frame on the scanner link, CR included.', {
    unit: 'bytes',
    min: 3,
    max: 65_535,
  }),
  multiByte: param(
    'reject',
    'What a frame of more than one payload byte does: nothing, or its first byte counts.',
    { choices: ['reject', 'first'] },
  ),
  solveMs: param(1000, "Longest time from a new card's CR to the last line it draws, for up to 21 cards.", {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
  bootMs: param(2000, 'Longest time from a reset until the board takes cards.', {
    unit: 'ms',
    min: 0,
    max: 60_000,
  }),
};

export type SetValues = Values<typeof parameters>;
