/** Bugs of a server in the game of two players. */
import { isFull, other } from '../board';
import { FULL, LAST_MOVE, LEAVE, STRANGERS_LEAVE, type Reply } from '../firmware';
import type { GameState } from '../game';
import {
  adding,
  clearing,
  CONNECTIONLESS,
  on,
  onRoundEnd,
  PVP,
  remembering,
  replaced,
  silent,
  turnedTo,
  twice,
  type Group,
  type TttChange,
} from './hooks';

/** The reply when one of two players leaves. */
function onOneLeaving(change: (reply: Reply) => Reply): TttChange {
  return on(LEAVE, (reply, { seats }) => (seats.length === 2 ? change(reply) : reply));
}

/** The reply to a join that takes the last free seat. `left`: the game that one of two players has left before. */
function onSecond(change: (reply: Reply, first: string, left: GameState | undefined) => Reply): TttChange {
  return remembering(() => {
    let left: GameState | undefined;
    return (reply, game, { kind }) => {
      if (kind === 'leave' && reply.isAccepted) left = game.seats.length === 2 ? game : undefined;
      if (kind === 'shutdown') left = undefined;
      const [first] = game.seats;
      return first !== undefined && kind === 'join' && reply.isAccepted ? change(reply, first, left) : reply;
    };
  });
}

function afterLeaving(change: (reply: Reply, left: GameState) => Reply): TttChange {
  return onSecond((reply, _first, left) => (left === undefined ? reply : change(reply, left)));
}

const OF_TWO: Group = [
  PVP,
  {
    'first-gets-play': on('join', (reply) => replaced(reply, 'wait', 'play')),
    'first-told-of-second': onSecond((reply, first) => adding(reply, 'wait', [first])),
    'third-gets-wait': on(FULL, (reply) => replaced(reply, 'full', 'wait')),
    'third-clears-board': on(FULL, clearing),
    'third-passes-turn': on(FULL, (reply, game) => ({ ...reply, game: { ...game, turn: other(game.turn) } })),
    'first-opens': onSecond((reply) => turnedTo(reply, 0)),
    'moves-echoed': remembering(() => (reply, _game, turn) => {
      if (turn.kind !== 'move') return reply;
      return { ...reply, says: reply.says.flatMap((one) => [one, { ...one, to: turn.player }]) };
    }),
    'moves-sent-twice': remembering(
      () =>
        (reply, _game, { kind }) =>
          kind === 'move' ? twice(reply) : reply,
    ),
    'ending-move-kept-back': on(LAST_MOVE, silent),
    'ninth-move-kept-back': onRoundEnd((reply, ended) => (isFull(ended) ? silent(reply) : reply)),
    'same-cell-merged': remembering(() => {
      let last: number | undefined;
      return (reply, _game, turn) => {
        if (turn.kind !== 'move' || reply.says.length === 0) return reply;
        const isSame = turn.cell === last;
        last = turn.cell;
        return isSame ? silent(reply) : reply;
      };
    }),
    'board-kept-over-leave': afterLeaving((reply, { board }) => ({
      ...reply,
      game: { ...reply.game, board },
    })),
    'turn-kept-over-leave': afterLeaving((reply, { turn }) => turnedTo(reply, turn)),
    'stayer-opens': afterLeaving((reply) => turnedTo(reply, 0)),
    'newcomer-waits-behind-leave': afterLeaving((reply) => replaced(reply, 'play', 'wait')),
    'leave-unannounced': onOneLeaving(silent),
    'leave-announced-twice': onOneLeaving(twice),
    'second-leaves-unheard': on(LEAVE, (reply, { seats }, { player }) =>
      seats[1] === player ? silent(reply) : reply,
    ),
    'lone-leave-remembered': remembering(() => {
      let hasLeft = false;
      return (reply, _game, { kind }) => {
        if (kind === 'leave' && reply.isAccepted && reply.game.seats.length === 0) hasLeft = true;
        if (kind !== 'join' || !hasLeft) return reply;
        hasLeft = false;
        return replaced(reply, 'wait', 'play');
      };
    }),
    'strangers-leave-announced': on(STRANGERS_LEAVE, (reply, { seats }) => adding(reply, 'wait', seats)),
  },
];

const WITHOUT_CONNECTION: Group = [
  { ...CONNECTIONLESS, ...PVP },
  {
    'moves-to-strangers': remembering(() => {
      const known = new Set<string>();
      return (reply, { seats }, turn) => {
        if (turn.kind === 'join') known.add(turn.player);
        if (turn.kind !== 'move') return reply;
        const others = [...known].filter((to) => !seats.includes(to));
        return {
          ...reply,
          says: reply.says.flatMap((one) => [one, ...others.map((to) => ({ ...one, to }))]),
        };
      };
    }),
    'lone-leave-answered': on(LEAVE, (reply, { seats }, { player }) =>
      seats.length === 1 ? adding(reply, 'shutdown', [player]) : reply,
    ),
  },
];

const STRANGERS: Group = [
  {},
  {
    'strangers-leave-clears-board': on(STRANGERS_LEAVE, clearing),
    'strangers-leave-frees-seat': on(STRANGERS_LEAVE, (reply, game) =>
      clearing(reply, { ...game, seats: game.seats.slice(0, -1) }),
    ),
  },
];

export const PLAYER_DEFECTS: readonly Group[] = [OF_TWO, WITHOUT_CONNECTION, STRANGERS];
