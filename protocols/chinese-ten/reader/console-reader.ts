/**
 * Reads the console: bytes with any cuts go in, {@link Item}s come out as soon as they are complete.
 *
 * A prompt comes out with its last character, because nothing follows it until a key is typed. Other items come out with the
 * end of their line. Lines that the page does not name come out as text.
 */
import { plainTextOf, TerminalTranscript, textOf, type Glyph } from '../../../api/index';
import type { Item, PileItem, Prompt } from './item';
import { readLine } from './line-reader';
import { isIndexLine, readPile } from './pile';
import { FULL_WIDTH_BLANK, TEXT } from '../render';

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

const REFUSALS = [
  [TEXT.refusedRange, 'range'],
  [TEXT.refusedIndex, 'index'],
  [TEXT.refusedAction, 'action'],
] as const;

/** The last two characters of items that come out before their line ends: refusals and prompts. */
const ITEM_ENDINGS: ReadonlySet<string> = new Set([': ', '= ', 'e ', '..', 't.', 'e.', 'd.', '!!']);

/** The most blank lines between a pile's title and its indices. */
const MAX_BLANK_LINES = 2;

interface Pile {
  readonly label: PileItem['label'];
  readonly owner?: string;
  readonly lines: (readonly Glyph[])[];
  blanks: number;
  /** How many of the two lines of an empty pile were seen. */
  empty: number;
}

export class ConsoleReader {
  private readonly transcript = new TerminalTranscript();
  private line: Glyph[] = [];
  /** The number of characters of the line whose items have come out. */
  private consumed = 0;
  /** The prompt at the end of the line, until other text is printed. */
  private prompted = false;
  private cue: Prompt | undefined;
  private menu = false;
  private pile: Pile | undefined;

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
    this.menu = false;
    this.pile = undefined;
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

  /** The items that end with the last character of an unfinished line. */
  private inline(text: string): Item | undefined {
    const fresh = text.slice(this.consumed);
    const refusal = REFUSALS.find(([sentence]) => fresh.endsWith(sentence));
    if (refusal !== undefined) return { kind: 'refused', why: refusal[1] };
    const name = /^PLAYER (\d+): $/.exec(text);
    if (name !== null) return { kind: 'prompt', prompt: 'name', player: Number(name[1]) };
    const prompt = this.promptAt(fresh, text);
    return prompt === undefined ? undefined : { kind: 'prompt', prompt };
  }

  private promptAt(fresh: string, text: string): Prompt | undefined {
    if (/Please choose the number of players *\( ?2-4 people ?\): $/.test(fresh)) return 'players';
    if (fresh.endsWith(TEXT.choose)) return 'computers';
    if (fresh.endsWith(TEXT.x)) return this.indexCue(text);
    if (fresh.endsWith(TEXT.y)) return 'use-y';
    if (this.menu && /\( \) ?Exit\.$/.test(fresh)) return 'menu';
    if (/Press any key to go back to (?:the )?main menu\.\.\.$/.test(fresh)) return 'scoreboard';
    if (!/Press any key to [a-z ]+\.\.\.$/.test(fresh) && !fresh.endsWith(TEXT.finishKey)) return undefined;
    const cue = promptCue(text) ?? this.cue;
    // The fourth dot of prompt 11 is a part of it.
    if (cue === 'finish') return fresh.endsWith(TEXT.finishKey) ? 'finish' : undefined;
    return cue === 'order' || cue === 'lay' || cue === 'special' ? cue : 'any-key';
  }

  private indexCue(text: string): Prompt {
    const cue = promptCue(text) ?? this.cue;
    return cue === 'discard' || cue === 'take' ? cue : 'use-x';
  }

  private endLine(line: readonly Glyph[]): readonly Item[] {
    const text = textOf(line);
    const prompted = this.consumed > 0;
    this.line = [];
    this.consumed = 0;
    this.prompted = false;
    this.cue = promptCue(text) ?? this.cue;
    const late: Item[] =
      this.cue === 'finish' && !prompted && text.includes('Press any key to continue')
        ? [{ kind: 'prompt', prompt: 'finish' }]
        : [];
    this.menu ||= /\(1\) ?Play the game!/.test(text);
    return [...late, ...this.lineItems(line, text, prompted)];
  }

  private lineItems(line: readonly Glyph[], text: string, prompted: boolean): readonly Item[] {
    if (this.pile !== undefined) {
      const items = this.pileLine(this.pile, line, text);
      if (items !== undefined) return items;
    }
    this.pile = titledPile(text);
    if (this.pile !== undefined) return [];
    if (isIndexLine(text)) {
      this.pile = { label: 'other', lines: [line], blanks: 0, empty: 0 };
      return [];
    }
    if (isEmptyRow(text)) {
      this.pile = { label: 'other', lines: [], blanks: 1, empty: 1 };
      return [];
    }
    const item = readLine(line);
    // The prompt of this line has come out already. The text of a name's line is known only now.
    return item === undefined || (prompted && item.kind === 'text' && item.cards.length === 0) ? [] : [item];
  }

  /** Adds a line to the pile; undefined if it is none of its lines. */
  private pileLine(pile: Pile, line: readonly Glyph[], text: string): readonly Item[] | undefined {
    const { label, owner } = pile;
    if (pile.lines.length === 0) {
      if (isEmptyRow(text) && pile.blanks > 0) {
        if (++pile.empty < 2) return [];
        this.pile = undefined;
        return [{ kind: 'pile', label, ...(owner === undefined ? {} : { owner }), cards: [], flaws: [] }];
      }
      if (pile.empty === 0 && text.replaceAll(' ', '') === '' && pile.blanks++ < MAX_BLANK_LINES) return [];
      if (!isIndexLine(text)) return undefined;
    }
    pile.lines.push(line);
    const [indices, suits, ranks] = pile.lines;
    if (indices === undefined || suits === undefined || ranks === undefined) return [];
    this.pile = undefined;
    const printed = readPile(textOf(indices), suits, ranks);
    if (printed === undefined) return pile.lines.flatMap((part) => readLine(part) ?? []);
    return [{ kind: 'pile', label, ...(owner === undefined ? {} : { owner }), ...printed }];
  }
}

/** A row of an empty pile: the full-width blank alone. */
function isEmptyRow(text: string): boolean {
  return text.replaceAll(' ', '') === FULL_WIDTH_BLANK;
}

function promptCue(text: string): Prompt | undefined {
  return PROMPT_CUES.find(([sentence]) => text.includes(sentence))?.[1];
}

function titledPile(text: string): Pile | undefined {
  const rest = { lines: [], blanks: 0, empty: 0 };
  if (/^Layout: *$/.test(text)) return { label: 'layout', ...rest };
  if (/^Cards in hand: *$/.test(text)) return { label: 'hand', ...rest };
  const owner = /^(.*)'s cards: *$/.exec(text)?.[1];
  return owner === undefined ? undefined : { label: 'captured', owner, ...rest };
}
