/** Compares a protocol's catalogue with its wire page, as tests. */
import type { Parameter, Requirement } from '../requirement';

/** `page`: the text of its README.md. */
export function pageLaws(
  page: string,
  requirements: readonly Requirement[],
  parameters: readonly Parameter[],
): void {
  const words = page.replace(/\s+/g, ' ');

  test('the page has every clause of the catalogue word by word, and no other clause', () => {
    const lines = requirements.map(({ id, level, origin, text }) => `- ${id} ${level} ${origin} — ${text}`);
    expect(lines.filter((line) => !words.includes(line))).toEqual([]);
    expect(words.match(/- [A-Z]+(-[A-Z]+)?-\d+ (MUST|SHOULD) /g)).toHaveLength(requirements.length);
  });

  test('the page names every number parameter with its default, and every choice of the others', () => {
    const digits = words.replace(/(?<=\d) (?=\d{3}\b)/g, '');
    const isNamed = ({ name, default: value, choices = [] }: Parameter): boolean =>
      typeof value === 'number'
        ? [String(value), hex(value)].some((text) => digits.includes(`\`${name}\` ${text}`))
        : choices.every((choice) => words.includes(choice));
    expect(parameters.filter((parameter) => !isNamed(parameter))).toEqual([]);
  });
}

function hex(value: number): string {
  return value.toString(16).toUpperCase();
}
