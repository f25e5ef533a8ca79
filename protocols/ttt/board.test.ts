import fc from 'fast-check';
import { CONVERSATIONS } from './testing/ttt.vectors';
import { TttBench } from './testing/bench';
import { TTT_BOARD, TTT_SERIAL_BOARD, TTT_UDP_BOARD } from './testing/parts';

const KINDS = [TTT_BOARD, TTT_UDP_BOARD, TTT_SERIAL_BOARD];
const GAMES = ['ttt-pve', 'ttt-pvp'] as const;

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('a sound %s', (_name, kind) => {
  test.each(CONVERSATIONS)('$game: $name ($source)', ({ game, lines }) => {
    const words = lines.map((line) => line.split(' → ')[0] ?? '');
    const session = words.map((word) => word.replace(' →', '')).join(' ');
    expect(new TttBench(kind, game).play(session).failures).toEqual([]);
  });

  test.each(GAMES)('%s: any session follows the rules', (game) => {
    const player = fc.constantFrom('a', 'b', 'c', 'd');
    const text = fc.string({ unit: fc.constantFrom(...'0123456780123456789xJQ'), maxLength: 3 });
    const word = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('*1', '*3') },
      { weight: 2, arbitrary: fc.tuple(player, fc.constantFrom('+', '-')).map((two) => two.join('')) },
      { weight: 4, arbitrary: fc.tuple(player, text).map((two) => two.join('')) },
      { weight: 1, arbitrary: fc.constantFrom('!') },
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.integer(), (words, seed) => {
        expect(new TttBench(kind, game, { seed }).play(words.join(' ')).failures).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('the same seed gives the same bytes at the same times, another seed others', () => {
    const transcriptOf = (seed: number): string[] =>
      new TttBench(kind, 'ttt-pve', { seed }).play('a+ *30').transcript;
    expect(transcriptOf(4)).toEqual(transcriptOf(4));
    expect(transcriptOf(4)).not.toEqual(transcriptOf(5));
  });
});

test('tcp: F and S come before the server closes', () => {
  const bench = new TttBench(TTT_BOARD, 'ttt-pvp').play('a+ b+ c+ !');
  expect(bench.transcript.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'a 57',
    'b 50',
    'c 46',
    'c #',
    'a 53',
    'b 53',
    'a #',
    'b #',
  ]);
});

test('after a reset, a server that had ended has no players', () => {
  const defects = ['strangers-empty-datagram-stops'];
  const { transcript } = new TttBench(TTT_UDP_BOARD, 'ttt-pve', { defects }).play('a+ b ! c+');
  expect(transcript.at(-1)).toMatch(/ c 50$/);
});
