/** What was tested, in a few words. */
import type { RunStart } from '../../scenarios/record';

/** The board's name; of more than two boards their number: `8 virtual boards`. */
export function boardName({ name, virtual }: Pick<RunStart['board'], 'name' | 'virtual'>): string {
  const count = name.split(', ').length;
  return count > 2 ? `${count}${virtual ? ' virtual' : ''} boards` : name;
}
