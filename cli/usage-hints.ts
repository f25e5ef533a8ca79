/** Explains a command line that yargs cannot read: cause and remedy. */
import { suggestName } from '../devices/name-suggestion';
import { commandName } from './commands';

export interface ParseFailure {
  readonly message: string;
  /** The typed words after `wirejig`. */
  readonly words: readonly string[];
  readonly usages: readonly string[];
  readonly suites: readonly string[];
  /** Those of the command that was typed; empty where it is none. */
  readonly options: readonly string[];
}

export function explainParseFailure({ message, words, usages, suites, options }: ParseFailure): string {
  const commands = usages.map((usage) => commandName({ usage }));
  const typed = words.find((word) => !word.startsWith('-'));
  const usage = usages.find((one) => commandName({ usage: one }) === typed);
  if (typed !== undefined && usage === undefined) {
    const suite = suggestName(typed, suites);
    const near = suggestName(typed, commands) ?? (suite && `run ${suite}`);
    const hint = near === undefined ? `there are ${commands.join(', ')}` : `did you mean ${near}?`;
    return `no command '${typed}': ${hint}`;
  }
  if (typed === undefined && /^Not enough non-option/.test(message))
    return 'no command: wirejig --help shows them';
  const see = `see wirejig ${typed === undefined ? '' : `${typed} `}--help`;
  const unknown = /^Unknown arguments?: (.*)$/m.exec(message)?.[1]?.split(', ');
  if (unknown !== undefined) return `${unknownText(unknown, words, options)}${see}`;
  const lacking = /^Not enough arguments following: (.*)$/m.exec(message)?.[1];
  if (lacking !== undefined) return `${dashed(lacking)} has no value: give it one: ${see}`;
  if (/^Not enough non-option arguments/.test(message))
    return `an argument is missing: the command is wirejig ${usage ?? ''}: ${see}`;
  const line = message.replaceAll(/\s*\n\s*/g, ' ').replace(/[.:]$/, '');
  return `${line.charAt(0).toLowerCase()}${line.slice(1)}: ${see}`;
}

function unknownText(unknown: readonly string[], words: readonly string[], options: readonly string[]) {
  const [first = ''] = unknown;
  const isOption = words.some((word) => word.startsWith(`-${first}`) || word.startsWith(`--${first}`));
  if (!isOption) return `unknown argument '${first}': `;
  const near = OTHER_NAMES[first] ?? (first.length > 1 ? suggestName(first, options) : undefined);
  const known = near !== undefined && options.includes(near) ? near : undefined;
  return `no option ${dashed(first)}: ${known === undefined ? '' : `did you mean --${known}? `}`;
}

/** What other test programs call our options. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  x: 'bail',
  lf: 'last-failed',
  exitfirst: 'bail',
  sel: 'match',
  select: 'match',
  filter: 'match',
  grep: 'match',
  count: 'repeat',
};

function dashed(option: string): string {
  return option.length === 1 ? `-${option}` : `--${option}`;
}
