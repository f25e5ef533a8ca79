/** `wirejig monitor`: what passes on a link, live and taken apart; what is typed is sent. */
import { createInterface, cursorTo, clearLine, type Interface } from 'node:readline';
import { join } from 'node:path';
import pc from 'picocolors';
import { realBoard } from '../../../devices/board/real-board';
import type { Chunk, Link } from '../../../devices/links/link';
import { LinkError } from '../../../devices/links/link';
import { sendBreak } from '../../../devices/links/line-break';
import { consoleLines, type ConsoleLine } from '../../../protocols/terminal/console-line';
import type { FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { exchangeLines, fileLimits, formatWhen } from '../../../reports/text/exchange-text';
import { printable } from '../../../reports/text/printable';
import { hex } from '../../../scenarios/bench/channel';
import type { BytesRecord, RunEnd } from '../../../scenarios/record';
import { say, wantsColor, warn } from '../../shared/console';
import { prepareBoard } from '../../config/preparation';
import { parseDuration } from '../../shared/option-values';
import { startRecording } from '../../shared/output/recording';
import { UsageError } from '../../shared/usage-error';
import { LinkListener } from '../../shared/boards/link-listener';
import { locateLink, type LocatedLink } from '../../shared/boards/located-link';
import { monitorStart, type MonitorRequest } from './monitor-request';
import { parseAction, completions, helpLines } from './monitor-input';

const BREAK = millis(300);
/** Entries that the journal holds; the rest is counted. */
const ENTRIES = 50_000;
/** The longest wait for bytes: the loop also checks signals and the deadline of the decoder. */
const POLL = millis(100);

/** Runs until Ctrl-C or --time: exit code 0; 3 where the link cannot be opened or is lost. Rejects with {@link UsageError}. */
export async function monitorCommand(request: MonitorRequest): Promise<number> {
  if (request.hex && request.text) throw new UsageError('--hex and --text exclude each other: give one');
  const longest = request.time === undefined ? undefined : parseDuration('time', request.time);
  const located = await locateLink(request.link, request);
  const first = request.send.map((line) => parseAction(line, located.dialect?.messages ?? []));
  const { name, target, board: configured } = located;
  const { identity } = configured === undefined ? {} : await prepareBoard(configured, false, () => undefined);
  const board = realBoard({
    name: target.url,
    kind: located.suite ?? 'unknown',
    targets: new Map([[name, target]]),
  });
  try {
    await board.open();
  } catch (error) {
    if (error instanceof LinkError) throw new UsageError(error.message, 3);
    throw error;
  }
  const monitor = new Monitor(request, located, board.link(name), identity);
  try {
    return await monitor.run(first, longest);
  } finally {
    await board.close();
  }
}

type Action = ReturnType<typeof parseAction>;

class Monitor {
  private readonly recording;
  private readonly listener: LinkListener;
  private readonly paint;
  private readonly end = new AbortController();
  private terminal: Interface | undefined;
  private entries = 0;
  private sent = 0;

  constructor(
    private readonly request: MonitorRequest,
    private readonly located: LocatedLink,
    private readonly link: Link,
    private readonly identity: string | undefined,
  ) {
    this.paint = pc.createColors(wantsColor(request.color));
    this.recording = startRecording(request.out, [], false);
    const lines = consoleLines({ silence: millis(200) });
    const codec = request.text === true ? lines : (located.dialect?.rx ?? lines);
    this.listener = new LinkListener(located.name, codec, (record, event) =>
      this.showReceived(record, event),
    );
  }

  async run(first: readonly Action[], longest: Micros | undefined): Promise<number> {
    this.recording.emit(monitorStart(this.request, this.located, this.identity));
    const ends = longest === undefined ? undefined : after(this.link.clock.now(), longest);
    this.openTerminal();
    if (!this.request.json)
      warn(
        `wirejig: ${printable(this.link.url)}: ${this.terminal?.terminal ? 'help shows what can be sent; ' : ''}Ctrl-C ends`,
      );
    this.prompt();
    void this.carryOutAll(first);
    const lost = await this.listen(ends);
    this.terminal?.close();
    this.recording.emit(this.runEnd(lost));
    this.recording.finish();
    if (!this.request.json) say(`\n  report  ${printable(join(this.request.out, 'report.html'))}\n`);
    if (lost === undefined) return 0;
    warn(`wirejig: ${printable(lost.message)}`);
    return 3;
  }

  private get isOver(): boolean {
    return this.end.signal.aborted || this.recording.signal.aborted;
  }

  /** Resolves with the reason if the link ended by itself. */
  private async listen(ends: Micros | undefined): Promise<LinkError | undefined> {
    const { clock } = this.link;
    try {
      while (!this.isOver && (ends === undefined || clock.now() < ends)) {
        const pollUntil = Math.min(
          after(clock.now(), POLL),
          ends ?? Infinity,
          this.listener.deadline() ?? Infinity,
        );
        const chunk = await this.link.receive(micros(pollUntil));
        if (chunk === undefined) {
          this.listener.tick(clock.now());
          continue;
        }
        this.journal(chunk);
        if (this.request.hex) this.show(this.bytesRecord(chunk));
        else this.listener.take(chunk);
      }
      return undefined;
    } catch (error) {
      if (error instanceof LinkError) return error;
      throw error;
    }
  }

  /** Reads lines from standard input, and does each after the one before. */
  private openTerminal(): void {
    const { stdin } = process;
    const words = this.located.dialect?.messages ?? [];
    const terminal = stdin.isTTY && process.stdout.isTTY && this.request.json !== true;
    const lines = createInterface({
      input: stdin,
      ...(terminal ? { output: process.stdout } : {}),
      terminal,
      prompt: '> ',
      completer: (line: string): [string[], string] => [completions(line, words), line],
    });
    this.terminal = lines;
    lines.on('SIGINT', () => this.end.abort());
    let last = Promise.resolve();
    lines.on('line', (line) => {
      last = last.then(() => this.carryOutLine(line)).then(() => this.prompt());
    });
    if (terminal) lines.on('close', () => this.end.abort());
  }

  private async carryOutLine(line: string): Promise<void> {
    try {
      await this.carryOut(parseAction(line, this.located.dialect?.messages ?? []));
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof LinkError)) throw error;
      warn(`wirejig: ${printable(error.message)}`);
    }
  }

  private async carryOutAll(actions: readonly Action[]): Promise<void> {
    for (const action of actions)
      await this.carryOut(action).catch((error: unknown) => {
        if (error instanceof LinkError) warn(`wirejig: ${printable(error.message)}`);
        else throw error;
      });
  }

  private async carryOut(action: Action): Promise<void> {
    switch (action.kind) {
      case 'nothing':
        return;
      case 'quit':
        return this.end.abort();
      case 'help':
        return warn(helpLines(this.located.dialect?.messages ?? []).join('\n'));
      case 'lines':
        await this.link.lines(action.state);
        return this.note('lines', JSON.stringify(action.state));
      case 'break': {
        const chunk = await sendBreak(this.link, BREAK);
        if (chunk !== undefined) this.recordSent(chunk);
        return this.note('break', `${BREAK / 1000} ms`);
      }
      case 'send': {
        const chunk = await this.link.send(action.bytes);
        this.sent++;
        this.recordSent(chunk);
      }
    }
  }

  private recordSent(chunk: Chunk): void {
    this.journal(chunk);
    const record = this.bytesRecord(chunk);
    const fields = this.request.hex ? undefined : this.located.dialect?.tx.fields(chunk.bytes);
    this.show(fields === undefined ? record : { ...record, fields });
  }

  private bytesRecord({ direction, bytes, notBefore, notAfter }: Chunk): BytesRecord {
    const times = { notBefore: Math.round(notBefore), notAfter: Math.round(notAfter) };
    return { link: this.located.name, direction, ...times, hex: hex(bytes) };
  }

  private showReceived(record: BytesRecord, event: FrameEvent<unknown>): void {
    const text = event.kind === 'frame' && isLine(event.value) ? event.value.text : undefined;
    if (text === undefined) this.show(record);
    else if (this.request.json) this.show({ ...record, fields: [] }, text);
    else {
      const { dim, cyan } = this.paint;
      this.print([`${dim(`${formatWhen(record)}  got   `)}${cyan(printable(text))}`]);
    }
  }

  private show(record: BytesRecord, text?: string): void {
    if (this.request.json) say(`${JSON.stringify({ ...record, ...(text === undefined ? {} : { text }) })}\n`);
    else {
      const columns = process.stdout.isTTY ? process.stdout.columns : fileLimits.columns;
      this.print(exchangeLines(record, { ...fileLimits, columns }, this.paint));
    }
  }

  /** Above the line that is being typed. */
  private print(lines: readonly string[]): void {
    if (this.terminal?.terminal) {
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
    }
    say(`${lines.join('\n')}\n`);
    if (this.terminal?.terminal) this.terminal.prompt(true);
  }

  private prompt(): void {
    if (this.terminal?.terminal && !this.isOver) this.terminal.prompt();
  }

  private journal(chunk: Chunk): void {
    if (++this.entries > ENTRIES) return;
    this.recording.emit({ type: 'chunk', ...this.bytesRecord(chunk) });
  }

  private note(event: string, detail: string): void {
    this.recording.emit({
      type: 'line',
      at: Math.round(this.link.clock.now()),
      link: this.located.name,
      event,
      detail,
    });
    if (!this.request.json) this.print([this.paint.dim(`${event} ${detail}`)]);
  }

  private runEnd(lost: LinkError | undefined): RunEnd {
    const at = Math.round(this.link.clock.now());
    if (this.entries > ENTRIES) this.note('trace-full', `${this.entries - ENTRIES} chunks more passed`);
    const outcome =
      lost === undefined
        ? ({ outcome: 'done' } as const)
        : ({ outcome: 'lost', reason: lost.message } as const);
    return { type: 'run-end', at, ...outcome, verdicts: {}, exchanges: this.sent };
  }
}

function isLine(value: unknown): value is ConsoleLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    'end' in value &&
    typeof value.text === 'string'
  );
}
