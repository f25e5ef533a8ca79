import fc from 'fast-check';
import { clip, printable, printableLines } from './printable';

describe('printable', () => {
  test.each([
    ['\u001b[31mred', '\\x1B[31mred'],
    ['\u009b2J', '\\x9B2J'],
    ['a\tb\r\nc', 'a\\tb\\r\\nc'],
    ['\u0000\u007f', '\\x00\\x7F'],
    ['abc\u202edef\u2069', 'abc\\u{202E}def\\u{2069}'],
    ['pay\u200bpal\ufeff', 'pay\\u{200B}pal\\u{FEFF}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['\ud800x', '\\u{D800}x'],
    ['\uffff\u{e0041}', '\\u{FFFF}\\u{E0041}'],
    ['撿紅點 東 é 🀄 “–”', '撿紅點 東 é 🀄 “–”'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('leaves no control and no invisible character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u3164]/u);
      }),
    );
    const codes = Array.from({ length: 0x3000 }, (_, code) => code);
    const wrong = codes.filter((code) => {
      const shown = printable(String.fromCodePoint(code));
      return shown === '' || /^[\p{Cc}\p{Cf}]/u.test(shown);
    });
    expect(wrong).toEqual([]);
  });

  test('does not change text of visible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(printable(text)).toBe(text);
      }),
    );
  });

  test('printableLines keeps only line breaks', () => {
    expect(printableLines('a\r\nb\u001b\nc\rd')).toEqual(['a', 'b\\x1B', 'c\\rd']);
  });

  test('clip counts what it omits', () => {
    expect(clip('abcdef', 6)).toBe('abcdef');
    expect(clip('abcdefg', 3)).toBe('abc… (4 characters left out)');
    expect(clip('abcd', 3)).toBe('abc… (1 character left out)');
  });
});
