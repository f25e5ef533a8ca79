/** The monitor alone: both boards are scripted, packet by packet. */
import { deal, started, afterMove, type State } from './game/game';
import { encode } from './wire/wire';
import { legalMoves } from './game/moves';
import type { Deck, Packet } from './wire/packet';
import { random } from '../../devices/random';
import type { Side } from '../../devices/tap/tap';
import { millis } from '../time';
import { VerdictLedger } from '../../scenarios/runner/verdict-ledger';
import type { JournalEvent } from '../../scenarios/record';
import { durak } from './durak';
import { DURAK_TAP_MONITOR } from './testing/parts';

const ACK: Packet = { type: 'ack' };
const HELLO: Packet = { type: 'hello' };

/** Two boards on a cable without delay. The time is that of the last line's end. */
class Script {
  now = 0;
  private readonly events: JournalEvent[] = [];
  private readonly ledgers = { a: this.ledger('a'), b: this.ledger('b') };
  readonly monitor = DURAK_TAP_MONITOR.create({
    ledgers: this.ledgers,
    parameters: Object.fromEntries(durak.suite.parameters.map((one) => [one.name, one.default])),
    fresh: true,
    exact: true,
    onMove: () => undefined,
    note: () => undefined,
  });
  state: State;

  constructor(seed = 3) {
    const dice = random(seed);
    this.state = started(deal((below) => dice.int(0, below - 1)));
  }

  /** `side` sends a packet `wait` ms from now. The other board receives it, or `tx` in its place; null: nothing. */
  sends(side: Side, packet: Packet, wait = 1, tx: Packet | null = packet): this {
    this.pass(wait);
    const chunk = (one: Packet, direction: 'tx' | 'rx') => ({
      direction,
      bytes: encode(one),
      notBefore: millis(this.now),
      notAfter: millis(this.now),
      lastNotBefore: millis(this.now),
    });
    this.monitor.rx(side, chunk(packet, 'rx'));
    if (tx !== null) this.monitor.tx(side === 'a' ? 'b' : 'a', chunk(tx, 'tx'));
    return this;
  }

  pass(ms: number): this {
    for (const end = this.now + ms; this.now < end;) {
      this.now = Math.min(end, this.now + 100);
      for (const side of ['a', 'b'] as const) this.monitor.tick(side, millis(this.now));
    }
    return this;
  }

  /** Board b sends hello and deals; both are acknowledged. */
  opened(): this {
    this.sends('b', HELLO, 500).sends('a', ACK);
    return this.sends('b', this.deck, 200).sends('a', ACK);
  }

  get deck(): Packet {
    return { type: 'deck', cards: this.state.cards };
  }

  /** Makes the first legal move of the player on turn. */
  move(): Packet {
    const cards: Deck = legalMoves(this.state)[0]!.cards;
    this.state = afterMove(this.state, cards);
    return this.deck;
  }

  /** The clauses that a board is charged with. */
  charged(side: Side): string[] {
    return this.events.flatMap((event) =>
      event.type === 'check' && event.verdict === 'fail' && event.title.startsWith(`board ${side}`)
        ? [event.requirement]
        : [],
    );
  }

  private ledger(side: string): VerdictLedger {
    const one = new VerdictLedger(
      (event) => this.events.push(event),
      () => millis(this.now),
    );
    one.begin(`durak/tap-${side}`);
    return one;
  }
}

/** b has attacked, a has beaten the card, and both moves are acknowledged: b is on turn. */
function answered(): { script: Script; attack: Packet; defence: Packet } {
  const script = new Script().opened();
  const attack = script.move();
  script.sends('b', attack, 200).sends('a', ACK);
  const defence = script.move();
  script.sends('a', defence, 200).sends('b', ACK);
  return { script, attack, defence };
}

describe('a packet that comes again', () => {
  test('is acknowledged in silence while the own move waits; without an acknowledgement: LK-14', () => {
    const copied = (acknowledge: boolean): readonly string[] => {
      const script = new Script().opened();
      const attack = script.move();
      script.sends('b', attack, 200).sends('a', ACK, 1, null);
      const defence = script.move();
      script.sends('a', defence, 200, null).sends('b', attack, 2800);
      if (acknowledge) script.sends('a', ACK);
      return script.sends('a', defence, 199).sends('b', ACK).pass(7000).charged('a');
    };
    expect(copied(true)).toEqual([]);
    expect(copied(false)).toEqual(['DRK-LK-14']);
  });

  test('after its move was acknowledged, a board may stay silent or send its last state', () => {
    const silent = answered();
    silent.script.sends('b', silent.attack, 500).sends('a', ACK).pass(8000);
    expect(silent.script.charged('a')).toEqual([]);
    const answers = answered();
    answers.script.sends('b', answers.attack, 500).sends('a', ACK);
    answers.script.sends('a', answers.defence, 300).sends('b', ACK).pass(8000);
    expect(answers.script.charged('a')).toEqual([]);
  });

  test('it must not move because of it, nor send another state', () => {
    const { script, attack } = answered();
    script.sends('b', attack, 500).sends('a', ACK);
    script.sends('a', script.move(), 300).sends('b', ACK).pass(4000);
    expect(script.charged('a')).toEqual(['DRK-LK-14']);
  });
});

/** Makes the only move that takes. */
function take(script: Script): Packet {
  const cards = legalMoves(script.state).find(({ kind }) => kind === 'take')!.cards;
  script.state = afterMove(script.state, cards);
  return script.deck;
}

test('a repetition on its way while a move ends the game does not refuse that move', () => {
  const after = (wait: number): readonly string[] => {
    const script = new Script().opened();
    let [attack, taken] = [script.move(), script.deck];
    for (let n = 0; n < 3; n++) {
      script.sends('b', attack, 200);
      script.sends('a', (taken = take(script)), 200).sends('b', ACK);
      attack = script.move();
    }
    script.sends('b', attack, 200).sends('a', taken, 900).sends('b', ACK);
    script.sends('a', take(script), 2090).sends('b', ACK, 1).sends('b', attack, wait);
    return script.pass(8000).charged('b');
  };
  expect(after(9)).toEqual([]);
  expect(after(300)).toContain('DRK-PL-05');
});

describe('errors that the protocol cannot repair', () => {
  const misplaced = ({ cards }: State): Packet => ({
    type: 'deck',
    cards: cards.map((card) => (card.property === 1 && card.field === 1 ? { ...card, field: 9 } : card)),
  });

  test('a deal that became another good packet', () => {
    const script = new Script();
    script.sends('b', HELLO, 500).sends('a', ACK).sends('b', script.deck, 200, misplaced(script.state));
    script.sends('a', ACK).sends('b', script.move(), 200).sends('a', ACK).pass(8000);
    expect(script.monitor.deadlock?.kind).toBe('no-way-out');
    expect(script.monitor.deadlock?.reason).toMatch(/the deal/);
    expect([...script.charged('a'), ...script.charged('b')]).toEqual([]);
    script.monitor.restarted(millis(script.now));
    expect(script.monitor.deadlock).toBeUndefined();
    script.state = new Script(4).state;
    script.opened().sends('b', script.deck, 1000).pass(100);
    expect(script.charged('b')).toEqual(['DRK-LK-08']);
  });

  test('hellos that cross', () => {
    const script = new Script().sends('a', HELLO, 500).sends('b', HELLO).sends('a', ACK).sends('b', ACK);
    expect(script.monitor.deadlock).toMatchObject({ kind: 'no-way-out' });
  });

  test('a move that both boards refuse again and again is a dispute, a few times are none', () => {
    const { script, attack, defence } = answered();
    const refuse = (times: number): void => {
      for (let n = 0; n < times; n++)
        script
          .sends('b', attack, 300)
          .sends('a', ACK)
          .sends('a', defence, 300, misplaced(script.state))
          .sends('b', ACK);
    };
    refuse(5);
    expect(script.monitor.dispute).toBeUndefined();
    refuse(20);
    expect(script.monitor.dispute).toMatch(/time after time/);
  });
});
