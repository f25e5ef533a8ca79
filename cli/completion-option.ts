/** The option by which a shell asks for completions. */
export const COMPLETING = '--get-yargs-completions';
