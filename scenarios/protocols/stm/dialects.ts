/** The messages of STM by name. */
import { answers, DEFAULT_OPTIONS, requests, requestWire } from '../../../protocols/stm/stm';
import { byLength } from '../../../protocols/wire/framing';
import type { Dialect, DialectOptions } from '../../dialect';
import { numberOf, timeOption } from '../parameter-values';
import { typedMessages } from '../typed-messages';

export function stmDialects({ parameters }: DialectOptions): readonly Dialect[] {
  const errorCmd = numberOf(parameters, 'errorCmd');
  const options = {
    ...timeOption('idleGap', numberOf(parameters, 'idleGapMs')),
    ...(errorCmd === undefined ? {} : { errorCmd }),
  };
  const tx = requests(options);
  return [
    {
      link: 'main',
      tx,
      rx: answers(options),
      messages: [
        { name: 'start', description: 'begin a game', bytes: tx.encode({ type: 'start' }) },
        { name: 'reset', description: 'give the game up', bytes: tx.encode({ type: 'reset' }) },
        {
          name: 'state',
          description: 'Set State: how does the game stand?',
          bytes: tx.encode({ type: 'set-state' }),
        },
      ],
      typed: typedMessages(requestWire, byLength({ idle: DEFAULT_OPTIONS.idleGap })),
      probe: 'state',
    },
  ];
}
