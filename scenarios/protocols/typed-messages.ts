/** Messages of a described wire that a user types. */
import { frameContent } from '../../protocols/wire/frame-content';
import type { Framing } from '../../protocols/wire/framing';
import { typedMessage, typedValueNames } from '../../protocols/wire/writing/typed-message';
import type { Wire } from '../../protocols/wire/wire';
import type { TypedMessages } from '../dialect';

/** The needed part of a wire. `encode` checks the messages of `typedMessage`. */
type TypedWire = Pick<Wire<never>, 'layout' | 'seal'> & { encode(message: object): Uint8Array };

/** The messages of a wire as a user types them: their names, and the values of their fields. */
export function typedMessages(wire: TypedWire, framing: Framing): TypedMessages {
  const { layout } = wire;
  return {
    forms: new Map(layout.forms.map(({ name }) => [name, typedValueNames(layout, name)])),
    encode: (form, values) => frameContent(framing, wire.encode(typedMessage(layout, form, values))),
    frame: (content) => {
      const whole = new Uint8Array(content.length + layout.sumBytes);
      whole.set(content);
      return frameContent(framing, wire.seal(whole));
    },
  };
}
