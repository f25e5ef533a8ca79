/** GM67: which clause a wrong answer breaks. */
import type { Command, Reply } from '../../../protocols/gm67/message';
import type { Expected } from '../../../protocols/gm67/rules';

/** The clause that a wrong answer to a good frame breaks, in a scenario about something else. */
export function clauseOf(command: Command, expected: Expected, reply: Reply | undefined): string {
  switch (command.type) {
    case 'ack':
    case 'nak':
      return 'GM-CM-04';
    case 'unknown':
      return 'GM-CM-03';
    case 'start':
    case 'stop':
      return expected.type === 'nak' ? 'GM-CM-02' : 'GM-CM-01';
    case 'read':
    case 'write': {
      const denied = reply?.type === 'nak' && reply.cause !== 1;
      const refused = expected.type === 'nak' && reply !== undefined;
      return denied || refused || reply?.type === 'value' ? 'GM-CM-05' : 'GM-CM-01';
    }
    default:
      return 'GM-CM-01';
  }
}
