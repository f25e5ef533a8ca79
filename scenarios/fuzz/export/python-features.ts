/**
 * Selects the lines that a finding's script needs. A line with `#: feature` is for scripts with the feature, a line
 * with `#: !feature` for scripts without it. So every line of a script has an effect.
 */
import { BODY } from './python-body';

export const FEATURES = [
  /** More than one link. */
  'links',
  /** Sends after a pause, silence, connections, codes for a scanner. */
  'gap',
  'listen',
  'dial',
  'show',
  /** A board that receives nothing for some time after power-on. */
  'boot',
  /** Answers with bytes that may have any value, or any order. */
  'open',
  'order',
  /** Text in which only some words matter. */
  'words',
  /** Text that a board sends again and again. */
  'chatter',
  /** The failure is a wrong time; missing randomness; a missing answer; or bytes cannot decide. */
  'time',
  'chance',
  'silence',
  'undecided',
  /** The failure depends on choices of the board, and shows in some of many rounds. */
  'rounds',
] as const;

export type Feature = (typeof FEATURES)[number];

const CONDITIONS = /^(.*?) *#: (.+)$/;

/** The script's code for these features. */
export function scriptBody(features: ReadonlySet<Feature>): string {
  return BODY.split('\n')
    .flatMap((line) => {
      const [, code, conditions] = CONDITIONS.exec(line) ?? [];
      if (code === undefined || conditions === undefined) return [line];
      return conditions.split(' ').every((one) => holds(one, features)) ? [code] : [];
    })
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n');
}

function holds(condition: string, features: ReadonlySet<Feature>): boolean {
  const isWithout = condition.startsWith('!');
  const feature = FEATURES.find((name) => name === condition.replace('!', ''));
  if (feature === undefined) throw new Error(`no feature of a script is named '${condition}'`);
  return features.has(feature) !== isWithout;
}
