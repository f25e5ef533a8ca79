/**
 * Watches a Chinese Ten console from its line. The referee judges every game that begins in the trace. Every printed
 * card is checked. A single key at a prompt is compared with the output after it.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { Players } from '../../../protocols/chinese-ten/cards';
import { ConsoleReader } from '../../../protocols/chinese-ten/console-reader';
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { Referee } from '../../../protocols/chinese-ten/referee/referee';
import { indexOfKey } from '../../../protocols/chinese-ten/render';
import { consoleText } from '../../../protocols/terminal/console-text';
import { millis, type Micros } from '../../../protocols/time';
import { KeyboardMonitor } from './keyboard-monitor';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** A key that was typed alone at a prompt. */
interface TypedKey {
  readonly prompt: Prompt;
  readonly key: number;
  /** The number of cards to choose from, if it is known. */
  readonly cards: number | undefined;
}

const TURNS = 24;

export class ChineseTenMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private reader = new ConsoleReader();
  private referee: Referee | undefined;
  /** The order of players, as far as it is printed. */
  private order: Item[] = [];
  private rows = 0;
  private prompt: Prompt | undefined;
  /** Keys since the prompt was printed. */
  private keys: number[] = [];
  private readonly keyboard: KeyboardMonitor;
  private readonly recordsResets: boolean;

  constructor({ ledger, parameters, exact, recordsResets }: TraceMonitorOptions) {
    this.recordsResets = recordsResets;
    this.recorder = new VerdictRecorder({
      link: 'main',
      ledger,
      exact,
      fields: (raw) => consoleText.fields(raw),
    });
    this.keyboard = new KeyboardMonitor(
      this.recorder,
      millis(Number(parameters['patienceMs'])),
      recordsResets,
    );
  }

  tx(chunk: Chunk, whole: boolean): void {
    this.recorder.rememberChunk('tx', 'main', chunk);
    this.keys.push(...chunk.bytes, ...(whole ? [] : [0, 0]));
    if (whole) this.keyboard.tx(chunk);
    else this.keyboard.forget();
  }

  rx(chunk: Chunk, whole: boolean): void {
    this.recorder.rememberChunk('rx', 'main', chunk);
    this.keyboard.rx(chunk);
    for (const item of this.reader.push(chunk.bytes)) {
      this.keyboard.item(item, chunk.notAfter);
      this.take(item);
    }
    if (!whole) this.desynchronise();
  }

  reset(at: Micros): void {
    this.keyboard.finish(at);
    this.desynchronise();
  }

  traceGap(): void {
    this.desynchronise();
  }

  private desynchronise(): void {
    this.reader = new ConsoleReader();
    this.keyboard.forget();
    this.endGame();
    this.prompt = undefined;
    this.keys = [];
  }

  finish(now: Micros): void {
    this.keyboard.finish(now);
    this.endGame();
  }

  private endGame(): void {
    this.referee = undefined;
    this.order = [];
    this.rows = 0;
  }

  private take(item: Item): void {
    this.checkColours(item);
    this.takeKeys(item);
    if (item.kind === 'prompt') {
      this.prompt = item.prompt;
      this.keys = [];
      if (item.prompt === 'players') this.endGame();
      if (item.prompt === 'scoreboard') this.checkScoreboard();
    }
    if (item.kind === 'order') this.order.push(item);
    if (item.kind === 'standing') this.rows++;
    const begins = item.kind === 'turn' || item.kind === 'special';
    if (begins && this.referee === undefined) this.begin();
    if (item.kind !== 'order') this.judge(item);
  }

  /** A game begins whose order of players was seen. */
  private begin(): void {
    const players = playersOf(this.order.length);
    if (players === undefined) return;
    this.referee = new Referee(players);
    for (const item of this.order) this.judge(item);
    this.order = [];
  }

  private judge(item: Item): void {
    for (const { requirement, holds, detail } of this.referee?.take(item) ?? [])
      this.recorder.check(requirement, holds, () => ({
        title: detail,
        expected: 'by the rules',
        seen: detail,
      }));
  }

  private checkScoreboard(): void {
    if (this.referee?.isOver === true && this.referee.view.turn === TURNS - 1)
      this.recorder.check('CT-SC-01', this.rows > 1, () => ({
        title: 'the scoreboard',
        expected: 'a row for each player',
        seen: `${this.rows} rows`,
      }));
    this.endGame();
  }

  /** CT-UI-01 for every printed card. */
  private checkColours(item: Item): void {
    if (!('flaws' in item)) return;
    const cards = 'cards' in item ? item.cards.length : 1;
    if (cards === 0 && item.flaws.length === 0) return;
    const wrong = item.flaws.filter(({ kind }) => kind === 'colour' || kind === 'reset');
    this.recorder.check('CT-UI-01', wrong.length === 0, () => ({
      title: 'a card that is printed',
      expected: "its suit's colour, reset behind it",
      seen: wrong.map(({ text }) => text).join('; '),
    }));
  }

  /** The output after a single key at a prompt. */
  private takeKeys(item: Item): void {
    const { prompt, keys } = this;
    const [key] = keys;
    if (prompt === undefined || key === undefined) return;
    if (item.kind !== 'prompt' && item.kind !== 'refused' && item.kind !== 'clear') return;
    this.keys = [];
    if (keys.length > 1) return void (this.prompt = undefined);
    this.checkKey({ prompt, key, cards: this.choices(prompt) }, item);
    if (item.kind !== 'refused') this.prompt = undefined;
  }

  private choices(prompt: Prompt): number | undefined {
    const view = this.referee?.view;
    if (view === undefined) return undefined;
    if (prompt === 'use-x' || prompt === 'discard') return view.hand.length;
    return prompt === 'use-y' || prompt === 'take' ? view.layout.length : undefined;
  }

  private checkKey({ prompt, key, cards }: TypedKey, item: Item): void {
    const why = item.kind === 'refused' ? item.why : undefined;
    const shown = `the key ${key.toString(16).toUpperCase().padStart(2, '0')} at the prompt ${prompt}`;
    // An unseen reset can look like an accepted key.
    if (why === undefined && !this.recordsResets) return;
    if (prompt === 'players') {
      const fine = key >= 0x32 && key <= 0x34;
      this.recorder.check('CT-UI-03', fine === (why !== 'range'), () => ({
        title: shown,
        expected: fine ? 'taken' : 'refused, and asked again',
        seen: why === 'range' ? 'refused' : 'taken',
      }));
      return;
    }
    const index = indexOfKey(key);
    // The page leaves small letters open.
    if (cards === undefined || cards === 0 || (key >= 0x61 && key <= 0x7a)) return;
    const within = index !== undefined && index < cards;
    // The page leaves the kind of refusal open.
    const holds = within ? why !== 'index' : why !== undefined;
    this.recorder.check('CT-UI-02', holds, () => ({
      title: `${shown}, of ${cards} cards`,
      expected: within ? 'taken as an index' : 'refused, and asked again',
      seen: why === undefined ? 'taken' : 'refused',
    }));
  }
}

function playersOf(count: number): Players | undefined {
  return ([2, 3, 4] as const).find((players) => players === count);
}
