import { joinConsoleChunks } from './console-chunks';

test('chunks of console text in close sequence are one exchange', () => {
  const piece = (hex: string, at: number, link = 'main') => ({
    link,
    direction: 'rx' as const,
    notBefore: at,
    notAfter: at + 900,
    hex,
    fields: [{ name: 'text', offset: 0, length: hex.length / 2, value: '?' }],
  });
  const parts = joinConsoleChunks([
    piece('e299', 0),
    piece('a032', 1000),
    piece('33', 2000, 'other'),
    piece('34', 9000, 'other'),
  ]);
  expect(parts.map(({ hex, notBefore, notAfter }) => [hex, notBefore, notAfter])).toEqual([
    ['e299a032', 0, 1900],
    ['33', 2000, 2900],
    ['34', 9000, 9900],
  ]);
  expect(parts[0]?.fields).toEqual([{ name: 'text', offset: 0, length: 4, value: '♠2' }]);
});
