/** The classes by which coverage and findings of a described protocol tell exchanges apart. */
import { isSameData } from '../same-data';
import type { ExchangeClasses, Message, Side } from './definition';
import { guarded } from './ruling-check';

export const STATE_LABELS = ['initial state', 'another state'] as const;

/** Names of classes, and the class of each value: `{ all: ['off', 'on'], of: ({ isOn }) => (isOn ? 'on' : 'off') }`. */
export interface ClassNames<T> {
  readonly all: readonly string[];
  of(value: T): string;
}

/** Default: of answers the name of the form, of states whether it is the initial one. */
export interface ClassOptions<Answer, State> {
  readonly answers?: ClassNames<Answer>;
  readonly states?: ClassNames<State>;
}

/** The classes of a protocol: its author's, and the default ones. Each throws {@link RuleError} where the author's function throws. */
export function exchangeClasses<Answer extends Message, State>(
  id: string,
  { answers, states }: ClassOptions<Answer, State> = {},
  line: { readonly initial: State; readonly answers: Side<Answer> },
): ExchangeClasses<Answer, State> {
  const forms = line.answers.wire.layout.forms.map(({ name }) => name);
  return {
    all: { answers: answers?.all ?? forms, states: states?.all },
    answer: (answer) =>
      answers === undefined ? answer.type : guarded(`${id}: classes.answers`, () => answers.of(answer)),
    state: (state) => {
      if (states !== undefined) return guarded(`${id}: classes.states`, () => states.of(state));
      return isSameData(state, line.initial) ? STATE_LABELS[0] : STATE_LABELS[1];
    },
  };
}
