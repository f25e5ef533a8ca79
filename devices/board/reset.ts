/** The capability of boards that can be reset: by a button, their links, modem lines, or a command. */
import type { Clock } from '../clock/clock';
import type { LinkSet } from '../links/link-set';
import { resetPulse, type LineListener, type PulseWay } from './reset-pulse';
import type { BoardCommands } from './user-command';

export interface Resettable {
  /** The way of the reset, in words. */
  readonly text: string;
  /** The number of levels: 0 is the mildest. */
  readonly levels: number;
  /**
   * Resets the board; `onLines` is called for each modem line that it drives. Rejects with {@link LinkError}; after a
   * failed command, with its output.
   */
  run(onLines?: LineListener, level?: number): Promise<void>;
}

/** The way to reset a real board. */
export type ResetRecipe =
  { readonly way: 'reopen' | PulseWay } | { readonly way: 'cmd'; readonly command: string };

export interface ResetContext {
  readonly links: LinkSet;
  readonly clock: Clock;
  readonly commands: BoardCommands;
}

/** `stronger`: used when `recipe` does not bring the board back, mildest first. */
export function resetBy(
  recipe: ResetRecipe,
  stronger: readonly ResetRecipe[],
  context: ResetContext,
): Resettable {
  const recipes = [recipe, ...stronger];
  return {
    text: recipe.way === 'cmd' ? `the command ${recipe.command}` : recipe.way,
    levels: recipes.length,
    run: (onLines, level = 0) => carryOut(recipes[level] ?? recipe, context, onLines),
  };
}

async function carryOut(
  recipe: ResetRecipe,
  { links, clock, commands }: ResetContext,
  onLines?: LineListener,
): Promise<void> {
  if (recipe.way === 'cmd') await commands.run('reset', recipe.command);
  else if (recipe.way === 'reopen') {
    await links.close();
    await links.open();
  } else await resetPulse(links.all(), recipe.way, clock, onLines);
}
