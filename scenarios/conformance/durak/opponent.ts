/** Our side of a game: which of the legal moves is made, and games played by it. */
import { legalMoves, type Move } from '../../../protocols/durak/moves';
import { Game } from './game';
import type { Choose, DurakHost } from './host';

/** A game in one of the two roles: the board is player 1 in every other one. */
export async function startGame(host: DurakHost, n: number, choose: Choose): Promise<Game | undefined> {
  return n % 2 === 0 ? Game.dealAsHost(host, choose) : Game.awaitBoardDeal(host);
}

/** Our choice among the legal moves: by chance, or seeking long tables, full hands, an empty stock. */
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

/** Plays until `stop` says so, the game is over, or it cannot go on; true: it can. */
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
