/** Whole games against the board: as they come, with moves that it may not accept, and with input that must not count. */
import { millis } from '../../../api/index';
import { winner } from '../game/game';
import type { IllegalMove } from '../game/illegal-moves';
import { legalMoves, OUT, type Move } from '../game/moves';
import { MALFORMATIONS } from '../wire/malformations';
import type { CardRecord } from '../wire/packet';
import {
  ack,
  deckOf,
  HELLO,
  pause,
  REPEATED,
  scenario,
  STYLE_NAMES,
  type DurakHost,
  type Step,
} from './host';
import { RARE_SITUATIONS } from './rare-situations';

const MOVES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `DRK-PL-0${number}`);
const PLAYED = [...MOVES, 'DRK-PL-09', 'DRK-PL-11', 'DRK-PL-12'];
const REFUSED = 'DRK-PL-10';
const APPLIED = ['DRK-LK-06', 'DRK-LK-10', 'DRK-LK-14'];
/** How long the end of a game is watched. */
const END = pause(7500);
/** The most games more on a real board, for what the first ones did not show. */
const MORE_GAMES = 14;
/** Illegal moves, not counting those of clauses that none has broken yet. */
const MOST_AT_A_TURN = 4;
/** Games that may break off. */
const MOST_FAILED = 4;

/** Plays to the end; `turn` makes each move of ours. false: the game cannot go on. */
async function playOut(host: DurakHost, turn: () => Promise<boolean>): Promise<boolean> {
  while (host.ourGame !== undefined) if (!(await turn())) return false;
  return !host.broken;
}

async function tryGames(host: DurakHost): Promise<void> {
  const { auto, bench } = host;
  // A person is asked for every move of the board.
  const wanted = bench.exhaustive ? 28 : auto ? 3 : 1;
  const most = wanted + (bench.exhaustive ? 40 : auto ? MORE_GAMES : 0);
  const unseen = new Set(auto ? RARE_SITUATIONS : []);
  const goesOn = (): boolean => unseen.size > 0 || MOVES.some((id) => !bench.wasJudged(id));
  host.onMove = (before, move) => {
    for (const one of unseen) if (one.isShownBy(before, move, host)) unseen.delete(one);
  };
  let [begun, whole] = [0, 0];
  for (let n = 0; (n < wanted || (n < most && goesOn())) && n - whole < MOST_FAILED; n++) {
    bench.note(`game ${n + 1}`);
    const sought = n < wanted ? undefined : [...unseen][n % Math.max(1, unseen.size)];
    // A player who beats every card gives the board ranks to throw in.
    const style = n < wanted ? STYLE_NAMES[(n >> 1) % STYLE_NAMES.length] : sought?.prefer;
    if (!(await host.begin(n, sought?.deal))) continue;
    begun++;
    if (!(await playOut(host, () => host.move(host.chooseMove(style ?? 'drainer'))))) continue;
    whole++;
    const { game } = host.state;
    const won = `player ${game && winner(game)} has won`;
    await host.play(`${won}, and then a hello`, ack, END, HELLO);
  }
  host.onMove = () => undefined;
  await watchOurTurns(host);
  const reason = begun > 0 ? 'not judged: the games broke off' : 'no game came about';
  host.reportUnjudged(PLAYED, whole > 0 ? `it did not come up in ${whole} games` : reason);
}

/** The board sends nothing new on our turn, after each kind of its moves. */
async function watchOurTurns(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  const watched = new Map<string, number>();
  for (let n = 0; n < (exhaustive ? 6 : 2); n++) {
    let after = 'the deal';
    host.onMove = (_before, { kind, player }) => {
      if (player === host.state.role) after = `its ${kind}`;
    };
    let budget = exhaustive ? 20 : 3;
    const turn = async (): Promise<boolean> => {
      const often = watched.get(after) ?? 0;
      if (often < 3 && budget-- > 0) {
        watched.set(after, often + 1);
        await host.play(`our turn after ${after}, and we do not move`, ack, pause(exhaustive ? 6000 : 3600));
      }
      return (await host.move()) && (exhaustive || budget > 0);
    };
    if (await host.begin(n)) await playOut(host, turn);
  }
}

/** How often each error was tried, and which clauses they broke. */
interface Tried {
  readonly labels: Map<string, number>;
  readonly clauses: Set<string>;
}

async function tryIllegalMoves(host: DurakHost): Promise<void> {
  const tried: Tried = { labels: new Map(), clauses: new Set() };
  const wanted = host.bench.exhaustive ? 16 : 2;
  for (let n = 0, failed = 0; n < wanted && failed < MOST_FAILED; n++) {
    if (!(await host.begin(n)) || !(await playWithIllegalMoves(host, tried))) failed++;
    else await sendWithout(host, ({ property }) => property > 0, 'a deck after the end');
  }
  // A deck on the board's turn has no answer: its move comes next.
  for (let n = 0; n < 2; n++) {
    const move = (await host.begin()) ? host.chooseMove() : undefined;
    if (move === undefined || !(await host.sendPacket('our attack', deckOf(move.cards)))) break;
    await sendWithout(host, (card) => card.property === 1 && card.field > 0, "a deck on the board's turn");
    await host.awaitOperator();
    if (host.operatorAbsent) break;
  }
  // A board whose packet is unacknowledged gives no answer, but sends that packet again at its time.
  const [wrong] = (await host.attack()) ? host.illegalMoves() : [];
  if (wrong !== undefined) {
    const what = `an illegal move (${wrong.label}) before its move is acknowledged`;
    await host.play(what, deckOf(wrong.cards), pause(2200), ack);
  }
  // The answer to an illegal move is repeated like any packet.
  const [other] = (await host.begin()) ? host.illegalMoves() : [];
  if (other !== undefined) {
    await host.play(`an illegal move (${other.label})`, deckOf(other.cards));
    await host.next('its answer to an illegal move, not acknowledged', REPEATED);
    await host.play('its answer, acknowledged', ack);
  }
  host.reportUnjudged([REFUSED], 'no illegal move could be tried');
}

/** Tries illegal moves before each move of ours: those of clauses that none has broken yet, then others while the budget lasts. */
function playWithIllegalMoves(host: DurakHost, { labels, clauses }: Tried): Promise<boolean> {
  const { bench, choose } = host;
  const often = bench.exhaustive ? 3 : 1;
  const style = STYLE_NAMES[choose(STYLE_NAMES.length)];
  let budget = bench.exhaustive ? 60 : 14;
  return playOut(host, async () => {
    const fresh = host.illegalMoves().filter(({ label }) => (labels.get(label) ?? 0) < often);
    for (let left = MOST_AT_A_TURN; ; left--) {
      const untried = fresh.findIndex(({ clause }) => !clauses.has(clause));
      const [wrong] = fresh.splice(Math.max(untried, 0), 1);
      if (wrong === undefined || (untried < 0 && (left <= 0 || budget <= 0))) break;
      budget--;
      labels.set(wrong.label, (labels.get(wrong.label) ?? 0) + 1);
      clauses.add(wrong.clause);
      await tryIllegal(host, wrong);
      // A refused packet sent again is answered again: it was never applied.
      if (budget % 8 === 0) await tryIllegal(host, wrong);
      if (host.broken) return false;
    }
    return host.move(host.chooseMove(style));
  });
}

/** An illegal move is acknowledged, and the state before it comes back. */
function tryIllegal(host: DurakHost, { label, cards }: IllegalMove): Promise<boolean> {
  return host.play(`an illegal move (${label})`, ack, deckOf(cards), ack);
}

/** Sends the deck with some cards out of play. */
async function sendWithout(
  host: DurakHost,
  isOut: (card: CardRecord) => boolean,
  what: string,
): Promise<void> {
  const cards = host.state.game?.cards ?? [];
  if (cards.length === 0) return;
  const deck = deckOf(cards.map((card) => (isOut(card) ? { ...card, ...OUT } : card)));
  await host.play(what, ack, deck, { pause: host.answerTime(1000) }, ack);
}

async function tryApplied(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  const done = { moves: 0, malformed: 0 };
  const enough = (n: number): boolean =>
    exhaustive ? n >= 8 && (n >= 24 || done.malformed >= 2 * MALFORMATIONS.length) : n >= 2;
  for (let n = 0, failed = 0; !enough(n) && failed < MOST_FAILED; n++)
    if (!(await host.begin(n)) || !(await playOut(host, () => moveWithInterference(host, done)))) failed++;
  host.reportUnjudged(APPLIED, 'no game came about');
}

/** Sends our move with input around it that must not count. `done`: how many moves, and how many malformed packets. */
async function moveWithInterference(
  host: DurakHost,
  done: { moves: number; malformed: number },
): Promise<boolean> {
  const moves = host.ourGame === undefined ? [] : legalMoves(host.ourGame);
  const move = moves[host.choose(moves.length)];
  if (move === undefined) return false;
  const way = done.moves++ % 6;
  // A board may take a malformed packet for a move. That move must differ from ours.
  const [first = move, last = move] = [moves[0], moves.at(-1)];
  if (way % 3 === 0 && first !== last) return moveAfterMalformed(host, last, first, done.malformed++);
  if (way === 1) return moveAfterCutLine(host, move, moves.find((one) => one !== move) ?? move);
  const again = `our move again (${move.text})`;
  const deck = deckOf(move.cards);
  // As if its acknowledgement had been lost, and the board's move, too; or the board goes back after it was acknowledged.
  if (way === 4) return host.move(move, again, [ack, deck, pause(0), deck]);
  if (!(await host.move(move)) || host.ourGame === undefined) return !host.broken;
  const isAcked = way !== 2;
  const steps: readonly Step[] = isAcked
    ? [ack, deck, { pause: host.answerTime(500) }, ack]
    : [deck, { pause: REPEATED }, ack];
  await host.play(`${again}${isAcked ? ', once its own is acknowledged' : ''}`, ...steps);
  return !host.broken;
}

function moveAfterMalformed(host: DurakHost, move: Move, other: Move, n: number): Promise<boolean> {
  const malformation = MALFORMATIONS[n % MALFORMATIONS.length] ?? MALFORMATIONS[0];
  const bytes = malformation?.make(other.cards, host.choose) ?? HELLO;
  const wait = { pause: host.bench.exhaustive ? millis(host.host.p.ackMs) : millis(400) };
  const what = `our move after a malformed packet of another move: ${malformation?.label} (${move.text})`;
  return host.move(move, what, [ack, bytes, wait, deckOf(move.cards)]);
}

function moveAfterCutLine(host: DurakHost, move: Move, other: Move): Promise<boolean> {
  const begun = deckOf(other.cards);
  const cut = begun.subarray(0, 1 + host.choose(begun.length - 2));
  const long = new Uint8Array(host.choose(2) === 0 ? 2200 : 0).fill(0x39);
  const length = cut.length + long.length;
  const what = `our move after ${length} bytes of a line that another move began (${move.text})`;
  return host.move(move, what, [ack, cut, long, deckOf(move.cards)]);
}

export const GAME_SCENARIOS = [
  scenario('games', 'complete games, every move judged', PLAYED, tryGames),
  scenario(
    'illegal',
    'a move that is none is acknowledged, refused, and changes nothing',
    [REFUSED],
    tryIllegalMoves,
  ),
  scenario(
    'applied',
    'what is dropped, malformed or repeated is not applied; what follows it is',
    APPLIED,
    tryApplied,
  ),
];
