/** Durak decks: whole packets against hand-written code and binary-parser, streams against splitting at LF only. */
import { Parser } from 'binary-parser';
import { DelimiterParser } from 'serialport';
import { decodeOnce, DurakDecoder } from '../../protocols/durak/wire/decoder';
import type { CardRecord, Packet } from '../../protocols/durak/wire/packet';
import { DECK_FRAMES, DECK_MASK, decodeBareDeck, isSound } from './durak-baseline';
import { splitChunks } from './shuffle-frames';
import type { Comparison, Contender, Prepared } from '../measure';
import { parserStreamContender, wirejigContender } from './stream-contenders';

const BYTES = Math.round(DECK_FRAMES.reduce((sum, { length }) => sum + length, 0) / DECK_FRAMES.length);

/** The results so far. */
const tally = { fields: 0, bytes: 0 };

function consumePacket(packet: Packet): void {
  if (packet.type === 'deck') tally.fields += packet.cards[35]!.field;
}

function consumeCards(cards: readonly CardRecord[] | null): void {
  if (cards !== null) tally.fields += cards[35]!.field;
}

function decode(frame: Uint8Array): Packet {
  const packet = decodeOnce(frame);
  if (packet === undefined) throw new Error('a good frame is none');
  return packet;
}

const wirejigDecode: Contender = {
  name: 'wirejig',
  work: (count) => {
    for (let i = 0; i < count; i++) consumePacket(decode(DECK_FRAMES[i & DECK_MASK]!));
  },
  answer: () => DECK_FRAMES.map((frame) => plainCards(decode(frame))),
};

function plainCards(packet: Packet): unknown {
  return packet.type === 'deck' ? packet.cards.map((record) => ({ ...record })) : packet;
}

const bareDecode: Contender = {
  name: 'hand-written, bare',
  work: (count) => {
    for (let i = 0; i < count; i++) consumeCards(decodeBareDeck(DECK_FRAMES[i & DECK_MASK]!));
  },
  answer: () => DECK_FRAMES.map((frame) => decodeBareDeck(frame)),
};

/**
 * binary-parser reads no ASCII integers. Its fastest form: a digit is a byte with a formatter, a choice
 * handles a minus and the 1 of 10, separators are skipped unchecked. Reading up to a separator is many times slower, as it
 * makes a view for each byte.
 */
function binaryParser(): Contender {
  const digit = { formatter: (byte: number) => byte - 0x30 };
  const minus = -3;
  const negative = Parser.start().uint8('property', { formatter: (byte: number) => 0x30 - byte });
  const below = Parser.start().uint8('field', { formatter: (byte: number) => 0x30 - byte });
  const ten = Parser.start().buffer('field', {
    readUntil: (byte: number) => byte !== 0x30,
    formatter: ({ length }: Uint8Array) => (length === 0 ? 1 : 10),
  });
  const record = Parser.start()
    .seek(1)
    .uint8('card', digit)
    .seek(1)
    .uint8('suit', digit)
    .seek(1)
    .uint8('color', digit)
    .seek(1)
    .uint8('property', digit)
    .choice({ tag: 'property', choices: { [minus]: negative }, defaultChoice: Parser.start() })
    .seek(1)
    .uint8('field', digit)
    .choice({ tag: 'field', choices: { [minus]: below, 1: ten }, defaultChoice: Parser.start() });
  const parser = Parser.start()
    .uint8('syn', { assert: 0x16 })
    .uint8('type', { assert: 0x31 })
    .uint8('gs', { assert: 0x1d })
    .array('cards', { type: record, length: 36 })
    .uint8('etx', { assert: 0x03 })
    .uint8('lf', { assert: 0x0a });
  const cards = (frame: Uint8Array): readonly CardRecord[] | null => {
    const parsed = parser.parse(frame) as { readonly cards: readonly CardRecord[] };
    return isSound(parsed.cards) ? parsed.cards : null;
  };
  return {
    name: 'binary-parser',
    work: (count) => {
      for (let i = 0; i < count; i++) consumeCards(cards(DECK_FRAMES[i & DECK_MASK]!));
    },
    answer: () => DECK_FRAMES.map(cards),
  };
}

/** `decode` on whole deck packets. */
export function decodeDecks(): Promise<Prepared> {
  const reason = 'ranges, cards named twice and trumps are checked, which the bare decoder leaves out';
  return Promise.resolve({
    comparison: {
      title: `Durak decode: deck packets, ${BYTES} bytes on average, to objects`,
      unit: 'decks',
      contenders: [wirejigDecode, bareDecode, binaryParser()],
      limits: [
        { peer: bareDecode.name, atLeast: 0.4, reason },
        {
          peer: 'binary-parser',
          atLeast: 8,
          reason: 'it steps over digits and separators that wirejig judges one by one',
        },
      ],
    },
  });
}

const PER_PASS = DECK_FRAMES.length;

/**
 * `DurakDecoder` fed in chunks of this many bytes, against splitting the same chunks into lines. The splitter's cost
 * depends on chunks, the decoder's on bytes: the smaller the chunks, the larger the ratio.
 */
export function decodeDeckStream(size: number, place: string): () => Promise<Prepared> {
  return () => {
    const chunks = splitChunks(DECK_FRAMES, size);
    const delimiter = parserStreamContender<Uint8Array>({
      name: 'parser-delimiter, split only',
      make: () => new DelimiterParser({ delimiter: [0x0a], includeDelimiter: true }),
      chunks,
      perPass: PER_PASS,
      read: (line) => line,
      consume: (line) => {
        tally.bytes += line.length;
      },
      toAnswer: decode,
    });
    const comparison: Comparison = {
      title: `Durak streaming decode: ${size}-byte chunks of deck packets, ${place}`,
      unit: 'decks',
      contenders: [wirejigContender(PER_PASS, chunks, new DurakDecoder()), delimiter],
      limits: [
        {
          peer: delimiter.name,
          atLeast: 1.5,
          reason:
            'every byte is judged and read, where the splitter only looks for LF, by a vector instruction',
        },
      ],
      turnMs: 80,
    };
    return Promise.resolve({ comparison });
  };
}
