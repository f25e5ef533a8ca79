/** The firmware of a conformant Durak board: its steps as the page has them, and how defects are built in. */
import { deal, dealFault } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { judge } from '../../../protocols/durak/judge';
import { encodeTexts, textsOf } from '../../../protocols/durak/malformations';
import { legalMoves } from '../../../protocols/durak/moves';
import { TRUMP, type Packet } from '../../../protocols/durak/packet';
import { afterMove, opponentOf, winnerOf } from '../../../protocols/durak/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Chance, DurakDefect, DurakFirmware, Memory, Profile, Workbench } from './firmware';

const ACK_BYTES = encode({ type: 'ack' });
const REPEAT_WAIT = millis(3000);

/** An acknowledgement starts 0.2 to 2 ms after its line, a move 50 to 400 ms after the turn. */
const ACK_US = [200, 2000] as const;
const THINK_US = [50_000, 400_000] as const;
const HELLO_US = [100_000, 10_000_000] as const;
/** Of a packet that can be read: on the table, in a hand. */
const PLACES = { min: -6, max: 10 };
/** How often, in percent, the board takes or calls bito although it could play a card. */
const PASSES = { take: 15, bito: 40 };

/** The finished firmware: known once it is built. */
type Late = () => DurakFirmware;

/** The page's firmware with the defects given built in, one upon another. */
export function durakFirmware(
  profile: Profile,
  chance: Chance,
  defects: readonly Pick<DurakDefect, 'change'>[],
): DurakFirmware {
  const built: Partial<DurakFirmware> = {};
  const firmware: DurakFirmware = Object.assign(built, {
    ...hearing(profile, chance, () => firmware),
    ...obeying(() => firmware),
    ...playing(profile, chance, () => firmware),
    ...sending(() => firmware),
  });
  const bench: Workbench = { profile, chance, firmware };
  // One object throughout, so that a step that calls another calls the changed one.
  for (const defect of defects) Object.assign(firmware, defect.change({ ...firmware }, bench));
  return firmware;
}

function hearing(profile: Profile, { times }: Chance, late: Late) {
  // Sooner than any move, whatever the profile asks for.
  const most = Math.floor(Math.min(ACK_US[1], profile.ack / 4, profile.move / 8));
  const ackWait = (): Micros => micros(times.int(Math.min(ACK_US[0], most), most));
  return {
    listen: (decoder) => decoder,
    judge: (event) => [event],
    acks: (event) =>
      event.kind === 'frame' && event.value.type !== 'ack' ? [{ bytes: ACK_BYTES, wait: ackWait() }] : [],
    hello: (memory) => {
      if (memory.role !== undefined) return;
      memory.role = 2;
      // The own hello is dropped, whether it was sent (DRK-HS-06) or not (DRK-HS-03).
      memory.helloAt = undefined;
      memory.unacked = undefined;
    },
    ack: (memory, now) => {
      const { unacked } = memory;
      if (unacked === undefined) return;
      memory.unacked = undefined;
      // Who acknowledged a move that followed its own packet knows that this one was heard: it does not come again
      // because an acknowledgement was lost, but as the last state of one who took the move for an illegal one.
      if (unacked.step === 'move') memory.lastApplied = undefined;
      if (unacked.step === 'hello' && memory.role === undefined) {
        memory.role = 1;
        memory.plan = { step: 'deal', at: after(now, late().wait('deal', memory)) };
      } else late().ready(memory, now);
    },
  } satisfies Partial<DurakFirmware>;
}

function obeying(late: Late) {
  return {
    deck: (memory, frame, now) => {
      const { role, game } = memory;
      const { cards } = frame.value;
      const { known, isDeal, legal, apply, refuse, trumpOf } = late();
      if (role === undefined) return;
      if (game === undefined) {
        if (role === 2 && isDeal(cards)) apply(memory, frame, { cards, trump: trumpOf(cards), turn: 1 }, now);
      } else if (!known(memory, frame.raw)) {
        if (game.turn !== role && !late().over(game.cards) && legal(game, cards))
          apply(memory, frame, afterMove(game, cards), now);
        else refuse(memory, frame, now);
      }
    },
    known: ({ lastApplied }, raw) => lastApplied !== undefined && sameBytes(lastApplied, raw),
    isDeal: (cards) => dealFault(cards) === undefined,
    legal: (state, cards) => judge(state, cards).legal,
    apply: (memory, { raw, value }, game, now) => {
      memory.game = game;
      memory.held = late().keep(value.cards);
      memory.lastApplied = raw;
      // A legal move after an unacknowledged packet acknowledges it too (DRK-LK-09), and an answer is no longer owed.
      memory.unacked = undefined;
      memory.plan = undefined;
      late().ready(memory, now);
    },
    refuse: (memory, _frame, now) => {
      const { role, game, unacked, plan } = memory;
      if (game === undefined || game.turn === role || late().over(game.cards)) return;
      if (unacked !== undefined || plan !== undefined) return;
      memory.plan = { step: 'answer', at: after(now, late().wait('answer', memory)) };
    },
    keep: (cards) => cards,
    over: (cards) => winnerOf(cards) !== undefined,
    ready: (memory, now) => {
      const { role, game, unacked } = memory;
      if (game === undefined || game.turn !== role || unacked !== undefined) return;
      if (late().over(game.cards)) return;
      memory.plan = { step: 'move', at: after(now, late().wait('move', memory)) };
    },
  } satisfies Partial<DurakFirmware>;
}

function playing(profile: Profile, { times, cards: luck }: Chance, late: Late) {
  const most = Math.floor(Math.min(THINK_US[1], profile.move / 4));
  return {
    helloWait: () => micros(times.int(...HELLO_US)),
    wait: (step) => {
      const [least, top] = step === 'deal' ? THINK_US : [Math.min(THINK_US[0], most), most];
      return micros(times.int(least, top));
    },
    deal: () => deal((below) => luck.int(0, below - 1)),
    trumpOf: (dealt) => dealt.find(({ property }) => property === TRUMP)?.suit ?? 0,
    choose: (moves) => {
      const pass = moves.findIndex(({ kind }) => kind === 'take' || kind === 'bito');
      if (pass <= 0) return moves[pass === 0 ? 0 : luck.int(0, moves.length - 1)];
      const passes = moves[pass]?.kind === 'take' ? PASSES.take : PASSES.bito;
      return moves[luck.int(0, 99) < passes ? pass : luck.int(0, pass - 1)];
    },
    move: (state) => late().choose(legalMoves(state), state)?.cards,
  } satisfies Partial<DurakFirmware>;
}

function sending(late: Late) {
  return {
    encode: (packet) => written(packet),
    say: (memory, step) => {
      const { encode: encoded } = late();
      if (step === 'hello') return encoded({ type: 'hello' });
      if (step === 'deal') begin(memory, late());
      if (step === 'move' && !moveOn(memory, late())) return undefined;
      return encoded({ type: 'deck', cards: memory.held });
    },
    sent: () => undefined,
    again: ({ bytes }) => bytes,
    repeatWait: () => REPEAT_WAIT,
  } satisfies Partial<DurakFirmware>;
}

/** A board that let a hand or a table side grow too large writes its places all the same. */
function written(packet: Packet): Uint8Array {
  if (packet.type !== 'deck' || packet.cards.every(({ field }) => field >= PLACES.min && field <= PLACES.max))
    return encode(packet);
  return encodeTexts(textsOf(packet.cards));
}

function begin(memory: Memory, { deal: dealt, trumpOf }: DurakFirmware): void {
  const cards = dealt();
  memory.held = cards;
  memory.game = { cards, trump: trumpOf(cards), turn: 1 };
}

function moveOn(memory: Memory, { move }: DurakFirmware): boolean {
  const { game, held } = memory;
  const cards = game === undefined ? undefined : move({ ...game, cards: held });
  if (game === undefined || cards === undefined) return false;
  memory.held = cards;
  memory.game = { cards, trump: game.trump, turn: opponentOf(game.turn) };
  return true;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
