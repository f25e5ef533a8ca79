import type { Clock } from '../clock/clock';
import type { LinkSet } from '../links/link-set';
import type { BoardCommands } from './user-command';
import { after, millis, type Micros } from '../../protocols/time';
import type { LineState, Link } from '../links/link';

/** The capability of boards that can be reset: by a button, their links, modem lines, or a command. */
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
  | {
      readonly way: 'reopen' | PulseWay;
      /** How long the board starts, also where opening its links resets it: nothing is sent before. Default 0. */
      readonly start?: Micros;
    }
  | { readonly way: 'cmd'; readonly command: string };

interface ResetContext {
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
  await awaitStart(recipe, clock);
}

/** Returns once a board has started that was just reset so. */
export async function awaitStart(recipe: ResetRecipe, clock: Clock): Promise<void> {
  if (recipe.way !== 'cmd' && recipe.start !== undefined) await clock.until(after(clock.now(), recipe.start));
}

/** What a recipe may be besides a command. */
export const RESET_WAYS = ['reopen', 'dtr', 'rts', 'break', 'esp32'] as const;

export type PulseWay = Exclude<(typeof RESET_WAYS)[number], 'reopen'>;

interface Pulse {
  readonly during: LineState;
  readonly span: Micros;
  readonly afterwards: LineState;
}

/**
 * esp32: its auto-reset circuit holds EN low while only RTS is asserted. While only DTR is asserted it holds IO0 low,
 * which would start the boot loader. So DTR is released first, and stays released.
 */
const PULSES: Readonly<Record<PulseWay, Pulse>> = {
  dtr: { during: { dtr: false }, span: millis(100), afterwards: { dtr: true } },
  rts: { during: { rts: false }, span: millis(100), afterwards: { rts: true } },
  break: { during: { brk: true }, span: millis(300), afterwards: { brk: false } },
  esp32: { during: { dtr: false, rts: true }, span: millis(100), afterwards: { dtr: false, rts: false } },
};

/** Called for each line state that was driven. */
type LineListener = (link: string, at: Micros, state: LineState) => void;

/** Resets by all links together. Rejects with LinkError `unsupported` if one has no modem lines. */
export async function resetPulse(
  links: readonly Link[],
  way: PulseWay,
  clock: Clock,
  onDriven: LineListener = () => undefined,
): Promise<void> {
  const { during, span, afterwards } = PULSES[way];
  const drive = async (state: LineState): Promise<void> => {
    for (const link of links) {
      const at = clock.now();
      await link.lines(state);
      onDriven(link.name, at, state);
    }
  };
  await drive(during);
  await clock.until(after(clock.now(), span));
  await drive(afterwards);
}
