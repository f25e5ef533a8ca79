/** A command as a person can paste it into a shell. */

/** One word, in quotes where a shell would take it apart. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface RunCommandLine {
  readonly suites: readonly string[];
  readonly board?: string | undefined;
  readonly config?: string | undefined;
  readonly links: readonly string[];
  readonly reset?: string | undefined;
  readonly stimulus?: string | undefined;
  readonly params: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly seed: number;
  readonly unattended?: boolean | undefined;
}

/** The command that shows a run again, wherever its reports went. */
export function runCommandLine(words: RunCommandLine): string {
  const option = (name: string, values: readonly string[]): string[] =>
    values.flatMap((value) => [`--${name}`, value]);
  return [
    'wirejig',
    'run',
    ...words.suites,
    ...option('board', words.board === undefined ? [] : [words.board]),
    ...option('config', words.config === undefined ? [] : [words.config]),
    ...option('link', words.links),
    ...option('reset', words.reset === undefined ? [] : [words.reset]),
    ...option('stimulus', words.stimulus === undefined ? [] : [words.stimulus]),
    ...option('param', words.params),
    ...option('only', words.only),
    ...option('skip', words.skip),
    ...option('seed', [String(words.seed)]),
    ...(words.unattended === true ? ['--unattended'] : []),
  ]
    .map(shellWord)
    .join(' ');
}
