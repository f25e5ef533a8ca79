/** Defects of repetitions and of received acknowledgements: DRK-LK-07 to LK-09. */
import { decode } from '../../../../protocols/durak/durak';
import { ETX } from '../../../../protocols/durak/packet';
import { handOf } from '../../../../protocols/durak/rules';
import { millis, type Micros } from '../../../../protocols/time';
import type { DurakDefect, DurakDefects, DurakFirmware, Unacked } from '../firmware';
import { changeRecords, acceptEarlyAck, encodeUnchecked } from '../hooks';

function onRepeatWait(
  change: (step: Unacked['step'], sends: number) => Micros | undefined,
): DurakDefect['change'] {
  return () => ({ repeatWait: change });
}

const SOUND = millis(3000);

const REPEATING: DurakDefects = {
  'repeat-never': {
    breaks: 'DRK-LK-07',
    text: 'A deck that is not acknowledged is not sent again.',
    change: onRepeatWait((step) => (step === 'hello' ? SOUND : undefined)),
  },
  'repeat-twice-only': {
    breaks: 'DRK-LK-07',
    text: 'A packet is given up after two repetitions.',
    change: onRepeatWait((_, sends) => (sends > 2 ? undefined : SOUND)),
  },
  'repeat-four-times-only': {
    breaks: 'DRK-LK-07',
    text: 'A packet is given up after four repetitions.',
    change: onRepeatWait((_, sends) => (sends > 4 ? undefined : SOUND)),
  },
  'repeat-slow': {
    breaks: 'DRK-LK-07',
    text: 'A packet is sent again only after 5 s.',
    change: onRepeatWait(() => millis(5000)),
  },
  'repeat-hasty': {
    breaks: 'DRK-LK-07',
    text: 'A packet is sent again after 1.5 s already.',
    change: onRepeatWait(() => millis(1500)),
  },
  'repeat-backs-off': {
    breaks: 'DRK-LK-07',
    text: 'Each repetition waits a quarter longer than the one before.',
    change: onRepeatWait((_, sends) => millis(3000 * 1.25 ** (sends - 1))),
  },
  'hello-not-repeated': {
    breaks: 'DRK-LK-07',
    text: 'Hello is sent once and never again.',
    change: onRepeatWait((step) => (step === 'hello' ? undefined : SOUND)),
  },
  'repeat-loses-etx': {
    breaks: 'DRK-LK-07',
    text: 'From the second repetition on the ETX, overwritten in the shared buffer, is a zero.',
    change: (sound) => ({
      repeatBytes: (unacked) => {
        const bytes = sound.repeatBytes(unacked);
        return unacked.sends < 3 ? bytes : bytes.map((byte) => (byte === ETX ? 0 : byte));
      },
    }),
  },
  'repeat-renumbered': {
    breaks: 'DRK-LK-07',
    text: 'A deck is composed anew for its repetition, and two cards of the own hand have changed places.',
    change: (sound) => ({
      repeatBytes: (unacked) => renumberPlaces(sound.repeatBytes(unacked)),
    }),
  },
};

const ACKNOWLEDGED: DurakDefects = {
  'repeat-once-more': {
    breaks: 'DRK-LK-08',
    text: 'The timer of an acknowledged deck is not stopped: the deck is sent once more.',
    change: onAck((unacked, memory) => {
      if (unacked.step !== 'hello' && unacked.due !== undefined)
        memory.unsolicited = [...memory.unsolicited, { bytes: unacked.bytes, at: unacked.due }];
    }),
  },
  'late-ack-repeats': {
    breaks: 'DRK-LK-08',
    text: 'An acknowledgement that comes after a repetition counts for the first copy only: the deck is sent once more.',
    change: onAck((unacked, memory) => {
      if (unacked.step !== 'hello' && unacked.sends > 1 && unacked.due !== undefined)
        memory.unsolicited = [...memory.unsolicited, { bytes: unacked.bytes, at: unacked.due }];
    }),
  },
  'stale-ack-hello': {
    breaks: 'DRK-LK-09',
    text: 'An EOT that comes before the own hello acknowledges it.',
    change: (sound) => acceptEarlyAck(sound, (_, step) => step === 'hello'),
  },
  'stale-ack-move': {
    breaks: 'DRK-LK-09',
    text: 'An EOT that comes before the own move acknowledges it: the move is sent only once.',
    change: (sound) => acceptEarlyAck(sound, (_, step) => step === 'move'),
  },
  'move-no-ack': {
    breaks: 'DRK-LK-09',
    text: 'A legal move does not stop the repetition of the packet it answers: only EOT does.',
    change: (sound) => ({
      applyDeck: (memory, frame, game, now) => {
        const { unacked } = memory;
        sound.applyDeck(memory, frame, game, now);
        memory.unacked = unacked;
      },
    }),
  },
};

export const REPEAT_DEFECTS: DurakDefects = { ...REPEATING, ...ACKNOWLEDGED };

function onAck(
  change: (unacked: Unacked, memory: Parameters<DurakFirmware['handleAck']>[0]) => void,
): DurakDefect['change'] {
  return (sound) => ({
    handleAck: (memory, now) => {
      const { unacked } = memory;
      sound.handleAck(memory, now);
      if (unacked !== undefined) change(unacked, memory);
    },
  });
}

function renumberPlaces(bytes: Uint8Array): Uint8Array {
  const packet = decode(bytes);
  if (packet.type !== 'deck') return bytes;
  const { cards } = packet;
  const [a, b] = handOf(cards, 1).length > 1 ? handOf(cards, 1) : handOf(cards, 2);
  if (a === undefined || b === undefined) return bytes;
  const places = new Map([
    [a, { field: cards[b]?.field ?? 0 }],
    [b, { field: cards[a]?.field ?? 0 }],
  ]);
  return encodeUnchecked(changeRecords(cards, places));
}
