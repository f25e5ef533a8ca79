/** What is dropped, malformed or repeated is not applied. */
import { micros, millis } from '../../../api/index';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves, type Move } from '../game/moves';
import { encode } from '../wire/wire';
import { Game, playUntil } from './game';
import { REPEATED, scenario } from './host';

const COVERED = ['DRK-LK-06', 'DRK-LK-10', 'DRK-LK-14'];

export const applied = scenario(
  'applied',
  'what is dropped, malformed or repeated is not applied; what follows it is',
  COVERED,
  async (host) => {
    const { exhaustive } = host.bench;
    const done: TrialCounts = { moves: 0, malformed: 0 };
    const enough = (n: number): boolean =>
      exhaustive ? n >= 8 && (n >= 24 || done.malformed >= 2 * MALFORMATIONS.length) : n >= 2;
    for (let n = 0, failed = 0; !enough(n) && failed < 4; n++) {
      const game = await Game.start(host, n);
      await (game && playUntil(game, () => moveWithInterference(game, done)));
      if (game === undefined || game.broken) failed++;
    }
    host.reportUnjudged(COVERED, 'no game came about');
  },
);

/** How many of our moves were tried with interference, and with a malformed packet. */
interface TrialCounts {
  moves: number;
  malformed: number;
}

/** Sends our move with input around it that must not count. */
async function moveWithInterference(game: Game, done: TrialCounts): Promise<boolean> {
  const { host } = game;
  const moves = legalMoves(game.state);
  const move = moves[host.choose(moves.length)];
  if (move === undefined) return false;
  const other = moves.find((one) => one !== move) ?? move;
  const way = done.moves++ % 6;
  if (way % 3 === 0 && moves.length > 1) {
    // A board may take a malformed packet for a move. That move must differ from ours.
    const [first = move, last = move] = [moves[0], moves.at(-1)];
    return moveAfterMalformed(game, last, first, done.malformed++);
  }
  if (way === 1) return moveAfterCutLine(game, move, other);
  if (!(await game.sendMove(move))) return false;
  if (way === 2) return repeatBeforeAck(game, move);
  return way === 4 ? repeatBeforeAnswer(game, move) : repeatAfterAnswer(game, move);
}

async function moveAfterMalformed(game: Game, move: Move, other: Move, n: number): Promise<boolean> {
  const { host } = game;
  const malformation = MALFORMATIONS[n % MALFORMATIONS.length];
  if (malformation === undefined) return false;
  const what = `a malformed packet of another move: ${malformation.label}`;
  host.describe(what);
  await host.send(malformation.make(other.cards, host.choose));
  await host.listen(host.bench.exhaustive ? host.maxAckTime : millis(400));
  return !game.broken && play(game, move, deckBytes(move), `our move after ${what}`);
}

async function moveAfterCutLine(game: Game, move: Move, other: Move): Promise<boolean> {
  const { choose } = game.host;
  const begun = deckBytes(other);
  const cut = begun.subarray(0, 1 + choose(begun.length - 2));
  const long = new Uint8Array(choose(2) === 0 ? 2200 : 0).fill(0x39);
  const what = `our move after ${cut.length + long.length} bytes of a line that another move began`;
  return play(game, move, Uint8Array.from([...cut, ...long, ...deckBytes(move)]), what);
}

/** Sends the move in `bytes`. The board's next move builds on it. */
async function play(game: Game, move: Move, bytes: Uint8Array, what: string): Promise<boolean> {
  return (await game.sendMove(move, `${what} (${move.text})`, bytes)) && awaitAnswer(game);
}

async function awaitAnswer(game: Game): Promise<boolean> {
  return !game.boardsTurn || (await game.awaitMove()) !== undefined;
}

/** Sends our move once more, as if its acknowledgement had been lost. */
async function repeatBeforeAnswer(game: Game, move: Move): Promise<boolean> {
  await game.host.sendDeck(move.cards, `the same packet again (${move.text})`);
  return awaitAnswer(game);
}

/** Sends our move again, as if its acknowledgement and the board's move had been lost: the board repeats its move. */
async function repeatBeforeAck(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  if (!game.boardsTurn || (await game.awaitMove({ acknowledge: false })) === undefined) return !game.broken;
  await host.sendDeck(move.cards, `our move again before the board's is acknowledged (${move.text})`);
  await host.next(REPEATED);
  await host.ack();
  return !game.broken;
}

/**
 * Sends our last move again after the board's answer. It is not applied again. The board may take it for an illegal move
 * and send its last state (DRK-PL-10), but it may not go back.
 */
async function repeatAfterAnswer(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  if (!game.boardsTurn) return true;
  if ((await game.awaitMove()) === undefined || game.over) return !game.broken;
  await host.sendDeck(move.cards, `the move before the board's, once more (${move.text})`);
  await host.ackNext(micros(host.maxAnswerTime + 500_000));
  return !game.broken;
}

function deckBytes({ cards }: Move): Uint8Array {
  return encode({ type: 'deck', cards });
}
