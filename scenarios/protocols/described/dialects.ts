/** The languages of the links of a described conversation, for `monitor` and `doctor`. */
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Parameters } from '../../../protocols/requirement';
import type { Dialect, DialectOptions, NamedMessage } from '../../dialect';

/** Messages that a user types, the name of one that a conformant board answers at any time, and how the bytes are shown if not as messages. */
export type OwnDialect = Pick<Dialect, 'typed' | 'probe'> & Partial<Pick<Dialect, 'tx' | 'rx'>>;

/** `messages` and `dialect`: those of the first link. */
export function conversationDialects(
  protocol: AnyConversation,
  { parameters = {}, binding }: DialectOptions,
  {
    messages = () => [],
    dialect = () => ({}),
  }: {
    readonly messages?: ((parameters: Parameters) => readonly NamedMessage[]) | undefined;
    readonly dialect?: ((parameters: Parameters) => OwnDialect) | undefined;
  } = {},
): readonly Dialect[] {
  const carrier = protocol.carriers.length === 0 ? undefined : (binding ?? 'serial');
  const session = protocol.at(parameters, carrier);
  // With the defaults of those that are not given.
  const values = session.parameters;
  return session.links.flatMap(({ name, host, board }, at) => {
    const [tx, rx] = [host?.codec ?? board?.codec, board?.codec ?? host?.codec];
    if (tx === undefined || rx === undefined) return [];
    const own = at === 0 ? { messages: messages(values), ...dialect(values) } : { messages: [] };
    return [{ link: name, tx, rx, ...own }];
  });
}
