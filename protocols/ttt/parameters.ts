/** The parameters of the page. */
import { param, type Values } from '../../api/index';

export const parameters = {
  game: param('ttt-pve', 'Which game the board serves.', { choices: ['ttt-pve', 'ttt-pvp'] }),
  settleMs: param(50, 'Wait before input on another link, where no order holds.', {
    unit: 'ms',
    min: 0,
    max: 60_000,
  }),
  responseMs: param(50, 'Answers to joins and accepted moves start within this (TTT-TM-01).', {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
};

export type TttValues = Values<typeof parameters>;
