/** Durak: what is dropped, malformed or repeated is not applied. */
import { micros, millis } from '../../../api/index';
import { MALFORMATIONS } from '../wire/malformations';
import { legalMoves, type Move } from '../game/moves';
import { encode } from '../wire/wire';
import { Game } from './game';
import { REPEATED, scenario } from './host';

const COVERED = ['DRK-LK-06', 'DRK-LK-10', 'DRK-LK-14'];

export const applied = scenario(
  {
    id: 'applied',
    title: 'what is dropped, malformed or repeated is not applied; what follows it is',
    covers: COVERED,
    needs: ['reset'],
  },
  async (host) => {
    const { bench } = host;
    const done: TrialCounts = { moves: 0, malformed: 0 };
    const enough = (n: number): boolean =>
      bench.exhaustive ? n >= 8 && (n >= 24 || done.malformed >= 2 * MALFORMATIONS.length) : n >= 2;
    for (let n = 0, failed = 0; !enough(n) && failed < 4; n++) {
      const game = await Game.start(host, n);
      if (game === undefined) {
        failed++;
        continue;
      }
      while (!game.over && !game.broken) {
        if (game.boardsTurn) await game.awaitMove();
        else if (!(await moveWithInterference(game, done))) break;
      }
      if (game.broken) failed++;
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
  const moves = legalMoves(game.state);
  const move = moves[game.host.choose(moves.length)];
  const other = moves.find((one) => one !== move) ?? move;
  if (move === undefined || other === undefined) return false;
  const way = done.moves++ % 6;
  if (way % 3 === 0 && moves.length > 1) {
    // A board may take a malformed packet for a move. That move must differ from ours.
    const [first = move, last = move] = [moves[0], moves.at(-1)];
    return moveAfterMalformed(game, last, first, done.malformed++);
  }
  if (way === 1) return moveAfterCutLine(game, move, other);
  if (way === 2) return repeatBeforeAck(game, move);
  return way === 4 ? moveTwice(game, move) : repeatAfterAnswer(game, move);
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
  const long = choose(2) === 0 ? new Uint8Array(2200).fill(0x39) : new Uint8Array(0);
  const bytes = Uint8Array.from([...cut, ...long, ...deckBytes(move)]);
  return play(
    game,
    move,
    bytes,
    `our move after ${cut.length + long.length} bytes of a line that another move began`,
  );
}

/** Sends the move in `bytes`. The board's next move builds on it. */
async function play(game: Game, move: Move, bytes: Uint8Array, what: string): Promise<boolean> {
  if (!(await game.sendMoveAs(move, bytes, `${what} (${move.text})`))) return false;
  return !game.boardsTurn || (await game.awaitMove()) !== undefined;
}

/** Sends our move twice, as if its acknowledgement had been lost. */
async function moveTwice(game: Game, move: Move): Promise<boolean> {
  if (!(await game.sendMove(move))) return false;
  await game.host.sendDeck(move.cards, `the same packet again (${move.text})`);
  return !game.boardsTurn || (await game.awaitMove()) !== undefined;
}

/** Sends our move again, as if its acknowledgement and the board's move had been lost: the board repeats its move. */
async function repeatBeforeAck(game: Game, move: Move): Promise<boolean> {
  const { host } = game;
  if (!(await game.sendMove(move))) return false;
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
  if (!(await game.sendMove(move))) return false;
  if (!game.boardsTurn) return true;
  if ((await game.awaitMove()) === undefined || game.over) return !game.broken;
  await host.sendDeck(move.cards, `the move before the board's, once more (${move.text})`);
  if (await host.next(micros(host.maxAnswerTime + 500_000))) await host.ack();
  return !game.broken;
}

function deckBytes({ cards }: Move): Uint8Array {
  return encode({ type: 'deck', cards });
}
