import { checkCodec, CodecLawError } from '../laws/check-codec';
import { millis } from '../time';
import { codec } from './codec';
import { byLength } from './framing';
import { countedWire } from './testing/counted-wire';
import { countedMessages } from './testing/counted-wire.arbitrary';

const IDLE = millis(50);

describe('checkCodec', () => {
  const good = codec(countedWire(), byLength({ idle: IDLE }));

  test('is content with a good codec', () => {
    checkCodec(good, { messages: countedMessages(), singleBits: true });
  });

  test('names the law that a codec breaks, and the counterexample', () => {
    const bad = { ...good, encode: (message: { data: Uint8Array }) => good.encode(message).reverse() };
    const check = (): void => checkCodec(bad, { messages: countedMessages() });
    expect(check).toThrow(CodecLawError);
    expect(check).toThrow(
      /a message encoded and decoded is the same message[^]*Counterexample: [^]*events: /,
    );
  });

  test('tries the laws after the first one, too', () => {
    const blank = { ...good, fields: () => [] };
    expect(() => checkCodec(blank, { messages: countedMessages() })).toThrow(CodecLawError);
  });
});
