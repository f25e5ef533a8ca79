/** The messages of the GM67 scanner by name. */
import { commands, DEFAULT_INTER_BYTE, replies } from '../../../protocols/gm67/gm67';
import { BARE, COMMANDS, hostCommand, WAKE, type BareType } from '../../../protocols/gm67/message';
import { byLength } from '../../../protocols/wire/framing';
import type { Dialect, DialectOptions, NamedMessage } from '../../dialect';
import { numberOf, timeOption } from '../parameter-values';
import { typedMessages } from '../typed-messages';

export function gm67Dialects({ parameters }: DialectOptions): readonly Dialect[] {
  const options = timeOption('interByte', numberOf(parameters, 'interByteMs'));
  const tx = commands(options);
  const bare = (type: BareType): NamedMessage => ({
    name: type,
    description: `the command ${type}`,
    bytes: tx.encode(hostCommand({ type })),
  });
  return [
    {
      link: 'main',
      tx,
      rx: replies(options),
      messages: [
        ...Object.keys(BARE).filter(isBare).map(bare),
        { name: 'wake', description: 'the byte 00 that wakes it', bytes: tx.encode(WAKE) },
        {
          name: 'beep',
          description: 'beep once',
          bytes: tx.encode(hostCommand({ type: 'beep', pattern: 0 })),
        },
        { name: 'led-on', description: 'LED on', bytes: tx.encode(hostCommand({ type: 'led-on', led: 1 })) },
        {
          name: 'led-off',
          description: 'LED off',
          bytes: tx.encode(hostCommand({ type: 'led-off', led: 1 })),
        },
      ],
      typed: typedMessages(COMMANDS, byLength({ idle: DEFAULT_INTER_BYTE })),
      probe: 'revision',
    },
  ];
}

function isBare(name: string): name is BareType {
  return name in BARE;
}
