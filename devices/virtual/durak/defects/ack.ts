/** Defects of acknowledgements and their times: DRK-LK-01 to LK-04, LK-14. */
import { judge } from '../../../../protocols/durak/judge';
import { EOT, LF } from '../../../../protocols/durak/packet';
import { after, micros, millis } from '../../../../protocols/time';
import { opponentOf } from '../../../../protocols/durak/rules';
import type { DurakDefects } from '../firmware';
import { acknowledgement, onAcks } from '../hooks';

/** Bytes of a deck with 30 cards in the stock, out of play or on the table. */
const LONG_DECK = 395;

export const ACK_DEFECTS: DurakDefects = {
  'ack-twice': {
    breaks: 'DRK-LK-01',
    text: 'A deck is acknowledged by the receiver and once more by the game, 5 ms later.',
    change: onAcks((replies, { value }) =>
      value.type === 'deck'
        ? replies.flatMap(({ bytes, wait }) => [
            { bytes, wait },
            { bytes, wait: after(wait, millis(5)) },
          ])
        : replies,
    ),
  },
  'ack-with-cr': {
    breaks: 'DRK-LK-01',
    text: 'The acknowledgement is printed as a line of text: 04 0D 0A.',
    change: onAcks((replies) => replies.map(({ wait }) => ({ bytes: Uint8Array.of(EOT, 0x0d, LF), wait }))),
  },
  'ack-missing-long-deck': {
    breaks: 'DRK-LK-01',
    text: `A deck packet of more than ${LONG_DECK} bytes, late in a game, is obeyed without an acknowledgement.`,
    change: onAcks((replies, { raw }) => (raw.length > LONG_DECK ? [] : replies)),
  },
  'ack-late': {
    breaks: 'DRK-LK-02',
    text: 'Acknowledgements come a fifth later than allowed.',
    change: (sound, context) =>
      onAcks((replies) => replies.map(({ bytes }) => ({ bytes, wait: micros(1.2 * context.profile.ack) })))(
        sound,
        context,
      ),
  },
  'ack-late-take': {
    breaks: 'DRK-LK-02',
    text: 'A take is acknowledged only when all cards are drawn anew on the screen: a fifth later than allowed.',
    change: (sound, { profile }) => ({
      acknowledge: (event, memory) => {
        const replies = sound.acknowledge(event, memory);
        const { game, role } = memory;
        if (game === undefined || game.turn === role) return replies;
        if (event.kind !== 'frame' || event.value.type !== 'deck') return replies;
        const judged = judge(game, event.value.cards);
        if (!judged.legal || judged.move.kind !== 'take') return replies;
        return replies.map(({ bytes }) => ({ bytes, wait: micros(1.2 * profile.ack) }));
      },
    }),
  },
  'ack-400ms': {
    breaks: 'DRK-LK-03',
    text: 'Acknowledgements wait for the next screen refresh: 400 ms.',
    change: onAcks((replies) => replies.map(({ bytes }) => ({ bytes, wait: millis(400) }))),
  },
  'ack-slow-first-deck': {
    breaks: 'DRK-LK-03',
    text: 'The first deck is acknowledged only when the table is drawn: after 300 ms.',
    change: onAcks((replies, { value }, { game }) =>
      value.type === 'deck' && game === undefined
        ? replies.map(({ bytes }) => ({ bytes, wait: millis(300) }))
        : replies,
    ),
  },
  'acks-acks': {
    breaks: 'DRK-LK-04',
    text: 'Every good line is acknowledged, acknowledgements too.',
    change: (sound) => ({
      acknowledge: (event, memory) =>
        event.kind === 'frame' && event.value.type === 'ack'
          ? acknowledgement(sound, memory)
          : sound.acknowledge(event, memory),
    }),
  },
  'acks-stale-acks': {
    breaks: 'DRK-LK-04',
    text: 'An acknowledgement that no packet waits for is taken for a packet, and acknowledged.',
    change: (sound) => ({
      acknowledge: (event, memory) =>
        event.kind === 'frame' && event.value.type === 'ack' && memory.unacked === undefined
          ? acknowledgement(sound, memory)
          : sound.acknowledge(event, memory),
    }),
  },
  'repeated-applied-again': {
    breaks: 'DRK-LK-14',
    text: 'A packet that was applied and comes again is applied again: the state goes back to it, and it is the board’s turn.',
    change: (sound) => ({
      handleDeck: (memory, frame, now) => {
        const { game, role } = memory;
        if (game === undefined || role === undefined || !sound.isRepeated(memory, frame.raw))
          return sound.handleDeck(memory, frame, now);
        sound.applyDeck(memory, frame, { ...game, cards: frame.value.cards, turn: role }, now);
      },
    }),
  },
  'repeated-unacked': {
    breaks: 'DRK-LK-14',
    text: 'A packet that was applied and comes again is dropped without an acknowledgement.',
    change: (sound) => ({
      acknowledge: (event, memory) =>
        event.kind === 'frame' && event.value.type === 'deck' && sound.isRepeated(memory, event.raw)
          ? []
          : sound.acknowledge(event, memory),
    }),
  },
  'refused-once': {
    breaks: 'DRK-LK-14',
    text: 'A packet is compared with the last one received, not the last applied: a refused one sent again gets no answer.',
    change: (sound) => {
      let refused: string | undefined;
      return {
        refuseDeck: (memory, frame, now) => {
          const text = frame.raw.join();
          if (refused !== text) sound.refuseDeck(memory, frame, now);
          refused = text;
        },
      };
    },
  },
  'repeated-ends-turn': {
    breaks: 'DRK-LK-14',
    text: 'A packet repeated for a lost acknowledgement passes the turn back before the board has moved.',
    change: (sound) => ({
      handleDeck: (memory, frame, now) => {
        const { game, role } = memory;
        const again = game !== undefined && game.turn === role && sound.isRepeated(memory, frame.raw);
        if (!again || role === undefined) return sound.handleDeck(memory, frame, now);
        memory.game = { ...game, turn: opponentOf(role) };
        memory.plan = undefined;
      },
    }),
  },
};
