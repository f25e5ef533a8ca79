/** Bugs in the effect of a request: it is lost, or one of its values is misread. */
import type { Message } from '../../../../protocols/request-response/definition';
import { ruleRequest, type RuledRequest } from '../../../../protocols/request-response/ruled-request';
import { requestStep } from '../session-step';
import {
  canSend,
  changeRule,
  isSilent,
  numbersOf,
  oneOf,
  slug,
  withField,
  withoutState,
  type StockBug,
  type StockSource,
} from './stock-bug';

export function requestBugs(source: StockSource): readonly StockBug[] {
  return [...lostBugs(source), ...countBugs(source), ...listBugs(source)];
}

/** For each form, and each clause with a change of state: the state does not change. */
function lostBugs({ session, pool }: StockSource): readonly StockBug[] {
  const changing = pool.all().filter(({ changesState }) => changesState);
  const kinds = new Map(
    changing.map(({ request: { type }, ruling: { clause }, isAnswered }) => [
      `${type} ${clause}`,
      { form: type, clause, isAnswered },
    ]),
  );
  return [...kinds.values()].map(({ form, clause, isAnswered }) => ({
    name: isAnswered ? `${slug(form)}-lost` : `${slug(form)}-${slug(clause)}-lost`,
    text: isAnswered
      ? `A '${form}' is answered and not done.`
      : `A '${form}' that is not answered by ${clause} is not done either.`,
    change: changeRule((ruling, request) =>
      request.type === form && isSilent(ruling) !== isAnswered ? withoutState(ruling) : ruling,
    ),
    trigger: oneOf(
      changing.filter(({ request, ruling }) => request.type === form && ruling.clause === clause),
      (request) => requestStep(session, request),
    ),
  }));
}

/** For each number that decides the length of the answer: it is read as one less. */
function countBugs({ session, pool }: StockSource): readonly StockBug[] {
  const found = new Map<string, StockBug>();
  const length = (request: Message, state: unknown): number =>
    ruleRequest(session, request, state)
      .answers.map((answer) => session.answers.wire.encode(answer).length)
      .reduce((sum, one) => sum + one, 0);
  for (const { request, state, ruling, isAnswered } of pool.all())
    for (const [field, value] of isAnswered ? numbersOf(request) : []) {
      const name = `${slug(request.type)}-${slug(field)}-one-less`;
      if (found.has(name) || !canSend(session, request, field, value - 1)) continue;
      const less = withField(request, field, value - 1);
      const isCount =
        session.rule(less, state).clause === ruling.clause && length(less, state) < length(request, state);
      if (isCount) found.set(name, misreading(session, name, request, field));
    }
  return [...found.values()];
}

function misreading(
  session: StockSource['session'],
  name: string,
  example: Message,
  field: string,
): StockBug {
  return {
    name,
    text: `The ${field} of '${example.type}' is taken for one less.`,
    change: changeRule((ruling, request, again) => {
      const value = numbersOf(request).find(([one]) => one === field)?.[1];
      if (request.type !== example.type || value === undefined) return ruling;
      return canSend(session, request, field, value - 1)
        ? again(withField(request, field, value - 1))
        : ruling;
    }),
    trigger: () => [requestStep(session, example)],
  };
}

/** For each list in a request: its last item is lost. */
function listBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { forms } = session.requests.wire.layout;
  return forms.flatMap(({ name: form, fields }) =>
    fields.flatMap(({ name, spec }): StockBug[] => {
      if (spec.kind !== 'list') return [];
      const isLong = ({ request }: RuledRequest): boolean =>
        request.type === form && listIn(request, name).length > Math.max(1, spec.least);
      return [
        {
          name: `${slug(form)}-${slug(name)}-last-lost`,
          text: `The last of the ${name} of '${form}' is lost.`,
          change: changeRule((ruling, request, again) => {
            const list = listIn(request, name);
            if (request.type !== form || list.length <= Math.max(1, spec.least)) return ruling;
            return again(withField(request, name, list.slice(0, -1)));
          }),
          trigger: oneOf(
            pool.all().filter((one) => one.isAnswered && isLong(one)),
            (request) => requestStep(session, request),
          ),
        },
      ];
    }),
  );
}

function listIn(message: Message, field: string): readonly unknown[] {
  const entry = Object.entries<unknown>({ ...message }).find(([name]) => name === field)?.[1];
  return Array.isArray(entry) ? entry : [];
}
