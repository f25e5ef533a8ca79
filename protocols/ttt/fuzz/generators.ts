/** What players send, allowed or not: joins and leaves, rounds, occupied cells, strangers, and bytes that are no message. */
import {
  generator,
  micros,
  recipeStep,
  send,
  type Carrier,
  type ConversationGenerator,
  type Dice,
  type FuzzStep,
} from '../../../api/index';
import { EMPTY, emptyCells, isOver, other, place } from '../board';
import { joins, leaves } from './steps';
import { seatsOf, type GameState } from '../game';
import { BYTE, CELLS, invalidCharacters } from '../message';
import { JOINS } from '../notes';
import type { TttState } from '../state';

type Own = ConversationGenerator<TttState>;

/** Characters close to those with a meaning. */
const NEAR = [0x2f, 0x39, 0x3a, 0x6a, 0x71, 0x4b, 0x0a, 0x0d, 0x20, 0x00, 0xb0, 0xff, 0x53, 0x46] as const;

interface Table {
  readonly dice: Dice;
  readonly game: GameState;
}

type Make = (table: Table) => readonly FuzzStep[];

export function generatorsOn(carrier: Carrier, links: readonly string[]): readonly Own[] {
  const udp = carrier === 'udp';
  const join = (link: string): FuzzStep => joins(carrier, link);
  const leave = (link: string): FuzzStep => leaves(carrier, link);
  const anyLink = ({ dice }: Table): string => dice.any(links) ?? 'a';
  /** Those who join, until the game is on. */
  const newcomers = ({ game }: Table): readonly string[] =>
    links.filter((link) => !game.seats.includes(link)).slice(0, seatsOf(game.game) - game.seats.length);
  const seated: Make = (table) => newcomers(table).map(join);
  /** The game once all seats are taken. */
  const full = (table: Table): GameState => {
    const { game } = table;
    const more = newcomers(table);
    if (more.length === 0) return game;
    const seats = [...game.seats, ...more];
    return { ...game, seats, board: EMPTY, turn: seats.length === 2 ? 1 : 0 };
  };
  const inTurn = ({ seats, turn }: GameState): string => seats[turn] ?? seats[0] ?? 'a';
  const others = (table: Table): string => {
    const now = inTurn(full(table));
    return table.dice.any(links.filter((link) => link !== now)) ?? now;
  };
  const wrapped = ({ dice }: Table, bytes: Uint8Array): Uint8Array =>
    udp && dice.once(4) ? Uint8Array.from([...bytes, ...dice.bytes(dice.int(1, 20))]) : bytes;
  /** Moves in turn. The machine's cells are unknown before the game. */
  const moves = (table: Table, count: number): readonly FuzzStep[] => {
    const { dice } = table;
    let game = full(table);
    return Array.from({ length: count }, () => {
      const player = inTurn(game);
      if (game.game === 'ttt-pve') return recipeStep(player, `empty ${dice.int(0, 8)}`);
      const cell = dice.any(emptyCells(game.board)) ?? 0;
      const board = place(game.board, game.turn, cell);
      game = { ...game, board: isOver(board) ? EMPTY : board, turn: other(game.turn) };
      return send(player, wrapped(table, Uint8Array.of(BYTE.cell0 + cell)));
    });
  };
  /** Something that must be ignored between two moves. */
  const ignored =
    (inner: Make): Make =>
    (table) => [...seated(table), ...inner(table), ...moves(table, table.dice.int(1, 2))];
  const character = ({ dice }: Table): number =>
    dice.once(2) ? dice.pick(NEAR) : (dice.any(invalidCharacters(carrier)) ?? 0);
  const invalid: Make = (table) => {
    const player = table.dice.once(2) ? inTurn(full(table)) : anyLink(table);
    const count = table.dice.pick([1, 1, 1, 2, 25]);
    return Array.from({ length: count }, () => {
      const byte = character(table);
      const isJoin = carrier === 'tcp' && byte === 0x4b;
      return send(player, wrapped(table, Uint8Array.of(isJoin ? BYTE.join : byte)));
    });
  };
  const one = (
    name: string,
    group: Own['group'],
    weight: number,
    make: Make,
    fields: readonly string[] = ['message'],
  ): Own =>
    generator(name, group, weight, fields, (dice, { state: { table } }) =>
      table === undefined ? [] : make({ dice, game: table }),
    );
  const shared = [
    one('join', 'valid', 8, (table) => [join(anyLink(table))]),
    one('leave', 'valid', 6, (table) => [leave(anyLink(table))]),
    one('moves', 'session', 30, (table) => [...seated(table), ...moves(table, table.dice.int(1, 9))]),
    one('rounds', 'session', 6, (table) => [...seated(table), ...moves(table, table.dice.int(15, 40))]),
    one('invalid characters', 'near-miss', 12, ignored(invalid)),
    one(
      'occupied cell',
      'near-miss',
      8,
      ignored((table) => {
        const before = moves(table, table.dice.int(1, 4));
        const last = before.at(-1);
        const player = last !== undefined && 'link' in last ? last.link : inTurn(full(table));
        const next = full(table).seats.find((seat) => seat !== player) ?? player;
        return [...before, recipeStep(next, `taken ${table.dice.int(0, 8)}`)];
      }),
    ),
    one(
      'move out of turn, or of a stranger',
      'near-miss',
      8,
      ignored((table) => [recipeStep(others(table), `empty ${table.dice.int(0, 8)}`)]),
    ),
    one(
      'join and leave of others',
      'session',
      8,
      ignored((table) => {
        const link = others(table);
        const visit = [join(link), leave(link)];
        return table.dice.pick([[join(link)], visit, carrier === 'tcp' ? [join(link)] : [leave(link)]]);
      }),
    ),
    one('one leaves in a round, another comes', 'session', 8, (table) => [
      ...seated(table),
      ...moves(table, table.dice.int(0, 4)),
      leave(table.dice.any(full(table).seats) ?? 'a'),
      join(anyLink(table)),
      ...(table.dice.once(2) ? [join(anyLink(table))] : []),
    ]),
    one('everyone leaves, one comes', 'session', 3, (table) => [
      ...links.map(leave),
      join(anyLink(table)),
      ...(table.dice.once(2) ? [join(anyLink(table))] : []),
    ]),
    one('many joins and leaves', 'session', 0.15, (table) => {
      const link = anyLink(table);
      return Array.from({ length: 170 }, () => [join(link), leave(link)]).flat();
    }),
    one('many first moves', 'session', 0.15, (table) => {
      const link = anyLink(table);
      const cell = Uint8Array.of(BYTE.cell0 + table.dice.int(0, 8));
      const visit = [join(link), send(link, cell), leave(link)];
      return [...links.map(leave), ...Array.from({ length: JOINS }, () => visit).flat()];
    }),
    one('noise', 'noise', 3, (table) => [
      ...seated(table),
      send(anyLink(table), table.dice.bytes(table.dice.pick([8, 40, 300]))),
      ...moves(table, 1),
    ]),
    one('a flood', 'noise', 0.05, (table) => {
      const link = anyLink(table);
      return [
        ...(carrier === 'tcp' ? [join(link)] : []),
        ...Array.from({ length: 70 }, () => send(link, new Uint8Array(1000).fill(0x2a), micros(1000))),
        ...moves(table, 1),
      ];
    }),
  ];
  const streams = [
    one('a chunk of all sorts', 'timing', 10, (table) => [
      ...seated(table),
      recipeStep(inTurn(full(table)), `chunk ${table.dice.int(0, 99_999)}`),
      ...moves(table, 1),
    ]),
    ...(carrier === 'serial'
      ? [
          one('joins and leaves in a chunk', 'timing', 4, (table) => {
            const words = [BYTE.join, BYTE.leave, 0x2a, ...CELLS.map((cell) => BYTE.cell0 + cell)];
            const bytes = Array.from({ length: table.dice.int(2, 10) }, () => table.dice.any(words) ?? 0);
            return [send(anyLink(table), Uint8Array.of(...bytes))];
          }),
        ]
      : []),
  ];
  const datagrams = [
    one(
      'empty datagram',
      'near-miss',
      8,
      ignored((table) =>
        Array.from({ length: table.dice.pick([1, 1, 3]) }, () => send(anyLink(table), new Uint8Array(0))),
      ),
      ['length'],
    ),
    one(
      'bytes behind a message',
      'near-miss',
      10,
      ignored((table) => {
        const { dice, game } = table;
        const first = dice.pick([BYTE.join, BYTE.leave, dice.pick(NEAR), BYTE.cell0 + dice.int(0, 8)]);
        const behind = Array.from({ length: dice.int(1, 6) }, () =>
          dice.once(3)
            ? dice.pick([BYTE.join, BYTE.leave])
            : BYTE.cell0 + (dice.any(emptyCells(game.board)) ?? 0),
        );
        return [send(anyLink(table), Uint8Array.of(first, ...behind))];
      }),
      ['message', 'rest'],
    ),
  ];
  return [...shared, ...(udp ? datagrams : streams)];
}
