/** A configured board and a command line together: what is typed wins. */
import { SUITES } from '../../scenarios/suites';
import type { RunWishes } from '../commands/run/run-plan';
import { UsageError } from '../shared/usage-error';
import type { ConfiguredBoard } from './configured-board';

/** The wishes as if all had been typed, with links instead of the board's name. Throws {@link UsageError} where nobody names a suite. */
export function mergedWishes(wishes: RunWishes, board: ConfiguredBoard): RunWishes {
  const suites = wishes.suites.length > 0 ? wishes.suites : board.suite === undefined ? [] : [board.suite];
  if (suites.length === 0)
    throw new UsageError(
      `board ${board.name} names no suite: give one (wirejig run SUITE --board ${board.name}), or its suite or kind in the configuration`,
    );
  const first = SUITES.find(({ id }) => id === suites[0])?.links[0]?.name ?? '';
  const keyOf = (text: string): string => nameOf(text) ?? first;
  const typed = new Set(wishes.links.map(keyOf));
  const { reset = board.reset, stimulus = board.stimulus } = wishes;
  const operator = wishes.unattended !== true && board.operator;
  return {
    ...wishes,
    board: undefined,
    suites,
    links: [...board.links.filter((text) => !typed.has(keyOf(text))), ...wishes.links],
    params: paramsOver(board.params, wishes.params),
    reset,
    stimulus,
    unattended: !operator,
  };
}

/** `name=value` of a configuration, and those typed instead of them or besides. */
export function paramsOver(configured: readonly string[], typed: readonly string[]): readonly string[] {
  const keyOf = (text: string): string => text.split('=', 1)[0] ?? '';
  const keys = new Set(typed.map(keyOf));
  return [...configured.filter((text) => !keys.has(keyOf(text))), ...typed];
}

function nameOf(text: string): string | undefined {
  return /^([A-Za-z][\w-]*)=/.exec(text)?.[1];
}
