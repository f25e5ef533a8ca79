/** Helpers for defects: each changes one step of the Chinese Ten program. */
import type { ProgramRules } from '../../../protocols/chinese-ten/program-rules';
import type { CtDefect } from './firmware';

type Change = CtDefect['change'];

/** Changes some rules of the program. */
export function onRules(change: (sound: ProgramRules) => Partial<ProgramRules>): Change {
  return ({ rules }) => ({ rules: { ...rules, ...change(rules) } });
}

/** Changes the output. */
export function onPrint(change: (text: string) => string): Change {
  return ({ print }) => ({ print: (text) => change(print(text)) });
}

/** Changes the output from the beginning of a sentence on. */
export function onSentence(sentence: RegExp, change: (text: string) => string): Change {
  return onPrint((text) => text.replace(sentence, change));
}

/** The program ends at this byte, if it asks one of these questions. */
export function endsAt(ending: number, ...questions: readonly string[]): Change {
  return (sound) => ({
    keyEffect: (byte, step, screen) =>
      byte === ending && questions.some((question) => isAsked(screen, question))
        ? 'ends'
        : sound.keyEffect(byte, step, screen),
  });
}

const QUESTIONS = [
  'I want to use',
  'I want to discard',
  'I want to capture',
  'I want to choose',
  'people): ',
];

/** Whether the last question on the screen is this one. */
function isAsked(screen: string, question: string): boolean {
  const last = Math.max(...QUESTIONS.map((one) => screen.lastIndexOf(one)));
  return last >= 0 && screen.startsWith(question, last);
}
