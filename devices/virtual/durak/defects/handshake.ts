/** Defects of the handshake and the deal: DRK-HS-01 to HS-07, DRK-DL-01 and DL-02. */
import { after, millis, type Micros } from '../../../../protocols/time';
import type { DurakDefects, Memory } from '../firmware';

const STARTS_ONLY = 'only a comparison of several starts shows it, and a start is no input';

/** Sends one more hello in `ms`, without waiting for an acknowledgement. */
function addHello(hello: Uint8Array, memory: Memory, now: Micros, ms: number): void {
  memory.unsolicited = [...memory.unsolicited, { bytes: hello, at: after(now, millis(ms)) }];
}

const HELLO: DurakDefects = {
  'hello-at-once': {
    breaks: 'DRK-HS-01',
    text: 'The waiting time is scaled from 0: hello may come 10 to 90 ms after power-on.',
    change: (_, { random }) => ({ helloWait: () => millis(random.times.int(10, 90)) }),
  },
  'hello-late': {
    breaks: 'DRK-HS-01',
    text: 'The waiting time is 10.5 to 16 s.',
    change: (_, { random }) => ({ helloWait: () => millis(random.times.int(10_500, 16_000)) }),
  },
  'hello-wait-fixed': {
    breaks: 'DRK-HS-02',
    beyondInput: STARTS_ONLY,
    text: 'The generator is not seeded: hello always comes 4217 ms after power-on.',
    change: () => ({ helloWait: () => millis(4217) }),
  },
  'hello-wait-narrow': {
    breaks: 'DRK-HS-02',
    beyondInput: STARTS_ONLY,
    text: 'The waiting time is 3000 ms and a random number below 90.',
    change: (_, { random }) => ({ helloWait: () => millis(3000 + random.times.int(0, 89)) }),
  },
  'hello-as-player-2': {
    breaks: 'DRK-HS-03',
    text: 'The own hello is sent although the other’s came first.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        const { helloAt } = memory;
        sound.handleHello(memory, now);
        memory.helloAt = helloAt;
      },
    }),
  },
  'hello-11s-later': {
    breaks: 'DRK-HS-03',
    text: 'A player 2 sends hello once after 11 s, as if it had received nothing.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        const fresh = memory.role === undefined && memory.helloAt !== undefined;
        sound.handleHello(memory, now);
        if (fresh) addHello(sound.encode({ type: 'hello' }), memory, now, 11_000);
      },
    }),
  },
  'player-2-deals': {
    breaks: 'DRK-HS-03',
    text: 'Player 2 deals too, a second after the other’s hello.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        const fresh = memory.role === undefined && memory.helloAt !== undefined;
        sound.handleHello(memory, now);
        if (fresh) memory.plan = { step: 'deal', at: after(now, millis(1000)) };
      },
    }),
  },
};

const ROLES: DurakDefects = {
  'hello-again': {
    breaks: 'DRK-HS-04',
    text: 'An acknowledged hello is sent once more after 5 s.',
    change: (sound) => ({
      handleAck: (memory, now) => {
        const greeted = memory.role === undefined && memory.unacked?.step === 'hello';
        sound.handleAck(memory, now);
        if (greeted) addHello(sound.encode({ type: 'hello' }), memory, now, 5000);
      },
    }),
  },
  'never-deals': {
    breaks: 'DRK-HS-04',
    text: 'Player 1 waits for the other to deal.',
    change: (sound) => ({
      handleAck: (memory, now) => {
        sound.handleAck(memory, now);
        if (memory.plan?.step === 'deal') memory.plan = undefined;
      },
    }),
  },
  'deal-late': {
    breaks: 'DRK-HS-05',
    text: 'The shuffle is shown on the screen: the deal comes 1.5 s after the acknowledgement.',
    change: (sound) => ({
      thinkTime: (step, memory) => (step === 'deal' ? millis(1500) : sound.thinkTime(step, memory)),
    }),
  },
  'deal-late-repeated-hello': {
    breaks: 'DRK-HS-05',
    text: 'Where hello had to be repeated, the deal waits for one more period of it.',
    change: (sound) => ({
      handleAck: (memory, now) => {
        const late = memory.unacked?.step === 'hello' && memory.unacked.sends > 1;
        sound.handleAck(memory, now);
        if (late && memory.plan?.step === 'deal')
          memory.plan = { step: 'deal', at: after(now, millis(3000)) };
      },
    }),
  },
  'crossed-hello-ignored': {
    breaks: 'DRK-HS-06',
    text: 'Once the own hello is out, the other’s is acknowledged and forgotten: the board goes on asking.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        if (memory.role === undefined && memory.unacked !== undefined) return;
        sound.handleHello(memory, now);
      },
    }),
  },
  'crossed-hello-kept': {
    breaks: 'DRK-HS-06',
    text: 'After a crossing the board is player 2, but goes on sending its hello.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        const { unacked, role } = memory;
        sound.handleHello(memory, now);
        if (role === undefined) memory.unacked = unacked;
      },
    }),
  },
  'late-ack-takes-role': {
    breaks: 'DRK-HS-06',
    text: 'After a crossing a late EOT makes the board player 1, and it deals.',
    change: (sound) => {
      let crossed = false;
      return {
        handleHello: (memory, now) => {
          crossed ||= memory.role === undefined && memory.unacked !== undefined;
          sound.handleHello(memory, now);
        },
        handleAck: (memory, now) => {
          if (!crossed || memory.game !== undefined) return sound.handleAck(memory, now);
          memory.role = 1;
          memory.plan = { step: 'deal', at: after(now, sound.thinkTime('deal', memory)) };
        },
      };
    },
  },
};

const AFTERWARDS: DurakDefects = {
  'hello-restarts': {
    breaks: 'DRK-HS-07',
    text: 'A hello in a game throws the game away: the board is player 2 and waits for a deal.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        memory.role = undefined;
        memory.game = undefined;
        memory.plan = undefined;
        memory.lastApplied = undefined;
        sound.handleHello(memory, now);
      },
    }),
  },
  'hello-answered-by-state': {
    breaks: 'DRK-HS-07',
    text: 'A hello on the other’s turn is answered with the last state, as an illegal move is.',
    change: (sound) => ({
      handleHello: (memory, now) => {
        const { role, game, plan, unacked } = memory;
        sound.handleHello(memory, now);
        if (game === undefined || game.turn === role || plan !== undefined || unacked !== undefined) return;
        memory.plan = { step: 'answer', at: after(now, sound.thinkTime('answer', memory)) };
      },
    }),
  },
  'hello-mid-game-silent': {
    breaks: 'DRK-HS-07',
    text: 'A hello after the handshake is not acknowledged.',
    change: (sound) => ({
      acknowledge: (event, memory) =>
        event.kind === 'frame' && event.value.type === 'hello' && memory.role !== undefined
          ? []
          : sound.acknowledge(event, memory),
    }),
  },
  'early-deck-settles': {
    breaks: 'DRK-HS-07',
    text: 'A deal that comes before the roles are settled makes the board player 2.',
    change: (sound) => ({
      handleDeck: (memory, frame, now) => {
        if (memory.role === undefined && sound.isDeal(frame.value.cards)) sound.handleHello(memory, now);
        sound.handleDeck(memory, frame, now);
      },
    }),
  },
  'first-deck-any': {
    breaks: 'DRK-HS-07',
    text: 'Player 2 takes any deck for a deal as its first.',
    change: () => ({ isDeal: () => true }),
  },
  'second-deal-applied': {
    breaks: 'DRK-HS-07',
    text: 'A second deal starts the game anew.',
    change: (sound) => ({
      handleDeck: (memory, frame, now) => {
        const { cards } = frame.value;
        if (memory.role === 2 && sound.isDeal(cards) && !sound.isRepeated(memory, frame.raw))
          memory.game = undefined;
        sound.handleDeck(memory, frame, now);
      },
    }),
  },
};

export const HANDSHAKE_DEFECTS: DurakDefects = { ...HELLO, ...ROLES, ...AFTERWARDS };
