/**
 * The fuzz target of TTT: players on links of one binding, one after another. On tcp a player joins and leaves with the
 * connection, on the others by a byte.
 */
import type { LinkBinding } from '../../../../devices/links/link';
import { byteText } from '../../../../protocols/byte-text';
import { emptyCells } from '../../../../protocols/ttt/board';
import { BYTE, CELLS, describeMessage, playerMessageOf, type Cell } from '../../../../protocols/ttt/message';
import { EMPTY_DATAGRAM, RESPONSES, STATES, TRIGGERS } from '../../../../protocols/ttt/monitor/labels';
import { TttMonitor } from '../../../../protocols/ttt/monitor/monitor';
import { gameOf, type GameState } from '../../../../protocols/ttt/rules';
import { TTT_REQUIREMENTS } from '../../../../protocols/ttt/requirements';
import { playerMessages, serverMessages } from '../../../../protocols/ttt/ttt';
import { millis } from '../../../../protocols/time';
import { reduceBytes } from '../../reduce/byte-reduction';
import { send, type FuzzStep } from '../../../player/step';
import type { FuzzTarget } from '../../target';
import { generatorsFor, joins, leaves } from './generators';
import { TttModel, type TttView } from './model';
import { seedCases } from './seed-cases';

const LINKS = ['a', 'b', 'c'];
/** A server that was shut down tells its seated players. */
const BOOT = millis(100);

export function tttTarget(binding: LinkBinding): FuzzTarget<TttView> {
  return {
    suite: 'ttt',
    binding,
    requirements: TTT_REQUIREMENTS,
    states: STATES,
    triggers: binding === 'udp' ? [...TRIGGERS, EMPTY_DATAGRAM] : TRIGGERS,
    responses: RESPONSES,
    fields: ['message', ...(binding === 'udp' ? ['rest', 'length'] : [])],
    beyond: {
      'TTT-40': 'shown by a reset, which is no input',
    },
    session: (parameters, links = LINKS) => {
      const game = gameOf(parameters['game']);
      const response = millis(Number(parameters['responseMs']));
      const [first = 'a'] = links;
      const gone = links.map((link) => leaves(binding, link));
      return {
        model: (known) =>
          new TttModel(new TttMonitor(parameters, { binding, links, known, keepsCoverage: true }), links),
        generators: generatorsFor(binding),
        probe: [...gone, joins(binding, first), leaves(binding, first)],
        baseline: [...gone, joins(binding, first), leaves(binding, first)],
        stateProbes: ({ state }) => (state === undefined ? [] : movesToTry(state)),
        seedCases: [...seedCases(game, binding, links)],
        clauses: {
          alive: 'TTT-41',
          ...(binding === 'udp' ? { pipelined: 'TTT-02' } : { pipelined: 'TTT-42', pause: 'TTT-42' }),
        },
        startup: { boot: BOOT },
        quiet: millis(300),
        blocks: { cases: 60 },
        times: ({ kind }) => (kind === 'late' ? { most: response } : {}),
        // The rest of a datagram is ignored (TTT-02); as separate datagrams, its bytes are messages.
        frames: (_link, bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)),
        smaller: (_link, bytes) => reduceBytes(bytes),
        describe: (_link, bytes) => describe(binding, bytes),
        fields: (_link, direction, bytes) =>
          (direction === 'tx' ? playerMessages(binding) : serverMessages(binding)).fields(bytes),
      };
    },
  };
}

/** Moves that a board with a different game state answers differently: to free cells, to occupied ones, out of turn. */
function movesToTry({ seats, turn, board, game }: GameState): readonly (readonly FuzzStep[])[] {
  const now = seats[turn];
  if (now === undefined || (game === 'ttt-pvp' && seats.length < 2)) return [];
  const move = (player: string, cell: Cell): readonly FuzzStep[] => [
    send(player, Uint8Array.of(BYTE.cell0 + cell)),
  ];
  const late = seats.filter((seat) => seat !== now);
  return [
    ...CELLS.map((cell) => move(now, cell)),
    ...emptyCells(board).flatMap((cell) => late.map((seat) => move(seat, cell))),
  ];
}

const SHOWN = 12;

function describe(binding: LinkBinding, bytes: Uint8Array): string {
  if (bytes.length === 0) return 'empty datagram';
  const words = [...bytes.subarray(0, SHOWN)].map((byte) => {
    const message = playerMessageOf(binding, byte);
    return message === undefined ? byteText(byte) : describeMessage(message);
  });
  const more = bytes.length - SHOWN;
  return `${words.join(', ')}${more > 0 ? ` and ${more} bytes more` : ''}`;
}
