/**
 * Reads the console: bytes with any cuts go in, {@link Item}s come out as soon as they are complete.
 *
 * A prompt comes out with its last character, because nothing follows it until a key is typed. Other items come out with the
 * end of their line. Lines that the page does not name come out as text.
 */
import { plainTextOf, TerminalTranscript, textOf, type Glyph } from '../../../api/index';
import { FULL_WIDTH_BLANK, REFUSALS, type Refusal } from '../render';
import type { Item, PileItem, PrintedCards, Prompt } from './item';
import { readLine, readPile } from './line-reader';

/** The sentences that decide which prompt a bare `X = ` or `Press any key to continue...` is. */
const PROMPT_CUES: readonly (readonly [string, Prompt])[] = [
  ['I want to use my <X>th card', 'use-x'],
  ['I want to discard my <X>th card', 'discard'],
  ['I want to capture the <X>th card', 'take'],
  ['The playing order is', 'order'],
  ['Put the card on the layout directly', 'lay'],
  ['Now the layout contains', 'special'],
  ['Your turn is going to finish', 'finish'],
];

const REASONS: readonly Refusal[] = ['range', 'index', 'action'];
/** What comes out before its line ends, by its last characters. A prompt without a name goes by its cue, or the menu's by its lines. */
const PROMPTS: readonly (readonly [RegExp, Prompt | undefined, ...Prompt[]])[] = [
  [/Please choose the number of players *\( ?2-4 people ?\): $/, 'players'],
  [/I want to choose $/, 'computers'],
  [/X = $/, 'use-x', 'discard', 'take'],
  [/Y = $/, 'use-y'],
  [/\( \) ?Exit\.$/, undefined, 'menu'],
  [/Press any key to go back to (?:the )?main menu\.\.\.$/, 'scoreboard'],
  // The fourth dot of prompt 11 is a part of it.
  [/Press any key to continue\.{4}$/, undefined, 'finish'],
  [/Press any key to [a-z ]+\.\.\.$/, 'any-key', 'order', 'lay', 'special'],
];
/** The last two characters of all these. */
const ITEM_ENDINGS: ReadonlySet<string> = new Set([': ', '= ', 'e ', '..', 't.', 'e.', 'd.', '!!']);

const INDICES = /^( \([0-9A-Z]{1,2}\))+ *$/;
/** The most blank lines between a pile's title and its indices. */
const MAX_BLANK_LINES = 2;

export class ConsoleReader {
  private readonly transcript = new TerminalTranscript();
  private line: Glyph[] = [];
  /** The number of characters of the line whose items have come out. */
  private consumed = 0;
  /** The prompt at the end of the line, until other text is printed. */
  private prompted = false;
  private cue: Prompt | undefined;
  /** The title of the next pile, blank lines behind it, rows of an empty pile, and the lines of a pile. */
  private title: PileItem['label'] | undefined;
  private blanks = 0;
  private empty = 0;
  private rows: (readonly Glyph[])[] = [];

  /** The items that these bytes complete. Never throws. */
  push(bytes: Uint8Array): readonly Item[] {
    const items: Item[] = [];
    for (const event of this.transcript.push(bytes)) {
      if (event.kind === 'glyph') items.push(...this.glyph(event.glyph, event.column));
      else if (event.kind === 'line') items.push(...this.endLine(event.line));
      else items.push(this.clear());
    }
    return items;
  }

  private clear(): Item {
    this.cue = undefined;
    this.title = undefined;
    this.rows = [];
    this.empty = 0;
    return { kind: 'clear' };
  }

  private glyph(glyph: Glyph, column: number): readonly Item[] {
    this.line.length = Math.min(this.line.length, column);
    this.line.push(glyph);
    this.consumed = Math.min(this.consumed, column);
    const ends = ITEM_ENDINGS.has((this.line.at(-2)?.text ?? '') + glyph.text);
    const inline = ends ? this.inline(plainTextOf(this.line)) : undefined;
    if (inline !== undefined) {
      this.consumed = this.line.length;
      this.prompted = inline.kind === 'prompt';
      return [inline];
    }
    return this.prompted ? [{ kind: 'echo', text: glyph.text }] : [];
  }

  /** The item that ends with the last character of an unfinished line. */
  private inline(text: string): Item | undefined {
    const fresh = text.slice(this.consumed);
    const why = REASONS.find((one) => fresh.endsWith(REFUSALS[one]));
    if (why !== undefined) return { kind: 'refused', why };
    const player = /^PLAYER (\d+): $/.exec(text)?.[1];
    if (player !== undefined) return { kind: 'prompt', prompt: 'name', player: Number(player) };
    const [, otherwise, ...cued] = PROMPTS.find(([pattern]) => pattern.test(fresh)) ?? [];
    const cue = promptCue(text) ?? this.cue;
    const prompt = cued.find((one) => one === cue) ?? otherwise;
    // Three dots of prompt 11: the fourth is on its way.
    if (prompt === undefined || (prompt === 'any-key' && cue === 'finish')) return undefined;
    return { kind: 'prompt', prompt };
  }

  private endLine(line: readonly Glyph[]): readonly Item[] {
    const text = textOf(line);
    const prompted = this.consumed > 0;
    this.line = [];
    this.consumed = 0;
    this.prompted = false;
    this.cue = promptCue(text) ?? this.cue;
    const isLate = this.cue === 'finish' && !prompted && text.includes('Press any key to continue');
    return [
      ...(isLate ? [{ kind: 'prompt', prompt: 'finish' } as const] : []),
      ...this.lineItems(line, text, prompted),
    ];
  }

  private lineItems(line: readonly Glyph[], text: string, prompted: boolean): readonly Item[] {
    if (this.rows.length > 0 || INDICES.test(text)) return this.pileLine(line);
    this.empty = text.replaceAll(' ', '') === FULL_WIDTH_BLANK ? this.empty + 1 : 0;
    if (this.empty > 0) return this.empty < 2 ? [] : [this.pile({ cards: [], flaws: [] })];
    if (this.title !== undefined && text.trim() === '' && this.blanks++ < MAX_BLANK_LINES) return [];
    this.title = titleOf(text);
    this.blanks = 0;
    if (this.title !== undefined) return [];
    const item = readLine(line);
    // The prompt of this line has come out already. The text of a name's line is known only now.
    return item === undefined || (prompted && item.kind === 'text' && item.cards.length === 0) ? [] : [item];
  }

  private pileLine(line: readonly Glyph[]): readonly Item[] {
    const rows = [...this.rows, line];
    const [, suits, ranks] = rows;
    this.rows = ranks === undefined ? rows : [];
    if (suits === undefined || ranks === undefined) return [];
    const printed = readPile(suits, ranks);
    return printed === undefined ? rows.flatMap((row) => readLine(row) ?? []) : [this.pile(printed)];
  }

  private pile(printed: PrintedCards): Item {
    const { title: label = 'other' } = this;
    this.title = undefined;
    this.empty = 0;
    return { kind: 'pile', label, ...printed };
  }
}

function promptCue(text: string): Prompt | undefined {
  if (/\(1\) ?Play the game!/.test(text)) return 'menu';
  return PROMPT_CUES.find(([sentence]) => text.includes(sentence))?.[1];
}

function titleOf(text: string): PileItem['label'] | undefined {
  if (/^Layout: *$/.test(text)) return 'layout';
  if (/^Cards in hand: *$/.test(text)) return 'hand';
  return /^.*'s cards: *$/.test(text) ? 'captured' : undefined;
}
