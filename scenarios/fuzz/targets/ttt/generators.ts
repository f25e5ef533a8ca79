/**
 * What players of TTT send, allowed or not: joins and leaves, rounds, occupied cells, strangers, and bytes that are no
 * message.
 */
import type { LinkBinding } from '../../../../devices/links/link';
import { emptyCells } from '../../../../protocols/ttt/board';
import { BYTE, CELLS, invalidCharacters } from '../../../../protocols/ttt/message';
import { JOINS } from '../../../../protocols/ttt/monitor/statistics';
import { follow, seatsOf, type GameState } from '../../../../protocols/ttt/rules';
import { micros } from '../../../../protocols/time';
import type { Dice } from '../../campaign/dice';
import { dial, recipeStep, send, type FuzzStep } from '../../../player/step';
import type { Generator } from '../../target';
import type { TttView } from './model';

/** Characters close to those with a meaning. */
const NEAR = [0x2f, 0x39, 0x3a, 0x6a, 0x71, 0x4b, 0x0a, 0x0d, 0x20, 0x00, 0xb0, 0xff, 0x53, 0x46] as const;

interface Table {
  readonly dice: Dice;
  readonly state: GameState;
  readonly links: readonly string[];
}

type Make = (table: Table) => readonly FuzzStep[];

export function joins(binding: LinkBinding, link: string): FuzzStep {
  return binding === 'tcp' ? dial(link, true) : send(link, Uint8Array.of(BYTE.join));
}

export function leaves(binding: LinkBinding, link: string): FuzzStep {
  return binding === 'tcp' ? dial(link, false) : send(link, Uint8Array.of(BYTE.leave));
}

export function generatorsFor(binding: LinkBinding): readonly Generator<TttView>[] {
  const udp = binding === 'udp';
  const anyLink = ({ dice, links }: Table): string => dice.any(links) ?? 'a';
  const free = ({ state, links }: Table): readonly string[] =>
    links.filter((link) => !state.seats.includes(link));
  /** Joins, until the game is on. */
  const seated = (table: Table): readonly FuzzStep[] =>
    free(table)
      .slice(0, seatsOf(table.state.game) - table.state.seats.length)
      .map((link) => joins(binding, link));
  /** The game once all seats are taken. */
  const full = (table: Table): GameState =>
    free(table)
      .slice(0, seatsOf(table.state.game) - table.state.seats.length)
      .reduce((state, player) => follow(state, { kind: 'join', player }).state, table.state);
  const inTurn = ({ seats, turn }: GameState): string => seats[turn] ?? seats[0] ?? 'a';
  const others = (table: Table): string => {
    const now = inTurn(full(table));
    return table.dice.any(table.links.filter((link) => link !== now)) ?? now;
  };
  const wrapped = (table: Table, bytes: Uint8Array): Uint8Array =>
    udp && table.dice.once(4)
      ? Uint8Array.from([...bytes, ...table.dice.bytes(table.dice.int(1, 20))])
      : bytes;
  /** Moves in turn. The machine's cells are unknown before the game. */
  const moves = (table: Table, count: number): readonly FuzzStep[] => {
    const { dice } = table;
    let state = full(table);
    return Array.from({ length: count }, () => {
      const player = inTurn(state);
      if (state.game === 'ttt-pve') return recipeStep(player, `empty ${dice.int(0, 8)}`);
      const cell = dice.any(emptyCells(state.board)) ?? 0;
      state = follow(state, { kind: 'move', player, cell }).state;
      return send(player, wrapped(table, Uint8Array.of(BYTE.cell0 + cell)));
    });
  };
  /** Something that must be ignored between two moves. */
  const ignored =
    (inner: Make): Make =>
    (table) => [...seated(table), ...inner(table), ...moves(table, table.dice.int(1, 2))];
  const character = ({ dice }: Table): number =>
    dice.once(2) ? dice.pick(NEAR) : (dice.any(invalidCharacters(binding)) ?? 0);
  const invalid: Make = (table) => {
    const player = table.dice.once(2) ? inTurn(full(table)) : anyLink(table);
    const count = table.dice.pick([1, 1, 1, 2, 25]);
    return Array.from({ length: count }, () => {
      const byte = character(table);
      return send(
        player,
        wrapped(table, Uint8Array.of(binding === 'tcp' && byte === 0x4b ? BYTE.join : byte)),
      );
    });
  };
  const one = (
    name: string,
    group: Generator<TttView>['group'],
    weight: number,
    make: Make,
    fields: readonly string[] = ['message'],
  ): Generator<TttView> => ({
    name,
    group,
    weight,
    fields,
    make: (dice, { state, links }) => (state === undefined ? [] : make({ dice, state, links })),
  });
  const shared = [
    one('join', 'valid', 8, (table) => [joins(binding, anyLink(table))]),
    one('leave', 'valid', 6, (table) => [leaves(binding, anyLink(table))]),
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
        const other = full(table).seats.find((seat) => seat !== player) ?? player;
        return [...before, recipeStep(other, `taken ${table.dice.int(0, 8)}`)];
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
        return table.dice.pick([
          [joins(binding, link)],
          [joins(binding, link), leaves(binding, link)],
          binding === 'tcp' ? [joins(binding, link)] : [leaves(binding, link)],
        ]);
      }),
    ),
    one('one leaves in a round, another comes', 'session', 8, (table) => {
      const left = table.dice.any(full(table).seats) ?? 'a';
      return [
        ...seated(table),
        ...moves(table, table.dice.int(0, 4)),
        leaves(binding, left),
        joins(binding, anyLink(table)),
        ...(table.dice.once(2) ? [joins(binding, anyLink(table))] : []),
      ];
    }),
    one('everyone leaves, one comes', 'session', 3, (table) => [
      ...table.links.map((link) => leaves(binding, link)),
      joins(binding, anyLink(table)),
      ...(table.dice.once(2) ? [joins(binding, anyLink(table))] : []),
    ]),
    one('many joins and leaves', 'session', 0.15, (table) => {
      const link = anyLink(table);
      return Array.from({ length: 170 }, () => [joins(binding, link), leaves(binding, link)]).flat();
    }),
    one('many first moves', 'session', 0.15, (table) => {
      const link = anyLink(table);
      const cell = Uint8Array.of(BYTE.cell0 + table.dice.int(0, 8));
      const game = [joins(binding, link), send(link, cell), leaves(binding, link)];
      return [
        ...table.links.map((other) => leaves(binding, other)),
        ...Array.from({ length: JOINS }, () => game).flat(),
      ];
    }),
    one('noise', 'noise', 3, (table) => [
      ...seated(table),
      send(anyLink(table), table.dice.bytes(table.dice.pick([8, 40, 300]))),
      ...moves(table, 1),
    ]),
    one('a flood', 'noise', 0.05, (table) => {
      const link = anyLink(table);
      return [
        ...(binding === 'tcp' ? [joins(binding, link)] : []),
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
    ...(binding === 'serial'
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
      ignored(({ dice, links, state }) => {
        const first = dice.pick([BYTE.join, BYTE.leave, dice.pick(NEAR), BYTE.cell0 + dice.int(0, 8)]);
        const behind = Array.from({ length: dice.int(1, 6) }, () =>
          dice.once(3)
            ? dice.pick([BYTE.join, BYTE.leave])
            : BYTE.cell0 + (dice.any(emptyCells(state.board)) ?? 0),
        );
        return [send(dice.any(links) ?? 'a', Uint8Array.of(first, ...behind))];
      }),
      ['message', 'rest'],
    ),
  ];
  return [...shared, ...(udp ? datagrams : streams)];
}
