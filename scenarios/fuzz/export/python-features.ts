/**
 * Which lines of a finding's script it needs. A line that ends in `#: feature` stands in scripts that need the feature,
 * one in `#: !feature` in those that do not: nothing is left in that does nothing.
 */
import { BODY } from './python-body';

export const FEATURES = [
  /** More than one link. */
  'links',
  /** Sends that wait behind the last byte sent, stretches of silence, connections, codes before a lens. */
  'gap',
  'listen',
  'dial',
  'show',
  /** A board that hears nothing for some time after it was switched on. */
  'boot',
  /** Answers with bytes left open; those that are the same ones in any order. */
  'open',
  'order',
  /** Text of which some words decide. */
  'words',
  /** What a board says time and again. */
  'chatter',
  /** It is about time; it is chance that is missing; it is an answer that is missing; bytes do not tell. */
  'time',
  'chance',
  'silence',
  'undecided',
  /** It shows in some of many rounds: the board chooses too. */
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
