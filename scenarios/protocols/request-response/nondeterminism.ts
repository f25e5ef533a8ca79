/** What two runs of one board may answer differently by the rules of its description: each answer is right where its own board stands. */
import { decodeAll, type FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message, Side } from '../../../protocols/request-response/definition';
import { isRight, outcomesAfter } from '../../../protocols/request-response/outcomes';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

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
    const { session } = this;
    const came = eventsOf(session.answers, answers);
    for (const event of asked) {
      const right = outcomesAfter(session, event, this.state).find((outcome) =>
        outcome.due.every((_, i) => {
          const answer = came[i];
          return answer?.kind === 'frame' && isRight(session, outcome, i, answer.value) === true;
        }),
      );
      if (right === undefined) return false;
      const last = came.splice(0, right.due.length).at(-1);
      this.state = right.stateAfter(last?.value);
    }
    return came.length === 0;
  }
}

/** The last byte is followed by a silence. */
function eventsOf({ codec }: Side<Message>, hex: string): FrameEvent<Message>[] {
  return decodeAll(codec.decoder(), bytesOf(hex)).filter(
    (event) => event.kind === 'frame' || event.error.code !== 'discarded',
  );
}
