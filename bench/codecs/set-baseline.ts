/** Handwritten Set: a solver that tries every three cards, and a log reader with one regular expression. */
import type { Report } from '../../protocols/set/set';
import type { Triple } from '../../protocols/set/solver';

/** Every set among cards 0..80, by k, then i, by trying all triples. */
export function bruteForce(table: readonly number[]): Triple[] {
  const sets: Triple[] = [];
  for (let k = 2; k < table.length; k++)
    for (let i = 0; i < k - 1; i++)
      for (let j = i + 1; j < k; j++) if (isSet(table[i]!, table[j]!, table[k]!)) sets.push([i, j, k]);
  return sets;
}

function isSet(one: number, two: number, three: number): boolean {
  let [a, b, c] = [one, two, three];
  for (let digit = 0; digit < 4; digit++) {
    if (((a % 3) + (b % 3) + (c % 3)) % 3 !== 0) return false;
    a = (a / 3) | 0;
    b = (b / 3) | 0;
    c = (c / 3) | 0;
  }
  return true;
}

const LINE = /([^\n]*)\r\n/y;
const COLOUR = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;]*m`, 'g');
const TEXT =
  /(?:^|\])\s*(?:\+(?<card>.*)|\d+,SpotNewSet:(?<set>\d+,\d+,\d+)!|SetCnt:(?<count>\d+)|\d+,EndOfFrame,Rx:(?<bytes>\d+) Byte)$/;

/** Reads console lines with one regular expression; the rest of a chunk is kept as text. */
export class RegexConsoleReader {
  private rest = '';
  private readonly utf8 = new TextDecoder();

  constructor(private readonly onReport: (report: Report) => void) {}

  push(chunk: Uint8Array): void {
    const text = this.rest + this.utf8.decode(chunk, { stream: true });
    let end = 0;
    LINE.lastIndex = 0;
    for (let line = LINE.exec(text); line !== null; line = LINE.exec(text)) {
      end = LINE.lastIndex;
      const clean = line[1]!.replace(COLOUR, '');
      const report = reportOf(clean);
      if (report !== undefined) this.onReport(report);
    }
    this.rest = text.slice(end);
  }
}

function reportOf(line: string): Report | undefined {
  const match = TEXT.exec(line);
  const groups = match?.groups;
  if (match === null || groups === undefined) return undefined;
  const { card, set, count, bytes } = groups;
  if (card !== undefined) return { type: 'new-card', card };
  if (count !== undefined) return { type: 'set-count', count: Number(count) };
  if (bytes !== undefined) return { type: 'end-of-frame', received: Number(bytes) };
  const [i = 0, j = 0, k = 0] = (set ?? '').split(',').map(Number);
  const number = Number(/(\d+),Spot/.exec(line)?.[1]);
  return { type: 'set', number, triple: [i, j, k] };
}
