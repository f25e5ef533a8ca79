/** Whole games against the board: as they come, with moves that it may not accept, and with input that must not count. */
import { listen, millis } from '../../../api/index';
import { anyMove, MOVE_CLAUSES } from '../cases';
import { afterMove, handOf, LOSING_HAND, opponentOf, tableOf, winner, type State } from '../game/game';
import { judge } from '../game/judge';
import type { Move } from '../game/moves';
import {
  ACE,
  ACES_AGAINST_ACES,
  ACES_AGAINST_KINGS,
  FOUR_ACES,
  FOUR_SIXES,
  ackDue,
  HELLO,
  recipe,
  sendAck,
  strangeDeck,
  tx,
} from '../steps';
import type { Hands } from '../steps';
import { moveBy, relaid } from '../recipes';
import { REPEATED, scenario, tryCase, type DurakHost, type Tried } from './host';

const END = listen(millis(7500));
const MOST_FAILED = 4;

/** A legal move in its game. */
interface Made extends Move {
  readonly before: State;
  readonly isOurs: boolean;
  readonly lying: number;
}

interface Plan {
  readonly style: string;
  /** Our packets give new places to the hands, and cards out of play keep theirs. */
  readonly relays?: true;
  /** Our deal; none: any deal, ours or the board's. */
  readonly hands?: Hands;
  /** It is played again until such a move is made: few games show one. */
  readonly shows?: (made: Made) => boolean;
}

const PLANS: readonly Plan[] = [
  { style: 'move' },
  { style: 'throw', relays: true },
  { style: 'long' },
  { style: 'pass', relays: true },
  {
    style: 'weak',
    hands: FOUR_SIXES,
    shows: ({ isOurs, kind, lying }) => isOurs && kind === 'bito' && lying >= 6,
  },
  {
    style: 'trumps-last',
    hands: FOUR_ACES,
    shows: ({ isOurs, kind, lying }) => !isOurs && kind === 'take' && lying >= 7,
  },
  {
    // It takes five cards, and attacks later with a large hand.
    style: 'trump-third',
    hands: FOUR_ACES,
    shows: ({ isOurs, kind, before, player }) =>
      !isOurs && kind === 'attack' && handOf(before.cards, player).length > 7,
  },
  { style: 'guard', hands: ACES_AGAINST_KINGS, shows: beatsKingByAce },
  { style: 'trumps-last', hands: ACES_AGAINST_ACES, shows: takesAnAce },
  {
    style: 'heap',
    hands: ACES_AGAINST_KINGS,
    shows: ({ isOurs, kind, lying }) => isOurs && kind === 'take' && lying >= 5,
  },
  {
    // A take of what it could throw in would not fit.
    style: 'heap',
    shows: ({ isOurs, kind, before, player, lying }) =>
      !isOurs && kind === 'bito' && handOf(before.cards, opponentOf(player)).length + lying >= LOSING_HAND,
  },
  {
    style: 'long',
    shows: ({ isOurs, kind, before, cards }) =>
      !isOurs && kind === 'bito' && hasTrumpCard(before.cards) && !hasTrumpCard(cards),
  },
  {
    // A played last card wins: a board may count it as still held.
    style: 'long',
    shows: ({ isOurs, record, before, cards, player }) =>
      isOurs && record !== undefined && winner({ ...before, cards }) === player,
  },
];

function beatsKingByAce({ isOurs, kind, text }: Made): boolean {
  return isOurs && kind === 'defence' && /K of (\w+) with A of \1/.test(text);
}

/** It has an ace, which does not beat ours. */
function takesAnAce({ isOurs, kind, before: { cards }, player }: Made): boolean {
  const isAce = (record = -1): boolean => cards[record]?.card === ACE;
  const holdsAce = handOf(cards, player).some((record) => isAce(record));
  return !isOurs && kind === 'take' && holdsAce && isAce(tableOf(cards, player).other.at(-1));
}

function hasTrumpCard(cards: State['cards']): boolean {
  return cards.some(({ property }) => property === 0);
}

/** Plays to the end; `turn` makes each move of ours. false: the game broke off. */
async function playOut(host: DurakHost, turn: (game: State) => Promise<unknown>): Promise<boolean> {
  for (let game = host.ourGame; game !== undefined; game = host.ourGame) {
    await turn(game);
    if (host.state.game === game) return false;
  }
  return !host.operatorAbsent && host.state.isKnown && host.state.game !== undefined;
}

/** Plays so many games, with this case in each turn of ours, and a deck after the end. */
async function tryInGames(host: DurakHost, [name, virtual, real]: Tried): Promise<void> {
  let tried = 0;
  const most = host.bench.exhaustive ? virtual : real;
  for (let n = 0, failed = 0; n < most && failed < MOST_FAILED; n++)
    if (!(await host.begin(n)) || !(await playOut(host, () => tryCase(host, name, tried++)))) failed++;
    else await host.play('a deck after the end', ackDue(), tx(strangeDeck(host.dice)), listen(millis(3000)));
}

async function tryGames(host: DurakHost): Promise<void> {
  const { auto, bench } = host;
  // A person is asked for every move of the board.
  const [rounds, most] = bench.exhaustive ? [2, 50] : auto ? [1, 18] : [1, 1];
  const unseen = new Set(PLANS.filter(({ shows }) => shows !== undefined));
  const isOpen = (plan: Plan, round: number): boolean => {
    if (plan.shows === undefined) return round < rounds || MOVE_CLAUSES.some((id) => !bench.wasJudged(id));
    return (bench.exhaustive && round < rounds) || unseen.has(plan);
  };
  const onMove = (made: Made): void => {
    for (const plan of unseen) if (plan.shows?.(made) === true) unseen.delete(plan);
  };
  let [begun, whole] = [0, 0];
  for (let round = 0; round < most; round++)
    for (const plan of PLANS) {
      if (!isOpen(plan, round)) continue;
      if (begun >= most || begun - whole >= MOST_FAILED) return;
      bench.note(`game ${++begun}`);
      const isBegun = await host.begin(begun, plan.hands);
      if (!isBegun || !(await playGame(host, plan, onMove))) continue;
      whole++;
      await host.play('the game is over, and then a hello', ackDue(), sendAck(), END, tx(HELLO));
    }
}

/** Now and then we do not move: the board sends nothing new on our turn. */
function playGame(host: DurakHost, { style, relays }: Plan, onMove: (made: Made) => void): Promise<boolean> {
  const { dice } = host;
  const look = (before: State, move: Move, isOurs: boolean): void =>
    onMove({ ...move, before, isOurs, lying: tableOf(before.cards, move.player).lying.length });
  return playOut(host, async (game) => {
    if (dice.once(8)) {
      // It may send its last state once, and that is acknowledged then.
      const once = [ackDue(), sendAck(), listen(millis(500)), ackDue()];
      const before = dice.once(2) ? once : [ackDue(2500)];
      await host.play('our turn, and we do not move', ...before, sendAck(), listen(millis(3600)));
    }
    const move = moveBy(anyMove(dice, style), game);
    if (move === undefined) return;
    const cards = relays ? relaid(game.cards, move.cards) : move.cards;
    await host.play(`our move (${move.text})`, ackDue(), tx({ type: 'deck', cards }));
    look(game, move, true);
    const mine = afterMove(game, cards);
    const answer = judge(mine, host.state.game?.cards ?? []);
    if (answer.legal) look(mine, answer.move, false);
  });
}

async function tryIllegalMoves(host: DurakHost): Promise<void> {
  const { dice } = host;
  await tryInGames(host, ['illegal moves by clause', 6, 3]);
  const wrong = recipe(`illegal ${dice.int(0, 9999)}`);
  // A deck on the board's turn has no answer: its move comes next.
  if (await host.begin())
    await host.play(
      "a deck on the board's turn",
      recipe('move'),
      tx(strangeDeck(dice), millis(30)),
      ackDue(),
    );
  // Only the packet that was applied last is taken for a repetition.
  if (await host.begin()) {
    await host.play('our move', recipe('move'), ackDue());
    const { lastDeck } = host.state.notes;
    await host.play('our next move', recipe('move'));
    // An acknowledgement that comes while a packet is still on its way may be lost, and then nothing is owed.
    const steps = [listen(millis(60)), ackDue(), tx(lastDeck ?? HELLO), ackDue()];
    await host.play('our move before the last again', ...steps);
  }
  // A board whose packet is unacknowledged gives no answer, but sends that packet again at its time.
  if (await host.begin()) {
    await host.play('an illegal move before its move is acknowledged', recipe('move'), wrong);
    await host.next('its move again, after an illegal one', REPEATED);
    await host.play('its move, acknowledged', ackDue());
  }
  // The answer to an illegal move is repeated like any packet.
  if (!(await host.begin())) return;
  await host.play('an illegal move', wrong);
  await host.next('its answer to an illegal move, not acknowledged', REPEATED);
  await host.play('its answer, acknowledged', ackDue());
}

async function tryApplied(host: DurakHost): Promise<void> {
  await tryInGames(host, ['move again', 6, 1]);
  await tryInGames(host, ['bad line before a move', 6, 1]);
}

export const GAME_SCENARIOS = [
  scenario(
    'games',
    'complete games, every move judged',
    [...MOVE_CLAUSES, 'DRK-PL-09', 'DRK-PL-11', 'DRK-PL-12'],
    tryGames,
  ),
  scenario(
    'illegal',
    'a move that is none is acknowledged, refused, and changes nothing',
    ['DRK-PL-10'],
    tryIllegalMoves,
  ),
  scenario(
    'applied',
    'what is dropped, malformed or repeated is not applied; what follows it is',
    ['DRK-LK-06', 'DRK-LK-10', 'DRK-LK-14'],
    tryApplied,
  ),
];
