/**
 * What fuzzing tries: players on links of one carrier, one after another. On tcp a player joins and leaves with the connection, on the
 * others by a byte.
 */
import {
  byteText,
  millis,
  send,
  type Carrier,
  type ConversationView,
  type FuzzOptions,
  type FuzzStep,
} from '../../../api/index';
import { emptyCells, LINES } from '../board';
import { EMPTY_DATAGRAM, TRIGGERS } from '../firmware';
import { generatorsOn } from './generators';
import { bytesOfRecipe, joins, leaves, move } from './steps';
import { gameOf, type Game } from '../game';
import { BYTE, CELLS, describeMessage, playerMessageOf, type Cell } from '../message';
import type { TttValues } from '../parameters';
import { STATES, type TttState } from '../state';

/** A server that was shut down tells its seated players. */
const BOOT = millis(100);
const SHOWN = 12;

export function fuzzOn(carrier: Carrier): FuzzOptions<TttState, TttValues> {
  const isUdp = carrier === 'udp';
  return {
    states: STATES,
    triggers: isUdp ? [...TRIGGERS, EMPTY_DATAGRAM] : TRIGGERS,
    responses: ['silence', 'P', 'W', 'F', 'cell'],
    fields: ['message', ...(isUdp ? ['rest', 'length'] : [])],
    beyond: { 'TTT-40': 'shown by a reset, which is no input' },
    session: ({ game, responseMs }, links) => {
      const [first = 'a'] = links;
      const gone = links.map((link) => leaves(carrier, link));
      const visit = [...gone, joins(carrier, first), leaves(carrier, first)];
      return {
        generators: generatorsOn(carrier, links),
        made: bytesOfRecipe,
        probe: visit,
        baseline: visit,
        stateProbes: movesToTry,
        seedCases: [...seedCases(gameOf(game), carrier, links)],
        clauses: {
          alive: 'TTT-41',
          ...(isUdp ? { pipelined: 'TTT-02' } : { pipelined: 'TTT-42', pause: 'TTT-42' }),
        },
        startup: { boot: BOOT },
        quiet: millis(300),
        blocks: { cases: 60 },
        times: ({ kind }) => (kind === 'late' ? { most: millis(responseMs) } : {}),
        // The rest of a datagram is ignored (TTT-02); as separate datagrams, its bytes are messages.
        frames: (_link, bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)),
        describe: (_link, bytes) => describe(carrier, bytes),
      };
    },
  };
}

/** Moves that a board with a different game answers differently: to free cells, to occupied ones, out of turn. */
function movesToTry({ state: { table } }: ConversationView<TttState>): readonly (readonly FuzzStep[])[] {
  if (table === undefined) return [];
  const { seats, turn, board, game } = table;
  const now = seats[turn];
  if (now === undefined || (game === 'ttt-pvp' && seats.length < 2)) return [];
  const late = seats.filter((seat) => seat !== now);
  return [
    ...CELLS.map((cell) => [move(now, cell)]),
    ...emptyCells(board).flatMap((cell) => late.map((seat) => [move(seat, cell)])),
  ];
}

function describe(carrier: Carrier, bytes: Uint8Array): string {
  if (bytes.length === 0) return EMPTY_DATAGRAM;
  const words = [...bytes.subarray(0, SHOWN)].map((byte) => {
    const message = playerMessageOf(carrier, byte);
    return message === undefined ? byteText(byte) : describeMessage(message);
  });
  const more = bytes.length - SHOWN;
  return `${words.join(', ')}${more > 0 ? ` and ${more} bytes more` : ''}`;
}

const SEVERAL_JOINS = 12;
/** More than fit a table of players with a count of one byte. */
const MANY_JOINS = 260;
/** A draw: no line for either side. The opener's cell is first. */
const DRAW: readonly Cell[] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

/** Short cases that show the end of a round, who opens the next one, and the effect of a stranger. */
function* seedCases(
  game: Game,
  carrier: Carrier,
  [first = 'a', second = 'b', third]: readonly string[],
): Iterable<readonly FuzzStep[]> {
  const join = joins(carrier, first);
  yield Array.from({ length: SEVERAL_JOINS }, () => join);
  if (carrier === 'udp') for (const link of [first, second]) yield [join, send(link, new Uint8Array(0))];
  const seated = game === 'ttt-pve' ? [join] : [join, joins(carrier, second)];
  const stranger = game === 'ttt-pve' ? second : third;
  // Each byte is a join of a player without a seat.
  if (carrier === 'serial' && stranger !== undefined)
    yield [...seated, send(stranger, new Uint8Array(MANY_JOINS).fill(BYTE.join))];
  // A line, and one of its cells again: occupied, if the server did not detect the line.
  if (game === 'ttt-pve') {
    for (const { cells } of LINES) yield [join, ...[...cells, cells[0]].map((cell) => move(first, cell))];
    return;
  }
  for (const { cells } of LINES) yield inTurn(seated, [second, first], lineAgainst(cells));
  for (const side of [second, first])
    yield [...inTurn(seated, [second, first], DRAW), move(side, DRAW[0] ?? 0)];
  if (third !== undefined) yield [...seated, move(second, 0), joins(carrier, third), move(first, 0)];
}

/** A line for the opener, two other cells for the opponent, and the line's last cell again. */
function lineAgainst([a, b, c]: readonly [Cell, Cell, Cell]): readonly Cell[] {
  const [one = 0, other = 0] = CELLS.filter((cell) => cell !== a && cell !== b && cell !== c);
  return [a, one, b, other, c, c];
}

/** `sides`: the opener first. */
function inTurn(
  seated: readonly FuzzStep[],
  sides: readonly [string, string],
  cells: readonly Cell[],
): readonly FuzzStep[] {
  return [...seated, ...cells.map((cell, n) => move(sides[n % 2 === 0 ? 0 : 1], cell))];
}
