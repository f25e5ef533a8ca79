/** A board of the configuration together with a command line: options on the command line override the file. */
import { protocolOf } from '../../scenarios/protocols';
import { UsageError } from '../shared/usage-error';
import type { ConfiguredBoard } from './configured-board';

/** Options that say which board is tested, and how it is handled. */
export interface BoardOptions {
  readonly suites: readonly string[];
  readonly board?: string | undefined;
  /** The configuration file; undefined: wirejig.config.*. */
  readonly config?: string | undefined;
  readonly links: readonly string[];
  readonly reset?: string | undefined;
  readonly stimulus?: string | undefined;
  readonly params: readonly string[];
  readonly unattended?: boolean | undefined;
}

/** The options as if everything had been typed, with links instead of the board's name. Rejects with {@link UsageError} where nobody names a suite. */
export async function mergeBoardOptions<T extends BoardOptions>(
  options: T,
  board: ConfiguredBoard,
): Promise<T> {
  const suites = options.suites.length > 0 ? options.suites : board.suite === undefined ? [] : [board.suite];
  const [asked] = suites;
  if (asked === undefined)
    throw new UsageError(
      `board ${board.name} names no suite: give one (wirejig run SUITE --board ${board.name}), or its suite or kind in the configuration`,
    );
  const first = (await protocolOf(asked))?.suite.links[0]?.name ?? '';
  const keyOf = (text: string): string => linkName(text) ?? first;
  const typed = new Set(options.links.map(keyOf));
  const { reset = board.reset, stimulus = board.stimulus } = options;
  const operator = options.unattended !== true && board.operator;
  return {
    ...options,
    board: undefined,
    suites,
    links: [...board.links.filter((text) => !typed.has(keyOf(text))), ...options.links],
    params: mergeParams(board.params, options.params),
    reset,
    stimulus,
    unattended: !operator,
  };
}

/** `name=value` of a configuration; one with the same name on the command line replaces it. */
export function mergeParams(configured: readonly string[], typed: readonly string[]): readonly string[] {
  const keyOf = (text: string): string => text.split('=', 1)[0] ?? '';
  const keys = new Set(typed.map(keyOf));
  return [...configured.filter((text) => !keys.has(keyOf(text))), ...typed];
}

function linkName(text: string): string | undefined {
  return /^([A-Za-z][\w-]*)=/.exec(text)?.[1];
}
