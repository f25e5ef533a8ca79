/** Defects of acknowledgements and their times: DRK-LK-01 to LK-04, LK-14. */
import { opponentOf } from '../game/game';
import { judge } from '../game/judge';
import { EOT, LF } from '../wire/packet';
import { waitingOf } from '../state';
import {
  deckOf,
  isAck,
  ms,
  onAck,
  onRuling,
  SURPLUS_ACK,
  withoutSend,
  withSends,
  type DurakDefects,
} from './hooks';

/** Bytes of a deck with 30 cards in the stock, out of play or on the table. */
const LONG_DECK = 395;

export const ACK_DEFECTS: DurakDefects = {
  'ack-twice': {
    breaks: 'DRK-LK-01',
    text: 'A deck is acknowledged by the receiver and once more by the game, 5 ms later.',
    change: onAck((ack, event) => (deckOf(event) ? [ack, { ...SURPLUS_ACK, usual: ms(7) }] : [ack])),
  },
  'ack-with-cr': {
    breaks: 'DRK-LK-01',
    text: 'The acknowledgement is printed as a line of text: 04 0D 0A.',
    change: onAck((ack) => [{ ...ack, make: () => ({ type: 'raw', bytes: Uint8Array.of(EOT, 0x0d, LF) }) }]),
  },
  'ack-missing-long-deck': {
    breaks: 'DRK-LK-01',
    text: `A deck packet of more than ${LONG_DECK} bytes, late in a game, is obeyed without an acknowledgement.`,
    change: onAck((ack, { raw }) => (raw.length > LONG_DECK ? [] : [ack])),
  },
  'ack-late': {
    breaks: 'DRK-LK-02',
    text: 'Acknowledgements come a fifth later than allowed.',
    change: onAck((ack, _event, _state, { p }) => [{ ...ack, usual: ms(1.2 * p.ackMs) }]),
  },
  'ack-late-take': {
    breaks: 'DRK-LK-02',
    text: 'A take is acknowledged only when all cards are drawn anew on the screen: a fifth later than allowed.',
    change: onAck((ack, event, { game, role }, { p }) => {
      const cards = deckOf(event);
      if (game === undefined || game.turn === role || cards === undefined) return [ack];
      const judged = judge(game, cards);
      return judged.legal && judged.move.kind === 'take' ? [{ ...ack, usual: ms(1.2 * p.ackMs) }] : [ack];
    }),
  },
  'ack-400ms': {
    breaks: 'DRK-LK-03',
    text: 'Acknowledgements wait for the next screen refresh: 400 ms.',
    change: onAck((ack) => [{ ...ack, usual: ms(400) }]),
  },
  'ack-slow-first-deck': {
    breaks: 'DRK-LK-03',
    text: 'The first deck is acknowledged only when the table is drawn: after 300 ms.',
    change: onAck((ack, event, { game }) =>
      deckOf(event) && game === undefined ? [{ ...ack, usual: ms(300) }] : [ack],
    ),
  },
  'acks-acks': {
    breaks: 'DRK-LK-04',
    text: 'Every good line is acknowledged, acknowledgements too.',
    change: onRuling((ruling, event) => (isAck(event) ? withSends(ruling, SURPLUS_ACK) : ruling)),
  },
  'acks-stale-acks': {
    breaks: 'DRK-LK-04',
    text: 'An acknowledgement that no packet waits for is taken for a packet, and acknowledged.',
    change: onRuling((ruling, event, state) =>
      isAck(event) && waitingOf(state) === undefined ? withSends(ruling, SURPLUS_ACK) : ruling,
    ),
  },
  'repeated-applied-again': {
    breaks: 'DRK-LK-14',
    text: 'A packet that was applied and comes again is applied again: the state goes back to it, and it is the board’s turn.',
    change: (sound) => {
      let isAnyLegal = false;
      return {
        isLegal: (game, cards) => isAnyLegal || sound.isLegal(game, cards),
        rules: (event, state) => {
          const { game, role } = state;
          if (
            game === undefined ||
            role === undefined ||
            deckOf(event) === undefined ||
            !isAgain(event, state)
          )
            return sound.rules(event, state);
          isAnyLegal = true;
          const turn = opponentOf(role);
          const ruling = sound.rules(event, { ...state, applied: undefined, game: { ...game, turn } });
          isAnyLegal = false;
          return ruling;
        },
      };
    },
  },
  'repeated-unacked': {
    breaks: 'DRK-LK-14',
    text: 'A packet that was applied and comes again is dropped without an acknowledgement.',
    change: onAck((ack, event, state) => (isAgain(event, state) ? [] : [ack])),
  },
  'refused-once': {
    breaks: 'DRK-LK-14',
    text: 'A packet is compared with the last one received, not the last applied: a refused one sent again gets no answer.',
    change: onRuling((ruling, event, { notes }) => {
      const { lastDeck } = notes;
      const isLast =
        deckOf(event) && event.kind === 'message' && lastDeck && Buffer.compare(event.raw, lastDeck) === 0;
      if (isLast !== true || ruling.state?.plan !== 'answer') return ruling;
      return { ...withoutSend(ruling, 'answer'), state: { ...ruling.state, plan: undefined } };
    }),
  },
  'repeated-ends-turn': {
    breaks: 'DRK-LK-14',
    text: 'A packet repeated for a lost acknowledgement passes the turn back before the board has moved.',
    change: onRuling((ruling, event, state) => {
      const { game, role } = state;
      if (game === undefined || role === undefined || game.turn !== role || !isAgain(event, state))
        return ruling;
      const next = { ...(ruling.state ?? state), plan: undefined, game: { ...game, turn: opponentOf(role) } };
      return { ...ruling, state: next, cancels: ['own'] };
    }),
  },
};

function isAgain(
  event: Parameters<typeof deckOf>[0],
  { applied }: { readonly applied: { readonly key: string } | undefined },
): boolean {
  return event.kind === 'message' && Buffer.from(event.raw).toString('latin1') === applied?.key;
}
