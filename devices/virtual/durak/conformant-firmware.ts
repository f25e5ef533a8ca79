/** The firmware of a conformant Durak board: its steps follow the page. */
import { isSameBytes } from '../../../protocols/bytes';
import { deal, dealFault } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { judge } from '../../../protocols/durak/judge';
import { encodeTexts, textsOf } from '../../../protocols/durak/malformations';
import { legalMoves } from '../../../protocols/durak/moves';
import { TRUMP, type Packet } from '../../../protocols/durak/packet';
import { afterMove, opponentOf, winnerOf } from '../../../protocols/durak/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { applyDefects } from '../engine/build-firmware';
import type { DurakDefect, DurakFirmware, Memory, Profile, RandomSources } from './firmware';

const ACK_BYTES = encode({ type: 'ack' });
const REPEAT_WAIT = millis(3000);

/** An acknowledgement starts 0.2 to 2 ms after its line, a move 50 to 400 ms after the turn. */
const ACK_US = [200, 2000] as const;
const THINK_US = [50_000, 400_000] as const;
const HELLO_US = [100_000, 10_000_000] as const;
/** The places in a packet: on the table below 0, in a hand above. */
const PLACES = { min: -6, max: 10 };
/** How often, in percent, the board takes or calls bito although it could play a card. */
const PASS_PERCENT = { take: 15, bito: 40 };

/** The finished firmware, defects included. It exists only after all steps are built. */
type FirmwareReference = () => DurakFirmware;

/** The page's firmware with these defects. */
export function durakFirmware(
  profile: Profile,
  random: RandomSources,
  defects: readonly Pick<DurakDefect, 'change'>[],
): DurakFirmware {
  const built: Partial<DurakFirmware> = {};
  const firmware: DurakFirmware = Object.assign(built, {
    ...receiveSteps(profile, random, () => firmware),
    ...gameSteps(() => firmware),
    ...playSteps(profile, random, () => firmware),
    ...sendSteps(() => firmware),
  });
  return applyDefects(firmware, defects, { profile, random, firmware });
}

function receiveSteps(profile: Profile, { times }: RandomSources, getFirmware: FirmwareReference) {
  // An acknowledgement must come before any move, whatever the profile says.
  const most = Math.floor(Math.min(ACK_US[1], profile.ack / 4, profile.move / 8));
  const ackWait = (): Micros => micros(times.int(Math.min(ACK_US[0], most), most));
  return {
    wrapDecoder: (decoder) => decoder,
    mapEvent: (event) => [event],
    acknowledge: (event) =>
      event.kind === 'frame' && event.value.type !== 'ack' ? [{ bytes: ACK_BYTES, wait: ackWait() }] : [],
    handleHello: (memory) => {
      if (memory.role !== undefined) return;
      memory.role = 2;
      // The own hello is dropped, sent already (DRK-HS-06) or not (DRK-HS-03).
      memory.helloAt = undefined;
      memory.unacked = undefined;
    },
    handleAck: (memory, now) => {
      const { unacked } = memory;
      if (unacked === undefined) return;
      memory.unacked = undefined;
      // The other player has acknowledged a move that answers its packet, so it knows that this packet arrived. If the
      // packet comes again, no acknowledgement was lost: the player treated the move as illegal.
      if (unacked.step === 'move') memory.lastApplied = undefined;
      if (unacked.step === 'hello' && memory.role === undefined) {
        memory.role = 1;
        memory.plan = { step: 'deal', at: after(now, getFirmware().thinkTime('deal', memory)) };
      } else getFirmware().planMove(memory, now);
    },
  } satisfies Partial<DurakFirmware>;
}

function gameSteps(getFirmware: FirmwareReference) {
  return {
    handleDeck: (memory, frame, now) => {
      const { role, game } = memory;
      const { cards } = frame.value;
      const { isRepeated, isDeal, isLegal, applyDeck, refuseDeck, trumpOf } = getFirmware();
      if (role === undefined) return;
      if (game === undefined) {
        if (role === 2 && isDeal(cards))
          applyDeck(memory, frame, { cards, trump: trumpOf(cards), turn: 1 }, now);
      } else if (!isRepeated(memory, frame.raw)) {
        if (game.turn !== role && !getFirmware().isOver(game.cards) && isLegal(game, cards))
          applyDeck(memory, frame, afterMove(game, cards), now);
        else refuseDeck(memory, frame, now);
      }
    },
    isRepeated: ({ lastApplied }, raw) => lastApplied !== undefined && isSameBytes(lastApplied, raw),
    isDeal: (cards) => dealFault(cards) === undefined,
    isLegal: (state, cards) => judge(state, cards).legal,
    applyDeck: (memory, { raw, value }, game, now) => {
      memory.game = game;
      memory.ownCards = getFirmware().storedCards(value.cards);
      memory.lastApplied = raw;
      // A legal move after an unacknowledged packet also acknowledges that packet (DRK-LK-09), and cancels a pending
      // answer.
      memory.unacked = undefined;
      memory.plan = undefined;
      getFirmware().planMove(memory, now);
    },
    refuseDeck: (memory, _frame, now) => {
      const { role, game, unacked, plan } = memory;
      if (game === undefined || game.turn === role || getFirmware().isOver(game.cards)) return;
      if (unacked !== undefined || plan !== undefined) return;
      memory.plan = { step: 'answer', at: after(now, getFirmware().thinkTime('answer', memory)) };
    },
    storedCards: (cards) => cards,
    isOver: (cards) => winnerOf(cards) !== undefined,
    planMove: (memory, now) => {
      const { role, game, unacked } = memory;
      if (game === undefined || game.turn !== role || unacked !== undefined) return;
      if (getFirmware().isOver(game.cards)) return;
      memory.plan = { step: 'move', at: after(now, getFirmware().thinkTime('move', memory)) };
    },
  } satisfies Partial<DurakFirmware>;
}

function playSteps(
  profile: Profile,
  { times, cards: cardSource }: RandomSources,
  getFirmware: FirmwareReference,
) {
  const most = Math.floor(Math.min(THINK_US[1], profile.move / 4));
  return {
    helloWait: () => micros(times.int(...HELLO_US)),
    thinkTime: (step) => {
      const [least, top] = step === 'deal' ? THINK_US : [Math.min(THINK_US[0], most), most];
      return micros(times.int(least, top));
    },
    deal: () => deal((below) => cardSource.int(0, below - 1)),
    trumpOf: (dealt) => dealt.find(({ property }) => property === TRUMP)?.suit ?? 0,
    chooseMove: (moves) => {
      const pass = moves.findIndex(({ kind }) => kind === 'take' || kind === 'bito');
      if (pass <= 0) return moves[pass === 0 ? 0 : cardSource.int(0, moves.length - 1)];
      const passes = moves[pass]?.kind === 'take' ? PASS_PERCENT.take : PASS_PERCENT.bito;
      return moves[cardSource.int(0, 99) < passes ? pass : cardSource.int(0, pass - 1)];
    },
    deckOfMove: (state) => getFirmware().chooseMove(legalMoves(state), state)?.cards,
  } satisfies Partial<DurakFirmware>;
}

function sendSteps(getFirmware: FirmwareReference) {
  return {
    encode: (packet) => encodeAnyPacket(packet),
    packetOf: (memory, step) => {
      const { encode: encoded } = getFirmware();
      if (step === 'hello') return encoded({ type: 'hello' });
      if (step === 'deal') startGame(memory, getFirmware());
      if (step === 'move' && !makeMove(memory, getFirmware())) return undefined;
      return encoded({ type: 'deck', cards: memory.ownCards });
    },
    onSent: () => undefined,
    repeatBytes: ({ bytes }) => bytes,
    repeatWait: () => REPEAT_WAIT,
  } satisfies Partial<DurakFirmware>;
}

/** Also encodes the decks of a board that lets a hand or a table side grow too large. */
function encodeAnyPacket(packet: Packet): Uint8Array {
  if (packet.type !== 'deck' || packet.cards.every(({ field }) => field >= PLACES.min && field <= PLACES.max))
    return encode(packet);
  return encodeTexts(textsOf(packet.cards));
}

function startGame(memory: Memory, { deal: dealt, trumpOf }: DurakFirmware): void {
  const cards = dealt();
  memory.ownCards = cards;
  memory.game = { cards, trump: trumpOf(cards), turn: 1 };
}

function makeMove(memory: Memory, { deckOfMove }: DurakFirmware): boolean {
  const { game, ownCards } = memory;
  const cards = game === undefined ? undefined : deckOfMove({ ...game, cards: ownCards });
  if (game === undefined || cards === undefined) return false;
  memory.ownCards = cards;
  memory.game = { cards, trump: game.trump, turn: opponentOf(game.turn) };
  return true;
}
