/** Helpers for defects: each changes one step of the Chinese Ten program. */
import { defectHooks, type ConsoleText, type ConversationDefect, type Firmware } from '../../../api/index';
import type { Choice, TenSteps } from '../board/firmware';
import type { TenState } from '../judge/judge';

type TenFirmware = Firmware<ConsoleText, ConsoleText, TenState, TenSteps>;
export type Change = ConversationDefect<TenFirmware, unknown>['change'];
export type Changes = Readonly<Record<string, Change>>;

export const { onStep } = defectHooks<ConsoleText, ConsoleText, TenState, TenFirmware, unknown>();

/** Changes the output from the beginning of a sentence on. */
export function onSentence(sentence: RegExp, change: (text: string) => string): Change {
  return onStep('print', (text) => text.replace(sentence, change));
}

/** Takes keys of a choice for others. */
export function readAs(of: Choice['of'], change: (key: number, count: number) => number): Change {
  return () => ({ reads: (key, choice) => (choice.of === of ? change(key, choice.count) : key) });
}

const QUESTION = /.*(I want to \w+|people\): )/s;

/** The program ends at this byte, if it asks one of these questions. */
export function endsAt(ending: number, ...questions: readonly string[]): Change {
  return onStep(
    'endsBy',
    (ends, byte, screen) => (byte === ending && questions.includes(QUESTION.exec(screen)?.[1] ?? '')) || ends,
  );
}
