/** The messages of a TTT player by name. */
import { BYTE, CELLS } from '../../../protocols/ttt/message';
import { playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import type { Dialect, DialectOptions } from '../../dialect';

export function tttDialects({ binding = 'serial' }: DialectOptions): readonly Dialect[] {
  return [
    {
      link: 'main',
      tx: playerMessages(binding),
      rx: serverMessages(binding),
      messages: [
        { name: 'join', description: 'sit down', bytes: Uint8Array.of(BYTE.join) },
        { name: 'leave', description: 'go', bytes: Uint8Array.of(BYTE.leave) },
        ...CELLS.map((cell) => ({
          name: `cell-${cell}`,
          description: 'a move, row by row from 0',
          bytes: Uint8Array.of(BYTE.cell0 + cell),
        })),
      ],
    },
  ];
}
