/** Helpers for defects: each changes one step of the Chinese Ten program. */
import type { ConversationDefect } from '../../../api/index';
import type { TenSteps } from '../board/firmware';

export type TenDefects = Readonly<Record<string, ConversationDefect<TenSteps, unknown>>>;
export type Change = TenDefects[string]['change'];

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
    endsBy: (byte, screen) =>
      (byte === ending && questions.some((question) => isAsked(screen, question))) ||
      sound.endsBy(byte, screen),
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
