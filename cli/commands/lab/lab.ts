/** `wirejig lab`: serves boards to other machines, and tells what they do. */
import { labErrors } from '../../shared/lab/lab-url';
import { UsageError } from '../../shared/usage-error';
import type { LabRequest } from './command';
import { fetch, hold, release, history, status } from './boards';
import { demo, serve } from './serve';
import { work } from './work';

const ACTIONS = { serve, worker: work, demo, status, hold, release, history, fetch };

const WITHOUT_BOARD: readonly (keyof typeof ACTIONS)[] = ['serve', 'demo', 'status'];

export function labCommand(options: LabRequest): Promise<number> {
  const { action, boards } = options;
  const [board] = boards;
  if (board !== undefined && WITHOUT_BOARD.includes(action))
    throw new UsageError(`lab ${action} takes no board: leave out '${board}'`);
  return labErrors(() => ACTIONS[action](options));
}
