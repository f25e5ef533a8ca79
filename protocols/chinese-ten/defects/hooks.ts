/** Helpers for defects: each changes one step of the Chinese Ten program. */
import type { ConversationDefect } from '../../../api/index';
import type { Choice, TenSteps } from '../board/firmware';
import type { Card, Players } from '../cards';
import type { CaptureRule, Move, Position } from '../rules';

export type Change = ConversationDefect<TenSteps, unknown>['change'];
export type Changes = Readonly<Record<string, Change>>;

/** Changes the output from the beginning of a sentence on. */
export function onSentence(sentence: RegExp, change: (text: string) => string): Change {
  return ({ print }) => ({ print: (text) => print(text).replace(sentence, change) });
}

/** Another rule of captures, at the prompts too. */
export function fitting(fits: CaptureRule): Change {
  return () => ({ fits });
}

/** Changes what the program finds that can be done. */
export function onMoves(
  change: (moves: readonly Move[], position: Position) => readonly Move[] | undefined,
): Change {
  return (sound) => ({
    moves: (position) => change(sound.moves(position), position) ?? sound.moves(position),
  });
}

/** Changes the position after a move. */
export function afterMove(change: (next: Position, before: Position) => Partial<Position>): Change {
  return (sound) => ({
    advance: (position, move) => {
      const next = sound.advance(position, move);
      return { ...next, ...change(next, position) };
    },
  });
}

/** Changes what is dealt. */
export function onDeal(change: (position: Position, pack: readonly Card[]) => Partial<Position>): Change {
  return (sound) => ({
    deal: (pack, players) => {
      const position = sound.deal(pack, players);
      return { ...position, ...change(position, pack) };
    },
  });
}

/** Counts other points, as many more as `extra` says. */
export function withPoints(extra: (cards: readonly Card[], players: Players) => number): Change {
  return ({ points }) => ({
    points: (cards, players) => points(cards, players) + extra(cards, players),
  });
}

/** Takes keys of a choice for others. */
export function readAs(of: Choice['of'], change: (key: number, count: number) => number): Change {
  return () => ({ reads: (key, choice) => (choice.of === of ? change(key, choice.count) : key) });
}

/** The last question on the screen. */
const QUESTION = /.*(I want to \w+|people\): )/s;

/** The program ends at this byte, if it asks one of these questions. */
export function endsAt(ending: number, ...questions: readonly string[]): Change {
  return (sound) => ({
    endsBy: (byte, screen) =>
      (byte === ending && questions.includes(QUESTION.exec(screen)?.[1] ?? '')) || sound.endsBy(byte, screen),
  });
}
