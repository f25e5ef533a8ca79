/** Defects of the handshake and the deal: DRK-HS-01 to HS-07, DRK-DL-01 and DL-02. */
import { after, millis, type Micros } from '../../../../protocols/time';
import type { DurakDefect, Memory } from '../firmware';

const STARTS = 'told by several starts against each other, not by what is sent';

/** Says a hello besides, `ms` from now, without waiting for an acknowledgement. */
function helloBesides(hello: Uint8Array, memory: Memory, now: Micros, ms: number): void {
  memory.remarks = [...memory.remarks, { bytes: hello, at: after(now, millis(ms)) }];
}

const HELLO: readonly DurakDefect[] = [
  {
    name: 'hello-at-once',
    breaks: 'DRK-HS-01',
    text: 'The waiting time is scaled from 0: hello may come 10 to 90 ms after power-on.',
    change: (_, { chance }) => ({ helloWait: () => millis(chance.times.int(10, 90)) }),
  },
  {
    name: 'hello-late',
    breaks: 'DRK-HS-01',
    text: 'The waiting time is 10.5 to 16 s.',
    change: (_, { chance }) => ({ helloWait: () => millis(chance.times.int(10_500, 16_000)) }),
  },
  {
    name: 'hello-wait-fixed',
    breaks: 'DRK-HS-02',
    beyondInput: STARTS,
    text: 'The generator is not seeded: hello always comes 4217 ms after power-on.',
    change: () => ({ helloWait: () => millis(4217) }),
  },
  {
    name: 'hello-wait-narrow',
    breaks: 'DRK-HS-02',
    beyondInput: STARTS,
    text: 'The waiting time is 3000 ms and a random number below 90.',
    change: (_, { chance }) => ({ helloWait: () => millis(3000 + chance.times.int(0, 89)) }),
  },
  {
    name: 'hello-as-player-2',
    breaks: 'DRK-HS-03',
    text: 'The own hello is sent although the other’s was heard first.',
    change: (sound) => ({
      hello: (memory, now) => {
        const { helloAt } = memory;
        sound.hello(memory, now);
        memory.helloAt = helloAt;
      },
    }),
  },
  {
    name: 'hello-11s-later',
    breaks: 'DRK-HS-03',
    text: 'A player 2 says hello once after 11 s, as if nothing had been heard.',
    change: (sound) => ({
      hello: (memory, now) => {
        const fresh = memory.role === undefined && memory.helloAt !== undefined;
        sound.hello(memory, now);
        if (fresh) helloBesides(sound.encode({ type: 'hello' }), memory, now, 11_000);
      },
    }),
  },
  {
    name: 'player-2-deals',
    breaks: 'DRK-HS-03',
    text: 'Player 2 deals too, a second after the hello it heard.',
    change: (sound) => ({
      hello: (memory, now) => {
        const fresh = memory.role === undefined && memory.helloAt !== undefined;
        sound.hello(memory, now);
        if (fresh) memory.plan = { step: 'deal', at: after(now, millis(1000)) };
      },
    }),
  },
];

const ROLES: readonly DurakDefect[] = [
  {
    name: 'hello-again',
    breaks: 'DRK-HS-04',
    text: 'An acknowledged hello is sent once more after 5 s.',
    change: (sound) => ({
      ack: (memory, now) => {
        const greeted = memory.role === undefined && memory.unacked?.step === 'hello';
        sound.ack(memory, now);
        if (greeted) helloBesides(sound.encode({ type: 'hello' }), memory, now, 5000);
      },
    }),
  },
  {
    name: 'never-deals',
    breaks: 'DRK-HS-04',
    text: 'Player 1 waits for the other to deal.',
    change: (sound) => ({
      ack: (memory, now) => {
        sound.ack(memory, now);
        if (memory.plan?.step === 'deal') memory.plan = undefined;
      },
    }),
  },
  {
    name: 'deal-late',
    breaks: 'DRK-HS-05',
    text: 'The shuffle is shown on the screen: the deal comes 1.5 s after the acknowledgement.',
    change: (sound) => ({
      wait: (step, memory) => (step === 'deal' ? millis(1500) : sound.wait(step, memory)),
    }),
  },
  {
    name: 'deal-late-repeated-hello',
    breaks: 'DRK-HS-05',
    text: 'Where hello had to be repeated, the deal waits for one more period of it.',
    change: (sound) => ({
      ack: (memory, now) => {
        const late = memory.unacked?.step === 'hello' && memory.unacked.sends > 1;
        sound.ack(memory, now);
        if (late && memory.plan?.step === 'deal')
          memory.plan = { step: 'deal', at: after(now, millis(3000)) };
      },
    }),
  },
  {
    name: 'crossed-hello-ignored',
    breaks: 'DRK-HS-06',
    text: 'Once the own hello is out, the other’s is acknowledged and forgotten: the board goes on asking.',
    change: (sound) => ({
      hello: (memory, now) => {
        if (memory.role === undefined && memory.unacked !== undefined) return;
        sound.hello(memory, now);
      },
    }),
  },
  {
    name: 'crossed-hello-kept',
    breaks: 'DRK-HS-06',
    text: 'After a crossing the board is player 2, but goes on sending its hello.',
    change: (sound) => ({
      hello: (memory, now) => {
        const { unacked, role } = memory;
        sound.hello(memory, now);
        if (role === undefined) memory.unacked = unacked;
      },
    }),
  },
  {
    name: 'late-ack-takes-role',
    breaks: 'DRK-HS-06',
    text: 'After a crossing a late EOT makes the board player 1, and it deals.',
    change: (sound) => {
      let crossed = false;
      return {
        hello: (memory, now) => {
          crossed ||= memory.role === undefined && memory.unacked !== undefined;
          sound.hello(memory, now);
        },
        ack: (memory, now) => {
          if (!crossed || memory.game !== undefined) return sound.ack(memory, now);
          memory.role = 1;
          memory.plan = { step: 'deal', at: after(now, sound.wait('deal', memory)) };
        },
      };
    },
  },
];

const AFTERWARDS: readonly DurakDefect[] = [
  {
    name: 'hello-restarts',
    breaks: 'DRK-HS-07',
    text: 'A hello in a game throws the game away: the board is player 2 and waits for a deal.',
    change: (sound) => ({
      hello: (memory, now) => {
        memory.role = undefined;
        memory.game = undefined;
        memory.plan = undefined;
        memory.lastApplied = undefined;
        sound.hello(memory, now);
      },
    }),
  },
  {
    name: 'hello-answered-by-state',
    breaks: 'DRK-HS-07',
    text: 'A hello on the other’s turn is answered with the last state, as an illegal move is.',
    change: (sound) => ({
      hello: (memory, now) => {
        const { role, game, plan, unacked } = memory;
        sound.hello(memory, now);
        if (game === undefined || game.turn === role || plan !== undefined || unacked !== undefined) return;
        memory.plan = { step: 'answer', at: after(now, sound.wait('answer', memory)) };
      },
    }),
  },
  {
    name: 'hello-mid-game-silent',
    breaks: 'DRK-HS-07',
    text: 'A hello after the handshake is not acknowledged.',
    change: (sound) => ({
      acks: (event, memory) =>
        event.kind === 'frame' && event.value.type === 'hello' && memory.role !== undefined
          ? []
          : sound.acks(event, memory),
    }),
  },
  {
    name: 'early-deck-settles',
    breaks: 'DRK-HS-07',
    text: 'A deal heard before a role is settled makes the board player 2.',
    change: (sound) => ({
      deck: (memory, frame, now) => {
        if (memory.role === undefined && sound.isDeal(frame.value.cards)) sound.hello(memory, now);
        sound.deck(memory, frame, now);
      },
    }),
  },
  {
    name: 'first-deck-any',
    breaks: 'DRK-HS-07',
    text: 'Player 2 takes any deck for a deal as its first.',
    change: () => ({ isDeal: () => true }),
  },
  {
    name: 'second-deal-applied',
    breaks: 'DRK-HS-07',
    text: 'A second deal starts the game anew.',
    change: (sound) => ({
      deck: (memory, frame, now) => {
        const { cards } = frame.value;
        if (memory.role === 2 && sound.isDeal(cards) && !sound.known(memory, frame.raw))
          memory.game = undefined;
        sound.deck(memory, frame, now);
      },
    }),
  },
];

export const HANDSHAKE_DEFECTS: readonly DurakDefect[] = [...HELLO, ...ROLES, ...AFTERWARDS];
