/** Requests that are answered alike in any state: their answers are judged where nobody knows the state. */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';

/** The rule says what is due without a look at the state. What it would look at later, to judge an answer, is taken for a look. */
export function isStateless<State>(
  session: RequestResponseSession<Message, Message, State>,
  request: Message,
): boolean {
  const { initial } = session;
  if (!isObject(initial)) return false;
  let isRead = false;
  const read =
    <Arguments extends readonly unknown[], Value>(take: (...asked: Arguments) => Value) =>
    (...asked: Arguments): Value => {
      isRead = true;
      return take(...asked);
    };
  const watched = new Proxy<State & object>(initial, {
    get: read(Reflect.get),
    has: read(Reflect.has),
    ownKeys: read(Reflect.ownKeys),
    getOwnPropertyDescriptor: read(Reflect.getOwnPropertyDescriptor),
    getPrototypeOf: read(Reflect.getPrototypeOf),
  });
  try {
    const ruling = session.rule(request, watched);
    return !isRead && ruling.accepts === undefined && ruling.clauseOf === undefined;
  } catch {
    // A class may have fields that nobody else can read.
    return false;
  }
}

function isObject<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null;
}
