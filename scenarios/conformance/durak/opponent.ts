/** Our side of a game: the choice among the legal moves, and games played by it. */
import type { Deck } from '../../../protocols/durak/packet';
import type { Choose } from '../../../protocols/durak/deal';
import { legalMoves, type Move } from '../../../protocols/durak/moves';
import { Game } from './game';
import type { DurakHost } from './host';

/** Starts game number `n`. The board is player 1 in every other game, unless we are to deal. */
export async function startGame(
  host: DurakHost,
  n: number,
  choose: Choose,
  dealCards?: (choose: Choose) => Deck,
): Promise<Game | undefined> {
  if (dealCards !== undefined) return Game.dealAsHost(host, choose, dealCards);
  return n % 2 === 0 ? Game.dealAsHost(host, choose) : Game.awaitBoardDeal(host);
}

/** Those of the legal moves that we like best; none: any. */
export type Preference = (game: Game, moves: readonly Move[]) => readonly Move[];

export function preferKinds(...kinds: readonly Move['kind'][]): Preference {
  return (_, moves) => moves.filter(({ kind }) => kinds.includes(kind));
}

/** How we choose a move: at random, or mostly towards long tables, full hands, or an empty stock. */
export type Style = 'any' | 'thrower' | 'taker' | 'drainer';
export const STYLES: readonly Style[] = ['any', 'thrower', 'taker', 'drainer'];

const PREFERENCES: Readonly<Record<Style, Preference>> = {
  any: preferKinds(),
  thrower: preferKinds('throw-in', 'defence'),
  taker: preferKinds('take', 'throw-in'),
  drainer: preferKinds('defence', 'bito'),
};

/** `style`: a preference is followed always, a named style seven times of eight. */
export function chooseMove(game: Game, style: Style | Preference, choose: Choose): Move | undefined {
  const moves = legalMoves(game.state);
  const isNamed = typeof style === 'string';
  const liked = (isNamed ? PREFERENCES[style] : style)(game, moves);
  const among = liked.length > 0 && (!isNamed || choose(8) > 0) ? liked : moves;
  return among[choose(Math.max(1, among.length))];
}

/** Plays until `stop` is true or the game is over. false: the game cannot go on. */
export async function playUntil(
  game: Game,
  style: Style | Preference,
  choose: Choose,
  stop: () => boolean = () => false,
): Promise<boolean> {
  while (!game.over && game.broken === undefined && !stop()) {
    if (game.boardsTurn) await game.awaitMove();
    else {
      const move = chooseMove(game, style, choose);
      if (move === undefined) break;
      await game.sendMove(move);
    }
  }
  return game.broken === undefined;
}
