/** The messages of Durak by name. */
import { packets } from '../../../protocols/durak/durak';
import type { Dialect } from '../../dialect';

export function durakDialects(): readonly Dialect[] {
  const codec = packets();
  return [
    {
      link: 'main',
      tx: codec,
      rx: codec,
      messages: [
        { name: 'hello', description: 'is a second board there?', bytes: codec.encode({ type: 'hello' }) },
        { name: 'ack', description: 'the last packet came', bytes: codec.encode({ type: 'ack' }) },
      ],
      probe: 'hello',
    },
  ];
}
