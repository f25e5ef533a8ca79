/**
 * What fuzzing tries besides the sessions of the suite: players on links of one carrier. On tcp a player joins and leaves with the
 * connection, on the others by a byte.
 */
import {
  byteText,
  dial,
  generator,
  micros,
  millis,
  recipeStep,
  send,
  type Carrier,
  type ConversationGenerator,
  type ConversationView,
  type Dice,
  type FuzzOptions,
  type FuzzStep,
} from '../../api/index';
import { emptyCells, LINES } from './board';
import { EMPTY_DATAGRAM, TRIGGERS } from './firmware';
import { gameOf, seatsOf, type Game } from './game';
import { BYTE, CELLS, describeMessage, DIGITS, playerMessageOf, type Cell } from './message';
import type { TttValues } from './parameters';
import { Script } from './scenarios/script';
import { STATES, type TttState } from './state';

/** A server that was shut down tells its seated players. */
const BOOT = millis(100);
const SHOWN = 12;
/** Characters close to those with a meaning. */
const NEAR = [0x2f, 0x39, 0x3a, 0x6a, 0x71, 0x4b, 0x0a, 0x0d, 0x20, 0x00, 0xb0, 0xff, 0x53, 0x46] as const;

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
        seedCases: [...seedCases(gameOf(p.game), carrier, links, script)],
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

/** Cases from wherever the game stands: a few turns, with something between them that is no move in turn. */
function generatorsOn(
  carrier: Carrier,
  links: readonly string[],
  script: () => Script,
): readonly ConversationGenerator<TttState>[] {
  const isUdp = carrier === 'udp';
  const any = (dice: Dice): string => dice.any(links) ?? 'a';
  const turns = (dice: Dice, most: number): readonly FuzzStep[] =>
    script().turns(...Array.from({ length: dice.int(1, most) }, () => `any ${dice.int(0, 8)}`)).steps;
  /** Those who are missing join, and the game goes on. */
  const seated = (dice: Dice, { state: { table } }: ConversationView<TttState>): readonly FuzzStep[] => {
    if (table === undefined) return [];
    const missing = links
      .filter((link) => !table.seats.includes(link))
      .slice(0, seatsOf(table.game) - table.seats.length);
    return [...missing.flatMap((link) => script().join(link).steps), ...(dice.once(2) ? turns(dice, 4) : [])];
  };
  const around = (
    name: string,
    group: ConversationGenerator<TttState>['group'],
    weight: number,
    inner: (dice: Dice) => readonly FuzzStep[],
    fields: readonly string[] = ['message'],
  ) =>
    generator<ConversationView<TttState>>(name, group, weight, fields, (dice, view) => [
      ...seated(dice, view),
      ...inner(dice),
      ...turns(dice, 2),
    ]);
  const bytes = (dice: Dice): Uint8Array => {
    const first = dice.pick([
      BYTE.join,
      BYTE.leave,
      dice.pick(NEAR),
      BYTE.cell0 + dice.int(0, 8),
      dice.int(0, 255),
    ]);
    const words = [BYTE.join, BYTE.leave, dice.pick(NEAR), ...DIGITS];
    return Uint8Array.of(first, ...Array.from({ length: dice.int(1, 9) }, () => dice.any(words) ?? 0));
  };
  const alone = (name: string, weight: number, make: (dice: Dice) => readonly FuzzStep[]) =>
    generator<ConversationView<TttState>>(name, 'valid', weight, ['message'], make);
  return [
    alone('join', 8, (dice) => script().join(any(dice)).steps),
    alone('leave', 6, (dice) => script().leave(any(dice)).steps),
    around('moves', 'session', 30, (dice) => turns(dice, 9)),
    around(
      'characters',
      'near-miss',
      16,
      (dice) =>
        script().turns(
          ...Array.from({ length: dice.pick([1, 1, 1, 2, 25]) }, () => {
            const byte = dice.once(2) ? dice.pick(NEAR) : dice.int(0, 255);
            return `${dice.pick(['says', 'other'])} ${byte} ${isUdp && dice.once(4) ? dice.int(1, 5) : 0}`;
          }),
        ).steps,
    ),
    around(
      'cells that are occupied, or not in turn',
      'near-miss',
      14,
      (dice) => script().turns(`${dice.pick(['occupied', 'early'])} ${dice.int(0, 8)}`).steps,
    ),
    around('bytes of anybody', 'near-miss', 14, (dice) => [
      send(any(dice), bytes(dice).subarray(0, isUdp ? 9 : 1)),
    ]),
    around('join and leave', 'session', 14, (dice) => {
      const [link, next] = [any(dice), any(dice)];
      const visit = script().join(link).leave(link);
      return dice.pick([
        visit.steps,
        script().join(link).steps,
        script().leave(link).steps,
        visit.join(next).steps,
      ]);
    }),
    around('noise', 'noise', 3, (dice) => [send(any(dice), dice.bytes(dice.pick([8, 40, 300])))]),
    around('a flood', 'noise', 0.05, (dice) => {
      const link = any(dice);
      const flood = Array.from({ length: 70 }, () =>
        send(link, new Uint8Array(1000).fill(0x2a), micros(1000)),
      );
      return [...(carrier === 'tcp' ? [dial(link, true)] : []), ...flood];
    }),
    around('many joins and leaves', 'session', 0.15, (dice) => {
      const link = any(dice);
      return Array.from({ length: 170 }, () => script().join(link).leave(link).steps).flat();
    }),
    ...(isUdp
      ? [
          around(
            'empty datagrams',
            'near-miss',
            8,
            (dice) => Array.from({ length: dice.pick([1, 1, 3]) }, () => send(any(dice), new Uint8Array(0))),
            ['length', 'rest'],
          ),
        ]
      : [
          around('a chunk', 'timing', 10, (dice) => [
            dice.once(2)
              ? send(any(dice), bytes(dice))
              : recipeStep(any(dice), `chunk ${dice.int(0, 99_999)}`),
          ]),
        ]),
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
/** A draw: no line for either side. The opener's cell is first. */
const DRAW: readonly Cell[] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

/** Short cases that show the end of a round, who opens the next one, and the effect of a stranger. */
function* seedCases(
  game: Game,
  carrier: Carrier,
  [first = 'a', second = 'b', third]: readonly string[],
  script: () => Script,
): Iterable<readonly FuzzStep[]> {
  yield Array.from({ length: SEVERAL_JOINS }, () => script().join(first).steps).flat();
  if (carrier === 'udp') for (const link of [first, second]) yield script().join(first).send(link, []).steps;
  const isMachine = game === 'ttt-pve';
  const seated = (): readonly FuzzStep[] => script().seat([first, second]).steps;
  const stranger = isMachine ? second : third;
  // Each byte is a join of a player without a seat.
  if (carrier === 'serial' && stranger !== undefined)
    yield [...seated(), send(stranger, new Uint8Array(MANY_JOINS).fill(BYTE.join))];
  const inTurn = (cells: readonly Cell[]): readonly FuzzStep[] => [
    ...seated(),
    ...cells.map((cell, n) => move(isMachine || n % 2 === 1 ? first : second, cell)),
  ];
  // A line, and one of its cells again: occupied, if the server did not detect the line.
  for (const { cells } of LINES) yield inTurn(isMachine ? [...cells, cells[0]] : lineAgainst(cells));
  if (isMachine) return;
  for (const side of [second, first]) yield [...inTurn(DRAW), move(side, DRAW[0] ?? 0)];
  if (third !== undefined)
    yield [...seated(), move(second, 0), ...script().join(third).steps, move(first, 0)];
}

/** A line for the opener, two other cells for the opponent, and the line's last cell again. */
function lineAgainst([a, b, c]: readonly [Cell, Cell, Cell]): readonly Cell[] {
  const [one = 0, other = 0] = CELLS.filter((cell) => cell !== a && cell !== b && cell !== c);
  return [a, one, b, other, c, c];
}
