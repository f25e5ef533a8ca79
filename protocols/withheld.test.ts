import { micros, millis } from './time';
import { codec } from './wire/codec';
import { byLength, lines } from './wire/framing';
import { hexSum, xor8 } from './wire/sums';
import { literal, u16be, u8 } from './wire/field';
import { wire, type Messages } from './wire/wire';
import { SendGuard, withholderOf, type NeverOptions } from './withheld';

const texts = codec(
  wire({ forms: { go: { is: literal('go') }, ask: { is: literal('ask') } } }),
  lines({ end: 'lf', idle: millis(50) }),
);
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const guard = (allow = ''): SendGuard | undefined => {
  const withholds = withholderOf(
    {
      motion: { text: 'moves it', message: ({ type }) => type === 'go' },
      reset: { text: 'resets it', bytes: [[0x18]] },
    },
    { allow },
    () => texts,
  );
  return withholds && new SendGuard(withholds);
};

test.each<[string, readonly string[], readonly boolean[]]>([
  ['a message', ['ask\n', 'go\n', 'ask\n'], [true, false, true]],
  ['a message among others', ['ask\ngo\n'], [false]],
  ['a message in pieces: its end', ['g', 'o', '\n', '\n'], [true, true, false, false]],
  ['a message behind noise', ['\u0001\u0002go\n'], [false]],
  ['bytes within a message', ['a\u0018sk\n', 'ask\n'], [false, true]],
])('%s is withheld', (_what, written, expected) => {
  const one = guard();
  expect(written.map((text) => one?.lets('main', bytes(text), micros(0)))).toEqual(expected);
});

test('a message with a wrong sum is withheld, too: a board may not look at it', () => {
  const summed = codec(
    wire({
      forms: { go: { is: literal('go') }, ask: { is: literal('ask') } },
      sum: hexSum(xor8(), { after: '*' }),
    }),
    lines({ start: 0x24, end: 'lf', idle: millis(50) }),
  );
  const never = { motion: { text: 'moves it', message: ({ type }: { type: string }) => type === 'go' } };
  const withholds = withholderOf(never, {}, () => summed);
  expect(
    ['$go*08\n', '$go*18\n', '..$go*00\n', '$ask*00\n'].map((text) => withholds?.('main', bytes(text))),
  ).toEqual(['motion, which moves it', 'motion, which moves it', 'motion, which moves it', undefined]);
});

test.each<[string, readonly (readonly [ms: number, hex: string])[], readonly boolean[]]>([
  [
    'good messages do not begin a withheld one',
    [
      [0, '02000002'],
      [9, '0101'],
      [18, '0101'],
    ],
    [true, true, true],
  ],
  [
    'a right sum, wherever it begins',
    [
      [0, '02000002'],
      [9, '0101'],
      [18, '02'],
    ],
    [true, true, false],
  ],
  [
    'a wrong sum in pieces',
    [
      [0, '0209'],
      [9, 'c400'],
      [18, '0101'],
    ],
    [true, false, false],
  ],
  [
    'its sum missing, and a pause',
    [
      [0, '0209c4'],
      [9, '01'],
      [2000, '0101'],
    ],
    [true, false, true],
  ],
])('of a frame by its length: %s', (_what, written, expected) => {
  const target = u16be();
  const side = wire({ tag: { command: u8() }, forms: { read: [1, {}], set: [2, { target }] }, sum: xor8() });
  const oven = codec(side, byLength({ idle: millis(50) }));
  const heat: NeverOptions<Messages<typeof side>> = {
    heat: { text: 'heats it', message: (one) => one.type === 'set' && one.target > 200 },
  };
  const withholds = withholderOf(heat, {}, () => oven);
  const one = withholds && new SendGuard(withholds);
  const sent = written.map(([ms, hex]) => one?.lets('main', Buffer.from(hex, 'hex'), millis(ms)));
  expect(sent).toEqual(expected);
});

test('each link is on its own', () => {
  const one = guard();
  expect(['a', 'b'].map((link, at) => one?.lets(link, bytes(at === 0 ? 'go' : '\n'), micros(0)))).toEqual([
    true,
    true,
  ]);
});

test('what is allowed is sent, and where all is allowed there is no guard', () => {
  const one = guard('motion');
  expect(['go\n', '\u0018'].map((text) => one?.lets('main', bytes(text), micros(0)))).toEqual([true, false]);
  expect([...(one?.reasons ?? [])]).toEqual(['reset, which resets it']);
  expect(guard('motion,reset')).toBeUndefined();
  expect(guard('all')).toBeUndefined();
});
