/** Running status, by the MIDI 1.0 specification. */
import fc from 'fast-check';
import { codecLaws } from '../../testing/laws';
import { micros, millis } from '../../time';
import { codec } from '../codec';
import { runningStatus } from '../framing';
import { midi } from '../testing/midi';
import { messages } from '../wire.arbitrary';

const IDLE = millis(20);
const line = codec(midi, runningStatus({ idle: IDLE }));

codecLaws('MIDI', {
  codec: () => line,
  messages: messages(midi),
  longestFrame: line.longest,
  gap: IDLE,
  fieldsCoverAll: true,
});

function read(hex: string): string[] {
  const decoder = line.decoder();
  const events = [
    ...decoder.push(Buffer.from(hex.replaceAll(' ', ''), 'hex'), micros(0)),
    ...decoder.tick(IDLE),
  ];
  return events.map((event) => {
    const raw = Buffer.from(event.raw).toString('hex');
    return event.kind === 'frame' ? `${midi.describe(event.value)}: ${raw}` : `${event.error.code}: ${raw}`;
  });
}

test('a status byte holds until the next; a clock does not end it, a message of the system does', () => {
  expect(read('90 3c 40 3e 41 f8 40 00 80 3c 00 f3 02 3c 00')).toEqual([
    'noteOn status 0x90 note 60 velocity 64: 903c40',
    'noteOn status 0x90 note 62 velocity 65: 3e41',
    'clock: f8',
    'noteOn status 0x90 note 64 velocity 0: 4000',
    'noteOff status 0x80 note 60 velocity 0: 803c00',
    'song 2: f302',
    'framing: 3c00',
  ]);
});

test('bytes before the first status are one reject, and a status ends an unfinished message', () => {
  expect(read('3c 40 90 3c 90 3e 41')).toEqual([
    'framing: 3c40',
    'range: 903c',
    'noteOn status 0x90 note 62 velocity 65: 903e41',
  ]);
});

test('a new decoder goes on after the prelude of another', () => {
  fc.assert(
    fc.property(fc.array(messages(midi), { maxLength: 5 }), (before) => {
      const first = line.decoder();
      for (const message of before) first.push(line.encode(message), micros(0));
      const second = line.decoder();
      if (first.prelude !== undefined) second.push(first.prelude, micros(0));
      const next = Uint8Array.of(1, 2, 0xc0, 3, 4);
      expect(second.push(next, micros(0))).toEqual(first.push(next, micros(0)));
    }),
  );
});
