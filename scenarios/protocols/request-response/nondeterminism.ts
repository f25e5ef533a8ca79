/** What two runs of one board may answer differently by the rules of its description: each answer is right where its own board stands. */
import { isFunction } from '../../../devices/virtual/request-response/outcome';
import type { FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message, Ruling, Side } from '../../../protocols/request-response/definition';
import { isSameData } from '../../../protocols/same-data';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

/** Longer than any silence that ends a frame. */
const LONG = micros(60e6);

/** Follows both boards from the initial state. */
export function compareByRules(session: AnySession): AnswerComparer {
  const boards = [new FollowedBoard(session), new FollowedBoard(session)] as const;
  return (sent, _link, before, after) => {
    const asked = eventsOf(session.requests, sent);
    const isRight = [before, after].map((answers, i) => boards[i]?.follow(asked, answers) ?? false);
    return before === after || !isRight.includes(false) ? 'same' : 'changed';
  };
}

/** A board's state, as its answers show it. */
class FollowedBoard {
  private state: unknown;

  constructor(private readonly session: AnySession) {
    this.state = session.initial;
  }

  /** Whether these are the right answers. The state is followed up to the first wrong one. */
  follow(asked: readonly FrameEvent<Message>[], answers: string): boolean {
    const came = eventsOf(this.session.answers, answers);
    for (const event of asked) {
      const { session, state } = this;
      const ruling =
        event.kind === 'frame' ? session.rule(event.value, state) : session.refusal(event, state);
      const isRight = ways(ruling).some(({ due, next }) => {
        const given = came.slice(0, due.length).flatMap((one) => (one.kind === 'frame' ? [one.value] : []));
        if (!isDue(ruling, due, given)) return false;
        const last = given.at(-1);
        this.state = isFunction(next) ? (last === undefined ? state : next(last)) : (next ?? state);
        came.splice(0, due.length);
        return true;
      });
      if (!isRight) return false;
    }
    return came.length === 0;
  }
}

/** What may follow: answers, and the state after them. */
function ways({ oneOf, answer, answers = [], state }: Ruling<Message, unknown>) {
  if (oneOf === undefined) return [{ due: answer === undefined ? answers : [answer], next: state }];
  return oneOf.map((one) => ({ due: one.answer === undefined ? [] : [one.answer], next: one.state }));
}

function isDue(
  ruling: Ruling<Message, unknown>,
  due: readonly Message[],
  given: readonly Message[],
): boolean {
  return due.every((one, i) => {
    const other = given[i];
    return other !== undefined && (isSameData(one, other) || ruling.accepts?.(other) === true);
  });
}

/** The last byte is followed by a silence. */
function eventsOf({ codec }: Side<Message>, hex: string): FrameEvent<Message>[] {
  const decoder = codec.decoder();
  const events = [...decoder.push(bytesOf(hex), micros(0)), ...decoder.tick(LONG)];
  return events.filter((event) => event.kind === 'frame' || event.error.code !== 'discarded');
}
