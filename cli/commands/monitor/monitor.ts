/** `wirejig monitor`: what passes on a link, live and taken apart; what is typed is sent. */
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Board } from '../../../devices/board/board';
import { realBoard } from '../../../devices/board/real-board';
import type { Chunk } from '../../../protocols/chunk';
import { LinkError, type Link, sendBreak } from '../../../devices/links/link';
import { beginsTelnet, TELNET_REMEDY } from '../../../devices/links/rfc2217/telnet';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { printable } from '../../../reports/text/printable';
import type { RunEnd } from '../../../scenarios/record';
import { say, warn, remark } from '../../shared/console';
import { prepareBoard } from '../../config/configured-board';
import { parseDuration } from '../../shared/option-values';
import { startRecording, type Recording } from '../../shared/output/output-folder';
import { UsageError } from '../../shared/usage-error';
import { LinkListener, locateLink, type LocatedLink } from '../../shared/boards/located-link';
import type { MonitorRequest } from './command';
import { bytesRecord, monitorEnd, monitorStart, vocabularyOf, MonitorView } from './monitor-view';
import { parseAction, completions, helpLines } from './monitor-input';

const BREAK = millis(300);
/** Entries that the journal holds; the rest is counted. */
const ENTRIES = 50_000;
/** The longest wait for bytes: the loop also checks signals and the deadline of the decoder. */
const POLL = millis(100);
/** Between two attempts to open a link again. */
const RETRY = millis(500);

/** Runs until Ctrl-C or --time: exit code 0; 3 where the link cannot be opened or is lost. Rejects with {@link UsageError}. */
export async function monitorCommand(request: MonitorRequest): Promise<number> {
  const longest = parseDuration('time', request.time);
  const located = await locateLink(request.link, request);
  const first = request.send.map((line) => parseAction(line, vocabularyOf(located)));
  const { name, target, board: configured } = located;
  const { identity } = configured === undefined ? {} : await prepareBoard(configured, false, () => undefined);
  const targets = new Map([[name, target]]);
  const board = realBoard({ name: target.url, kind: located.suite ?? 'unknown', targets });
  const monitor = new Monitor(request, located, board, identity);
  try {
    return await monitor.run(first, longest);
  } finally {
    await board.close();
  }
}

type Action = ReturnType<typeof parseAction>;

class Monitor {
  private readonly view;
  private readonly codec;
  private readonly end = new AbortController();
  private readonly vocabulary;
  private recording: Recording | undefined;
  private listener;
  private entries = 0;
  private sent = 0;
  private opened = 0;

  constructor(
    private readonly request: MonitorRequest,
    private readonly located: LocatedLink,
    private readonly board: Board,
    private readonly identity: string | undefined,
  ) {
    const { json, color } = request;
    this.view = new MonitorView({ json, color, now: () => board.clock.now() });
    this.vocabulary = vocabularyOf(located);
    const lines = consoleLines({ silence: millis(200) });
    this.codec = request.text === true ? lines : (located.dialect?.rx ?? lines);
    this.listener = this.newListener();
  }

  async run(first: readonly Action[], longest: Micros | undefined): Promise<number> {
    const ends = longest === undefined ? undefined : after(this.board.clock.now(), longest);
    await this.open(ends);
    const recording = startRecording(this.request.out, [], false);
    this.recording = recording;
    recording.emit(monitorStart(this.request, this.located, this.identity));
    this.openTerminal();
    if (!this.request.json)
      remark(
        `${this.link.url}: ${this.view.terminal?.terminal ? 'help shows what can be sent; ' : ''}Ctrl-C ends`,
      );
    this.prompt();
    const sending = this.carryOutAll(first);
    const lost = await this.listenAgain(ends);
    this.end.abort();
    await sending;
    this.view.terminal?.close();
    recording.emit(this.runEnd(lost));
    await recording.finish();
    if (!this.request.json) say(`\n  report  ${printable(join(this.request.out, 'report.html'))}\n`);
    if (lost === undefined) return 0;
    remark(lost.message);
    return 3;
  }

  private get link(): Link {
    return this.board.link(this.located.name);
  }

  private get isOver(): boolean {
    return this.end.signal.aborted || this.recording?.signal.aborted === true;
  }

  private isBefore(ends: Micros | undefined): boolean {
    return !this.isOver && (ends === undefined || this.board.clock.now() < ends);
  }

  private newListener(): LinkListener {
    return new LinkListener(this.located.name, this.codec, (record, event) =>
      this.view.showReceived(record, event),
    );
  }

  /** With --reconnect it waits for a link that is not there yet. */
  private async open(ends: Micros | undefined): Promise<void> {
    try {
      await this.board.open();
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      if (this.request.reconnect !== true) throw new UsageError(error.message, 3);
      remark(`${error.message}: waiting for it`);
      if (!(await this.reopen(ends))) throw new UsageError(error.message, 3);
    }
  }

  /** Resolves with false where the monitor ends before. */
  private async reopen(ends: Micros | undefined): Promise<boolean> {
    const { clock } = this.board;
    while (this.isBefore(ends)) {
      await clock.until(micros(Math.min(after(clock.now(), RETRY), ends ?? Infinity)));
      try {
        await this.board.open();
        return true;
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
      }
    }
    return false;
  }

  /** Listens; after a loss, with --reconnect, again once the link is back. Resolves with the reason if the link ended by itself. */
  private async listenAgain(ends: Micros | undefined): Promise<LinkError | undefined> {
    for (;;) {
      const lost = await this.listen(ends);
      if (lost === undefined || this.request.reconnect !== true) return lost;
      this.note('lost', lost.message);
      await this.board.close();
      if (!(await this.reopen(ends))) return undefined;
      this.listener = this.newListener();
      this.note('reopened', this.link.url);
      this.opened++;
    }
  }

  private async listen(ends: Micros | undefined): Promise<LinkError | undefined> {
    const { clock } = this.board;
    try {
      while (this.isBefore(ends)) {
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
        if (this.entries === 0 && this.located.target.scheme === 'tcp' && beginsTelnet(chunk.bytes))
          remark(`${this.link.url} sends Telnet commands: ${TELNET_REMEDY}`);
        this.journal(chunk);
        if (this.request.hex) this.view.show(bytesRecord(this.located, chunk));
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
    const terminal = stdin.isTTY && process.stdout.isTTY && this.request.json !== true;
    const lines = createInterface({
      input: stdin,
      ...(terminal ? { output: process.stdout } : {}),
      terminal,
      prompt: '> ',
      completer: (line: string): [string[], string] => [completions(line, this.vocabulary), line],
    });
    this.view.terminal = lines;
    lines.on('SIGINT', () => this.end.abort());
    let last = Promise.resolve();
    lines.on('line', (line) => {
      last = last.then(() => this.carryOutLine(line)).then(() => this.prompt());
    });
    if (terminal) lines.on('close', () => this.end.abort());
  }

  private async carryOutLine(line: string): Promise<void> {
    try {
      await this.carryOut(parseAction(line, this.vocabulary));
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof LinkError)) throw error;
      remark(error.message);
    }
  }

  private async carryOutAll(actions: readonly Action[]): Promise<void> {
    for (const action of actions)
      await this.carryOut(action).catch((error: unknown) => {
        if (error instanceof LinkError) remark(error.message);
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
        return warn(helpLines(this.vocabulary).join('\n'));
      case 'lines':
        await this.link.lines(action.state);
        return this.note('lines', JSON.stringify(action.state));
      case 'break': {
        const chunk = await sendBreak(this.link, BREAK);
        if (chunk !== undefined) this.recordSent(chunk);
        return this.note('break', `${BREAK / 1000} ms`);
      }
      case 'send': {
        const chunk = await this.send(action.bytes);
        this.sent++;
        this.recordSent(chunk);
      }
    }
  }

  /** With --reconnect, what a lost link did not take is sent once it is back. */
  private async send(bytes: Uint8Array): Promise<Chunk> {
    const { clock } = this.board;
    for (;;) {
      const before = this.opened;
      try {
        return await this.link.send(bytes);
      } catch (error) {
        if (!(error instanceof LinkError) || this.request.reconnect !== true) throw error;
        while (!this.isOver && this.opened === before) await clock.until(after(clock.now(), POLL));
        if (this.isOver) throw error;
      }
    }
  }

  private recordSent(chunk: Chunk): void {
    this.journal(chunk);
    const record = bytesRecord(this.located, chunk);
    const fields = this.request.hex ? undefined : this.located.dialect?.tx.fields(chunk.bytes);
    this.view.show(fields === undefined ? record : { ...record, fields });
  }

  private prompt(): void {
    if (!this.isOver) this.view.prompt();
  }

  private journal(chunk: Chunk): void {
    if (++this.entries > ENTRIES) return;
    this.recording?.emit({ type: 'chunk', ...bytesRecord(this.located, chunk) });
  }

  private note(event: string, detail: string): void {
    this.recording?.emit({
      type: 'line',
      at: Math.round(this.board.clock.now()),
      link: this.located.name,
      event,
      detail,
    });
    this.view.note(this.board.clock.now(), `${event} ${detail}`);
  }

  private runEnd(lost: LinkError | undefined): RunEnd {
    const at = Math.round(this.board.clock.now());
    if (this.entries > ENTRIES) this.note('trace-full', `${this.entries - ENTRIES} chunks more passed`);
    return monitorEnd(at, this.sent, lost?.message);
  }
}
