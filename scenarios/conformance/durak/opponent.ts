/** Our side of a game: the choice among the legal moves, and games played by it. */
import { legalMoves, type Move } from '../../../protocols/durak/moves';
import { Game } from './game';
import type { Choose, DurakHost } from './host';

/** Starts game number `n`. The board is player 1 in every other game. */
export async function startGame(host: DurakHost, n: number, choose: Choose): Promise<Game | undefined> {
  return n % 2 === 0 ? Game.dealAsHost(host, choose) : Game.awaitBoardDeal(host);
}

/** How we choose a move: at random, or towards long tables, full hands, or an empty stock. */
export type Style = 'any' | 'thrower' | 'taker' | 'drainer';
export const STYLES: readonly Style[] = ['any', 'thrower', 'taker', 'drainer'];

const PREFERRED_KINDS: Readonly<Record<Style, readonly Move['kind'][]>> = {
  any: [],
  thrower: ['throw-in', 'defence'],
  taker: ['take', 'throw-in'],
  drainer: ['defence', 'bito'],
};

export function chooseMove(game: Game, style: Style, choose: Choose): Move | undefined {
  const moves = legalMoves(game.state);
  const liked = moves.filter(({ kind }) => PREFERRED_KINDS[style].includes(kind));
  const among = liked.length > 0 && choose(8) > 0 ? liked : moves;
  return among[choose(Math.max(1, among.length))];
}

/** Plays until `stop` is true or the game is over. false: the game cannot go on. */
export async function playUntil(
  game: Game,
  style: Style,
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
