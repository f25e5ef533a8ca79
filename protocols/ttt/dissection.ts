/** The dissection of the lines between a tic-tac-toe server and its players. */
import { byteNames, type Dissection, type Grammar } from '../dissection/dissection';
import { describeMessage, type Binding, type PlayerMessage, type ServerMessage } from './message';
import {
  FROM_SERVER,
  fromPlayers,
  EMPTY,
  lengthWords,
  NONE,
  NO_MESSAGE,
  REST_WORDS,
  unknownWords,
  type Direction,
} from './ttt';

function messages(binding: Binding, direction: Direction<PlayerMessage | ServerMessage>): Grammar {
  const { read, rest, alphabet } = direction;
  const names = byteNames((byte) => {
    const message = read(byte);
    return message === undefined ? undefined : describeMessage(message);
  });
  const refused = rest === 'refused' ? { refused: lengthWords('%d') } : {};
  const empty = rest === 'refused' ? { refused: lengthWords(NONE) } : {};
  return {
    frame: [
      {
        kind: 'byte',
        name: 'message',
        names,
        only: names.map(([byte]) => byte),
        otherwise: NO_MESSAGE,
        refused: unknownWords('%X', alphabet),
        titled: true,
      },
      ...(binding === 'udp'
        ? [{ kind: 'rest' as const, name: 'rest', meaning: REST_WORDS[rest], ...refused }]
        : []),
    ],
    ...(binding === 'udp' ? { empty: { means: EMPTY, ...empty } } : {}),
  };
}

/** A link that the trace does not open is a serial line. */
export function tttDissection(): Dissection {
  const bindings: readonly Binding[] = ['serial', 'tcp', 'udp'];
  return {
    id: 'ttt',
    title: 'Tic-tac-toe',
    links: bindings.map((binding) => ({
      name: binding,
      binding,
      idleMs: 1000,
      tx: messages(binding, fromPlayers(binding)),
      rx: messages(binding, FROM_SERVER),
    })),
  };
}
