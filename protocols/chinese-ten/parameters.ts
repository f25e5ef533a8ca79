/** The parameters of the page. */
import { param, type Values } from '../../api/index';

export const parameters = {
  patienceMs: param(6000, 'A prompt or a screen that has not come within this is missing.', {
    unit: 'ms',
    min: 100,
    max: 600_000,
  }),
};

export type TenValues = Values<typeof parameters>;
