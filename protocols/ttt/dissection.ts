/** The names of what travels between a tic-tac-toe server and its players, for dissectors: every byte is a message. */
import { namesOf, range, type Dissection, type Grammar } from '../dissection';
import {
  describeMessage,
  playerMessageOf,
  serverMessageOf,
  type PlayerMessage,
  type ServerMessage,
} from './message';

const ANY = range(0, 255);

function messages(read: (byte: number) => PlayerMessage | ServerMessage | undefined): Grammar {
  const names = namesOf(256, (byte) => {
    const message = read(byte);
    return message === undefined ? undefined : describeMessage(message);
  });
  const only = names.map(([byte]) => byte);
  return {
    frame: [{ kind: 'number', name: 'message', length: 1, base: 'hex', names, only, titled: true }],
    resync: { after: ANY, before: [] },
  };
}

/** Joining and leaving by `J` and `Q`, which on tcp are no messages, are named on every link. */
export function tttDissection(): Dissection {
  const tx = messages((byte) => playerMessageOf('serial', byte));
  return {
    id: 'ttt',
    title: 'Tic-tac-toe',
    links: [{ name: 'a', idleMs: 1000, tx, rx: messages(serverMessageOf) }],
  };
}
