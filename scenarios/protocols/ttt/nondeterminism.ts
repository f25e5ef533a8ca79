/** The random choice of TTT: the machine's cell. */
import type { Parameters } from '../../../protocols/requirement';
import { cellOf } from '../../../protocols/ttt/message';
import type { AnswerComparer } from '../../protocol';

export function compareTttAnswers(parameters: Parameters): AnswerComparer {
  const isCell = (hex: string): boolean => hex.length === 2 && cellOf(parseInt(hex, 16)) !== undefined;
  if (parameters['game'] === 'ttt-pvp') return () => 'changed';
  return (_sent, _link, before, after) => (isCell(before) && isCell(after) ? 'diverged' : 'changed');
}
