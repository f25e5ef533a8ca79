/** A command as a person can paste it into a shell. */
import { shellWord } from '../../reports/text/printable';

/** By the names of options: several values give the option several times, `true` gives it alone, `undefined` leaves it out. */
type OptionValues = Readonly<Record<string, string | number | readonly string[] | boolean | undefined>>;

/** `words`: the command and its positionals. */
export function commandLine(words: readonly string[], options: OptionValues): string {
  return ['wirejig', ...words, ...optionWords(options)].map(shellWord).join(' ');
}

export function optionWords(options: OptionValues): readonly string[] {
  return optionPairs(options).flat();
}

/** Each option, with its value where it has one. */
export function optionPairs(options: OptionValues): readonly (readonly string[])[] {
  return Object.entries(options).flatMap(([name, value = false]) => {
    if (typeof value === 'boolean') return value ? [[`--${name}`]] : [];
    return [value].flat().map((one) => [`--${name}`, String(one)]);
  });
}
