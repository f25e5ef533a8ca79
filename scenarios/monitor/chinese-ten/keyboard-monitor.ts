/**
 * Judges the keys of a Chinese Ten console in a trace: each prompt waits for a key, no key ends or hangs the program,
 * and names are kept.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { triedKeys } from '../../../protocols/chinese-ten/keys';
import { after, millis, type Micros } from '../../../protocols/time';
import { keyText, promptText } from '../../oracle/chinese-ten/descriptions';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** Output without a longer pause is one screen. */
const SCREEN = millis(50);
/** A key this shortly before or after a prompt may be read or discarded. */
const CLOSE = millis(100);
/** A prompt that is shown for this long was waiting for a key. */
const WAITED = millis(300);
/** The bytes of a name that are kept. */
const LONGEST = 33;
const CTRL_D = 0x04;
const ENDS = [0x0d, 0x0a];
const COMPUTER = /^COMPUTER_/;
/** Names that the program gives. */
const GIVEN = /^(COMPUTER|PLAYER)_/;
const UTF8 = new TextEncoder();
const HARMLESS = new Set(triedKeys('key'));

/** The present prompt, and the keys typed at it. */
interface OpenPrompt {
  readonly prompt: Prompt;
  readonly player: number | undefined;
  readonly at: Micros;
  /** The clause that going on without a key breaks, by the keys before the prompt. */
  readonly clause: string | undefined;
  readonly keys: number[];
  /** Since when a key waits for output that nothing excuses. */
  answerDueSince: Micros | undefined;
}

export class KeyboardMonitor {
  private openPrompt: OpenPrompt | undefined;
  /** A computer plays: it reads no key. */
  private computers = false;
  /** When the present output began, and when the last output came. */
  private screenStartedAt = 0;
  private lastPrintedAt = -Infinity;
  /** Keys typed while there was no prompt: the times of the first and the last. */
  private keysBetweenPrompts: { readonly from: Micros; to: Micros } | undefined;
  /** Several bytes came at once at the last prompt. */
  private burst = false;
  /** A line has ended with Ctrl-D in this game. */
  private ctrlDTyped = false;
  /** Over-long names in this game, and whether the last name is one. */
  private longNames: Uint8Array[] = [];
  private lastNameIsLong = false;
  private order: string[] = [];

  /** `maxWait`: a screen that takes longer is missing. `recordsResets`: the trace says when there was a reset. */
  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly maxWait: Micros,
    private readonly recordsResets: boolean,
  ) {}

  tx({ bytes, notBefore, notAfter }: Chunk): void {
    const { openPrompt } = this;
    if (bytes.some((byte) => !HARMLESS.has(byte))) return this.forget();
    if (openPrompt === undefined) {
      this.keysBetweenPrompts = { from: this.keysBetweenPrompts?.from ?? notBefore, to: notAfter };
      return;
    }
    if (openPrompt.keys.length === 0) this.promptWaited(openPrompt, notBefore);
    openPrompt.keys.push(...bytes);
    this.burst = openPrompt.prompt !== 'name' && (this.burst || bytes.length > 1);
    const whole = openPrompt.prompt !== 'name' || ENDS.includes(bytes.at(-1) ?? 0) || bytes[0] === CTRL_D;
    if (whole && openPrompt.prompt !== 'menu' && notBefore >= after(openPrompt.at, CLOSE))
      openPrompt.answerDueSince ??= notAfter;
  }

  /** Any output. */
  rx({ notBefore, notAfter }: Chunk): void {
    if (notBefore > this.lastPrintedAt + SCREEN) this.screenStartedAt = notBefore;
    this.lastPrintedAt = notAfter;
    if (this.openPrompt !== undefined) this.openPrompt.answerDueSince = undefined;
  }

  item(item: Item, at: Micros): void {
    if (item.kind === 'turn') this.computers = COMPUTER.test(item.name);
    if (item.kind === 'order') this.order.push(item.name);
    // That line was not a prompt.
    if (item.kind === 'named' && GIVEN.test(item.name) && this.openPrompt?.keys.length === 0)
      this.openPrompt = undefined;
    if (item.kind !== 'prompt' && item.kind !== 'refused' && item.kind !== 'clear') return;
    this.promptLeft(item);
    if (item.kind === 'prompt') this.promptPrinted(item.prompt, item.player, at);
  }

  /** The board is reset, or the trace ends: missing output will not come any more. */
  finish(at: Micros): void {
    const { openPrompt } = this;
    if (
      this.recordsResets &&
      openPrompt?.answerDueSince !== undefined &&
      at >= after(openPrompt.answerDueSince, this.maxWait)
    )
      this.recorder.fail(
        'CT-UI-02',
        `${keyText(Uint8Array.from(openPrompt.keys))} typed at ${promptText(openPrompt.prompt, openPrompt.player)}`,
        'the program goes on',
        `nothing for ${Math.round((at - openPrompt.answerDueSince) / 1000)} ms`,
      );
    this.forget();
  }

  /** The typed keys are unknown. */
  forget(): void {
    this.openPrompt = this.keysBetweenPrompts = undefined;
    this.burst = this.ctrlDTyped = this.lastNameIsLong = this.computers = false;
    this.longNames = [];
    this.order = [];
  }

  private promptPrinted(prompt: Prompt, player: number | undefined, at: Micros): void {
    if (prompt === 'order') this.checkLongNames();
    if (prompt === 'menu' || prompt === 'players') {
      this.computers = this.ctrlDTyped = this.lastNameIsLong = false;
      this.longNames = [];
      this.order = [];
    }
    this.openPrompt = {
      prompt,
      player,
      at,
      clause: this.clauseOf(prompt),
      keys: [],
      answerDueSince: undefined,
    };
    this.keysBetweenPrompts = undefined;
    this.burst = false;
  }

  /** The prompt may take an earlier key. */
  private clauseOf(prompt: Prompt): string | undefined {
    const { keysBetweenPrompts } = this;
    if (!this.recordsResets || this.computers) return undefined;
    // The key may have come after the prompt.
    if (keysBetweenPrompts !== undefined && after(keysBetweenPrompts.to, CLOSE) > this.screenStartedAt)
      return undefined;
    if (keysBetweenPrompts !== undefined) return 'CT-UI-04';
    if (this.burst) return 'CT-UI-05';
    if (this.lastNameIsLong && (prompt === 'name' || prompt === 'order')) return 'CT-UI-03';
    return this.ctrlDTyped ? 'CT-UI-02' : undefined;
  }

  private promptWaited({ clause, at }: OpenPrompt, typed: Micros): void {
    if (clause !== undefined && typed >= after(at, WAITED)) this.recorder.pass(clause);
  }

  /** The prompt was answered, or the program went on by itself. */
  private promptLeft(item: Item): void {
    const { openPrompt } = this;
    this.openPrompt = undefined;
    if (openPrompt === undefined) return;
    const { prompt, player, clause, keys } = openPrompt;
    if (keys.length === 0 && clause !== undefined)
      this.recorder.fail(clause, promptText(prompt, player), 'it waits for a key', 'it goes on by itself');
    if (prompt === 'name') this.checkName(openPrompt, item);
  }

  private checkName({ prompt, player, keys }: OpenPrompt, item: Item): void {
    this.ctrlDTyped ||= keys[0] === CTRL_D;
    const end = keys.findIndex((key) => ENDS.includes(key));
    const name = Uint8Array.from(keys.slice(0, end));
    // One line without editing keys.
    if (end !== keys.length - 1 || name.some((byte) => byte < 0x20 || byte === 0x7f)) return;
    const again = item.kind === 'prompt' && item.prompt === 'name' && item.player === player;
    const comma = name.includes(0x2c);
    if (comma && this.recordsResets && item.kind !== 'refused')
      this.recorder.check('CT-UI-03', again, () => ({
        title: `the name '${new TextDecoder().decode(name)}' typed at ${promptText(prompt, player)}`,
        expected: 'the same question again',
        seen: item.kind === 'prompt' ? promptText(item.prompt, item.player) : 'a new screen',
      }));
    this.lastNameIsLong = name.length > LONGEST;
    if (this.lastNameIsLong && !comma && !again) this.longNames.push(name);
  }

  /** Each long name is in the playing order with its first bytes. A character that the cut splits may be left out. */
  private checkLongNames(): void {
    const { order } = this;
    for (const name of this.longNames.splice(0)) {
      const kept = new TextDecoder().decode(name.subarray(0, LONGEST), { stream: true });
      const whole = kept.trimEnd();
      this.recorder.check(
        'CT-UI-03',
        order.some((one) => one.replace(/\ufffd+$/u, '').trimEnd() === whole),
        () => ({
          title: `a name of ${name.length} bytes`,
          expected: `'${kept}' in the playing order`,
          seen: order.map((one) => `'${one}' (${UTF8.encode(one).length} bytes)`).join(', '),
        }),
      );
    }
    this.order = [];
  }
}
