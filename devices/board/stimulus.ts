import type { BoardCommands } from './user-command';

/** The capability of boards that read codes: a code is presented to them. */
export interface PresentsCodes {
  /** The way to present a code, in words. */
  readonly text: string;
  /** Presents a code once. Rejects with the output of the command, or another cause. */
  readonly present: (symbology: string, payload: Uint8Array) => Promise<void>;
}

/** The way to present a code to a real board. */
export type StimulusRecipe =
  /** A command of the user, with `{symbology}` and `{hex}` filled in. */
  | { readonly way: 'cmd'; readonly command: string }
  /** A given function. */
  | ({ readonly way: 'shown' } & PresentsCodes);

export function stimulusBy(recipe: StimulusRecipe, commands: BoardCommands): PresentsCodes {
  if (recipe.way === 'shown') return recipe;
  const { command } = recipe;
  return {
    text: `the command ${command}`,
    present: async (symbology, payload) => {
      await commands.run('stimulus', withCode(command, symbology, payload));
    },
  };
}

/** Neither word contains a character that is special in a shell. An empty payload is an empty word. */
function withCode(command: string, symbology: string, payload: Uint8Array): string {
  const hex = payload.length === 0 ? "''" : Buffer.from(payload).toString('hex');
  return command.replaceAll('{symbology}', symbology).replaceAll('{hex}', hex);
}
