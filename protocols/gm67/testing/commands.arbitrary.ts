/** Commands of the page's table, and sessions with a scanner. Any other message comes from the wire itself. */
import fc, { type Arbitrary } from 'fast-check';
import { messages } from '../../wire/wire.arbitrary';
import { LAST_PATTERN } from '../rules';
import { COMMANDS, hostCommand, type Command } from '../wire/message';
import { PARAMETER, scannerParameters, TRIGGER } from '../wire/parameters';

const PAGE = scannerParameters();

/** A number that is not in the table. */
export function unknownNumber(): Arbitrary<number> {
  return messages(COMMANDS, 'read')
    .map(({ number }) => number)
    .filter((number) => PAGE.every((one) => one.number !== number));
}

/** A write of an allowed value. */
function goodWrite(): Arbitrary<Command> {
  return fc
    .constantFrom(...PAGE)
    .chain(({ number, values }) => fc.constantFrom(...values).map((value) => ({ number, value })))
    .map((what) => hostCommand({ type: 'write', prefix: 0, ...what }));
}

/** A command of the page's table with values in range: it gets an ACK or a reply of its own. No sleep, no reset. */
export function validCommand(): Arbitrary<Command> {
  const bare = ['enable', 'disable', 'defaults', 'revision', 'start', 'stop'] as const;
  return fc.oneof(
    fc.constantFrom(...bare).map((type) => hostCommand({ type })),
    fc.constantFrom('led-on' as const, 'led-off' as const).map((type) => hostCommand({ type, led: 1 })),
    fc.nat(LAST_PATTERN).map((pattern) => hostCommand({ type: 'beep', pattern })),
    goodWrite(),
    fc.constantFrom(...PAGE).map(({ number }) => hostCommand({ type: 'read', number })),
  );
}

/** One step of a session with a scanner. */
export type SessionStep =
  | { readonly type: 'command'; readonly command: Command }
  /** The last command again, with the retransmission bit. */
  | { readonly type: 'repeat' }
  /** A frame with a wrong checksum. */
  | { readonly type: 'garble' }
  /** A code is shown. */
  | { readonly type: 'show' };

/** Commands, good and bad, repeats and shown codes; trigger mode host comes often. */
export function session(maxLength = 30): Arbitrary<SessionStep[]> {
  const toHost = hostCommand({ type: 'write', prefix: 0, number: PARAMETER.trigger, value: TRIGGER.host });
  const asked = fc.oneof(
    { arbitrary: validCommand(), weight: 6 },
    {
      arbitrary: fc.constantFrom(toHost, hostCommand({ type: 'start' }), hostCommand({ type: 'stop' })),
      weight: 6,
    },
    { arbitrary: messages(COMMANDS), weight: 2 },
  );
  const step = fc.oneof(
    { arbitrary: asked.map((one): SessionStep => ({ type: 'command', command: one })), weight: 6 },
    { arbitrary: fc.constantFrom<SessionStep>({ type: 'repeat' }, { type: 'garble' }), weight: 3 },
    { arbitrary: fc.constant<SessionStep>({ type: 'show' }), weight: 2 },
  );
  return fc.array(step, { minLength: 1, maxLength, size: 'max' });
}
