/** Random rulings, each the same for the same seed. */
import type { Message, Ruling, Side } from '../../../protocols/request-response/definition';
import { millis } from '../../../protocols/time';
import { sample } from '../../../protocols/wire/sample';
import { dice } from '../campaign/dice';

type AnyRuling = Ruling<Message, unknown>;

const STATES = 3;
export const SLOW = millis(500);

export function randomRuling({ wire, framing }: Side<Message>, seed: number): AnyRuling {
  const choices = dice(seed);
  const answer = (): Message => sample(wire, choices, framing);
  const state = choices.int(0, STATES - 1);
  const stateOf = ({ type }: Message): number => type.length % STATES;
  switch (choices.int(0, 8)) {
    case 0:
      return { clause: 'RULE silence', state };
    case 1:
      return { clause: 'RULE two', answers: [answer(), answer()], state };
    case 2:
      return {
        clause: 'RULE either',
        oneOf: [{ answer: answer(), state }, { answer: answer(), state: 1 }, { state: 2 }],
      };
    case 3:
      return { clause: 'RULE slow', answer: answer(), time: { min: millis(10), max: SLOW } };
    case 4:
      return { clause: 'RULE follow', answer: answer(), state: stateOf };
    case 5: {
      const due = answer();
      const accepts = ({ type }: Message): true | string => type === due.type || 'of another form';
      return { clause: 'RULE like', answer: due, accepts, state: choices.once(2) ? stateOf : state };
    }
    default:
      return { clause: 'RULE one', answer: answer(), ...(choices.once(2) ? { state } : {}) };
  }
}

/** The reaction that bytes without a request require: usually silence. */
export function randomRefusal({ wire, framing }: Side<Message>, code: string, seed: number): AnyRuling {
  const choices = dice(seed);
  const clause = `REFUSE ${code}`;
  if (choices.int(0, 3) > 0) return { clause };
  return {
    clause,
    answer: sample(wire, choices, framing),
    ...(choices.once(2) ? { state: choices.int(0, 2) } : {}),
  };
}

/** A different right answer, where there are several. */
export function answeredOtherwise(
  { wire, framing }: Side<Message>,
  ruling: AnyRuling,
  seed: number,
): AnyRuling {
  if (ruling.accepts === undefined || ruling.answer === undefined) return ruling;
  const choices = dice(seed);
  for (let tries = 0; tries < 10; tries++) {
    const answer = sample(wire, choices, framing);
    if (ruling.accepts(answer) === true) return { ...ruling, answer };
  }
  return ruling;
}

/** A different answer, or none, where one is due. */
export function brokenRuling(
  { wire }: Side<Message>,
  ruling: AnyRuling,
  seed: number,
  other: Message,
): AnyRuling {
  if (ruling.clause !== 'RULE one' || ruling.answer === undefined) return ruling;
  const isOther = Buffer.compare(wire.encode(ruling.answer), wire.encode(other)) !== 0;
  const { clause, state } = ruling;
  const kept = state === undefined ? {} : { state };
  return seed % 2 === 0 && isOther ? { clause, answer: other, ...kept } : { clause, ...kept };
}
