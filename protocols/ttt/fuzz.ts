/**
 * What fuzzing tries besides the sessions of the suite: players on links of one carrier. On tcp a player joins and leaves with the
 * connection, on the others by a byte.
 */
import { byteText, dice, generator, micros, millis, send } from '../../api/index';
import type {
  Carrier,
  ConversationGenerator,
  ConversationView,
  Dice,
  FuzzOptions,
  FuzzStep,
} from '../../api/index';
import { emptyCells, LINES, seatsOf, type TttValues } from './game';
import { EMPTY_DATAGRAM, TRIGGERS } from './firmware';
import { BYTE, CELLS, describeMessage, LINKS, playerMessageOf, type Cell } from './wire';
import { Script } from './scenarios/script';
import { DRAW, roundsOfEveryKind } from './scenarios/rounds';
import { anything } from './scenarios/visits';
import { STATES, type TttState } from './state';

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
    session: (p, links) => {
      const [first = 'a'] = links;
      const script = (): Script => new Script({ p, links, carrier });
      const visit = [
        ...links.flatMap((link) => script().leave(link).steps),
        ...script().join(first).leave(first).steps,
      ];
      return {
        generators: generatorsOn(carrier, links, script),
        probe: visit,
        baseline: visit,
        stateProbes: movesToTry,
        seedCases: [...seedCases(p.game === 'ttt-pve', carrier, script)],
        clauses: {
          alive: 'TTT-41',
          ...(isUdp ? { pipelined: 'TTT-02' } : { pipelined: 'TTT-42', pause: 'TTT-42' }),
        },
        startup: { boot: BOOT },
        quiet: millis(300),
        blocks: { cases: 60 },
        times: ({ kind }) => (kind === 'late' ? { most: millis(p.responseMs) } : {}),
        // The rest of a datagram is ignored (TTT-02); as separate datagrams, its bytes are messages.
        frames: (_link, bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)),
        describe: (_link, bytes) => describe(carrier, bytes),
      };
    },
  };
}

/** Cases from wherever the game stands. */
function generatorsOn(
  carrier: Carrier,
  links: readonly string[],
  script: () => Script,
): readonly ConversationGenerator<TttState>[] {
  const isUdp = carrier === 'udp';
  const own = (
    name: string,
    group: ConversationGenerator<TttState>['group'],
    weight: number,
    write: (script: Script, dice: Dice, link: string) => Script,
  ) =>
    generator<ConversationView<TttState>>(
      name,
      group,
      weight,
      ['message', ...(isUdp ? ['rest', 'length'] : [])],
      (dice, { state: { table } }) => {
        const missing = dice.once(4) ? [] : links.filter((link) => table?.seats.includes(link) !== true);
        const seated = script().seat(missing);
        return write(seated, dice, dice.any(links) ?? 'a').turns('any 0', 'any 1').steps;
      },
    );
  return [
    own('anything', 'session', 60, (all, dice) => anything(all, { links, carrier }, dice, dice.int(1, 5))),
    own('moves', 'valid', 20, (all, dice) =>
      all.turns(...Array.from({ length: dice.int(1, 9) }, () => `any ${dice.int(0, 8)}`)),
    ),
    own('one more time', 'near-miss', 6, (all, dice, link) =>
      all.sendEach(link, new Array<number>(25).fill(dice.pick([0x2a, 0x39]))),
    ),
    own('noise', 'noise', 3, (all, dice, link) => all.send(link, dice.bytes(dice.pick([8, 40, 300])))),
    own('a flood', 'noise', 0.05, (all, _dice, link) =>
      all.add(...Array.from({ length: 70 }, () => send(link, new Uint8Array(1000).fill(0x2a), micros(1000)))),
    ),
    own('many joins and leaves', 'session', 0.15, (all, _dice, link) => {
      for (let n = 0; n < 170; n++) all.join(link).leave(link);
      return all;
    }),
    ...(isUdp
      ? []
      : [own('a chunk', 'timing', 14, (all, dice) => all.turns(`burst ${dice.int(0, 99_999)}`))]),
  ];
}

/** Moves that a board with a different game answers differently: to free cells, to occupied ones, out of turn. */
function movesToTry({ state: { table } }: ConversationView<TttState>): readonly (readonly FuzzStep[])[] {
  if (table === undefined) return [];
  const { seats, turn, board, game } = table;
  const now = seats[turn];
  if (now === undefined || seats.length < seatsOf(game)) return [];
  const late = seats.filter((seat) => seat !== now);
  return [
    ...CELLS.map((cell) => [move(now, cell)]),
    ...emptyCells(board).flatMap((cell) => late.map((seat) => [move(seat, cell)])),
  ];
}

function move(player: string, cell: Cell): FuzzStep {
  return send(player, Uint8Array.of(BYTE.cell0 + cell));
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

/** Short cases that show the end of a round, who opens the next one, and the effect of a stranger. */
function* seedCases(
  isMachine: boolean,
  carrier: Carrier,
  script: () => Script,
): Iterable<readonly FuzzStep[]> {
  const { steps, stranger } = script().seat();
  const [first = 'a', second = 'b'] = LINKS;
  const joins = script();
  for (let n = 0; n < SEVERAL_JOINS; n++) joins.join(first);
  yield joins.steps;
  if (carrier === 'udp') for (const link of [first, second]) yield script().join(first).send(link, []).steps;
  // Each byte is a join of a player without a seat.
  if (carrier === 'serial' && stranger !== '')
    yield [...steps, send(stranger, new Uint8Array(MANY_JOINS).fill(BYTE.join))];
  // The last cell again: occupied, if the server did not detect the end; and whose turn it is.
  if (isMachine)
    for (const { cells } of LINES) yield [...steps, ...[...cells, cells[0]].map((cell) => move(first, cell))];
  else
    for (const { moves, kind } of roundsOfEveryKind(dice(1)))
      if (kind === DRAW || !kind.endsWith('full'))
        yield [
          ...steps,
          ...[...moves, ...moves.slice(-1)].map((cell, n) => move(n % 2 === 1 ? first : second, cell)),
        ];
  if (!isMachine && stranger !== '')
    yield [...steps, move(second, 0), ...script().join(stranger).steps, move(first, 0)];
}
