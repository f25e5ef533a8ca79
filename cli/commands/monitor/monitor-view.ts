/** What `wirejig monitor` prints, each record with the time of day, above the line that is being typed; and what its journal has. */
import type { Shared } from '../../shared/command-options';
import { cursorTo, clearLine, type Interface } from 'node:readline';
import type { ConsoleLine } from '../../../protocols/terminal/console-line';
import type { FrameEvent } from '../../../protocols/frame';
import type { Micros } from '../../../protocols/time';
import { exchangeLines, fileLimits, formatWhen } from '../../../reports/text/exchange-text';
import { printable } from '../../../reports/text/printable';
import type { BytesRecord, JournalEvent, RunEnd } from '../../../scenarios/record';
import { say, sayJson, painter } from '../../shared/console';
import type { Chunk } from '../../../protocols/chunk';
import { systemText } from '../../../devices/platform/system';
import { commandLine } from '../../shared/command-line';
import { UNKNOWN_KIND } from '../../shared/output/journal-file';
import { wirejigVersion } from '../../shared/program';
import { hex } from '../../../protocols/bytes';
import type { Vocabulary } from './monitor-input';
import type { LocatedLink } from '../../shared/boards/located-link';
import type { MonitorRequest } from './command';

type MonitorViewOptions = Shared<'color'> & {
  readonly json?: boolean | undefined;
  readonly now: () => Micros;
};

export class MonitorView {
  /** Of the person who types; undefined where nobody does. */
  terminal: Interface | undefined;
  private readonly paint;
  /** The time of day at the zero of the link's clock, in ms. */
  private readonly zero;

  constructor(private readonly options: MonitorViewOptions) {
    this.paint = painter(options.color);
    this.zero = Date.now() - options.now() / 1000;
  }

  showReceived(record: BytesRecord, event: FrameEvent<unknown>): void {
    const text = event.kind === 'frame' && isLine(event.value) ? event.value.text : undefined;
    if (text === undefined) this.show(record);
    else if (this.options.json) this.show({ ...record, fields: [] }, text);
    else {
      const { dim, cyan } = this.paint;
      this.print(record.notAfter, [`${dim(`${formatWhen(record)}  got   `)}${cyan(printable(text))}`]);
    }
  }

  show(record: BytesRecord, text?: string): void {
    const at = record.notAfter;
    if (this.options.json) {
      const time = new Date(this.zero + at / 1000).toISOString();
      sayJson({ time, ...record, ...(text === undefined ? {} : { text }) });
      return;
    }
    const { isTTY } = process.stdout;
    const columns = isTTY ? process.stdout.columns - MARGIN.length : fileLimits.columns;
    this.print(at, exchangeLines(record, { ...fileLimits, columns }, this.paint));
  }

  note(at: number, text: string): void {
    if (!this.options.json) this.print(at, [this.paint.dim(printable(text))]);
  }

  prompt(): void {
    if (this.terminal?.terminal) this.terminal.prompt();
  }

  private print(at: number, lines: readonly string[]): void {
    const isTyping = this.terminal?.terminal === true;
    if (isTyping) {
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
    }
    const clock = `${this.paint.dim(CLOCK.format(this.zero + at / 1000))}  `;
    say(`${lines.map((line, index) => `${index === 0 ? clock : MARGIN}${line}`).join('\n')}\n`);
    if (isTyping) this.terminal?.prompt(true);
  }
}

const MARGIN = ' '.repeat('14:03:22.123  '.length);

/** `14:03:22.123`, of this machine's time zone. */
const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

function isLine(value: unknown): value is ConsoleLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    'end' in value &&
    typeof value.text === 'string'
  );
}

export function monitorStart(
  { link, params = [] }: MonitorRequest,
  { name, suite, target, board }: LocatedLink,
  identity: string | undefined,
): JournalEvent {
  return {
    type: 'run',
    version: wirejigVersion(),
    seed: 0,
    board: {
      name: board?.name ?? target.url,
      kind: suite ?? UNKNOWN_KIND,
      virtual: false,
      defects: [],
      links: [{ name, url: target.url }],
      ...(identity === undefined ? {} : { identity }),
    },
    suites: [],
    command: commandLine(['monitor', link], { suite, param: params }),
    startedAt: new Date().toISOString(),
    platform: systemText(),
  };
}

/** The last event. `lost`: why the link ended by itself. */
export function monitorEnd(at: number, exchanges: number, lost: string | undefined): RunEnd {
  const outcome =
    lost === undefined ? ({ outcome: 'done' } as const) : ({ outcome: 'lost', reason: lost } as const);
  return { type: 'run-end', at, ...outcome, verdicts: {}, exchanges };
}

export function vocabularyOf({ dialect }: LocatedLink): Vocabulary {
  return dialect ?? { messages: [] };
}

export function bytesRecord(
  { name }: LocatedLink,
  { direction, bytes, notBefore, notAfter }: Chunk,
): BytesRecord {
  const times = { notBefore: Math.round(notBefore), notAfter: Math.round(notAfter) };
  return { link: name, direction, ...times, hex: hex(bytes) };
}
