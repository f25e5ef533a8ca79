import fc from 'fast-check';
import { checkCodec, CodecLawError } from '../laws/check-codec';
import { millis } from '../time';
import { codec } from './codec';
import { list, u16be, u16le, u8 } from './field';
import { byLength, cobs, startByte } from './framing';
import { crc16modbus } from './sums';
import { countedWire } from './testing/counted-wire';
import { countedMessages } from './testing/counted-wire.arbitrary';
import { wire } from './wire';

const IDLE = millis(50);

describe('checkCodec', () => {
  const good = codec(countedWire(), byLength({ idle: IDLE }));

  test('is content with a good codec', () => {
    checkCodec(good, { messages: countedMessages(), singleBits: true });
  });

  test('is content with a described wire', () => {
    const described = wire({
      head: { unit: u8() },
      tag: { function: u8() },
      forms: {
        read: [3, { address: u16be(), count: u16be({ max: 125 }) }],
        set: [6, { values: list(u16le(), { count: u8(), most: 5 }) }],
      },
      sum: crc16modbus,
    });
    const unit = fc.integer({ min: 0, max: 255 });
    const word = fc.integer({ min: 0, max: 0xffff });
    const messages = fc.oneof(
      fc.record({
        type: fc.constant('read' as const),
        unit,
        address: word,
        count: fc.integer({ min: 0, max: 125 }),
      }),
      fc.record({ type: fc.constant('set' as const), unit, values: fc.array(word, { maxLength: 5 }) }),
    );
    for (const framing of [startByte([0xaa, 0x55], { idle: IDLE }), cobs()])
      checkCodec(codec(described, framing), { messages });
  });

  test('names the law that a codec breaks, and the counterexample', () => {
    const bad = { ...good, encode: (message: { data: Uint8Array }) => good.encode(message).reverse() };
    const check = (): void => checkCodec(bad, { messages: countedMessages() });
    expect(check).toThrow(CodecLawError);
    expect(check).toThrow(
      /a message encoded and decoded is the same message[^]*Counterexample: [^]*events: /,
    );
  });
});
