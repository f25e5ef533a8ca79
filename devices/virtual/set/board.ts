/**
 * The virtual Set board of the Set page: the host is its scanner on one link, and reads its log on the other.
 *
 * A conformant board begins its lines 0.3 to 15 ms after a frame's CR. The lines of a frame stay together; EndOfFrame
 * is anywhere among them. After a reset it ignores input for a part of `bootMs`, then prints a first line.
 */
import { ScannerLinkDecoder, type ScannerFrame } from '../../../protocols/set/scanner-link';
import { LINKS, type Report } from '../../../protocols/set/set';
import { parameters } from '../../../protocols/set/requirements';
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { random, type Random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { parameterValues } from '../engine/build-firmware';
import { earliest, Outbox } from '../engine/outbox';
import { SET_DEFECTS } from './defects';
import {
  EMPTY,
  setFirmware,
  type SetDefect,
  type SetFirmware,
  type SetProfile,
  type Table,
  type Turn,
} from './firmware';
import { asPublished } from './published';
import { consoleStyle, type ConsoleStyle } from './console-style';

const BOARD = {
  suite: 'set',
  links: [
    { name: 'scanner', baud: LINKS.scanner.baud },
    { name: 'console', baud: LINKS.console.baud },
  ],
} as const;

/** The board in the list of kinds. */
export const SET_BOARD: BoardKind = {
  ...BOARD,
  name: 'set',
  title: 'Set solver with a barcode scanner and a console',
  defects: SET_DEFECTS,
  create: (options) =>
    new SetBoard(
      options,
      SET_DEFECTS.filter(({ name }) => options.defects.has(name)),
    ),
};

/** The firmware as it was published. */
export const SET_PUBLISHED_BOARD: BoardKind = {
  ...BOARD,
  name: 'set-published',
  title: 'Set solver, the firmware as published',
  defects: [],
  create: (options) => new SetBoard(options, [{ change: asPublished }]),
};

class SetBoard implements VirtualBoard {
  private readonly random: Random;
  private readonly profile: SetProfile;
  private readonly style: ConsoleStyle;
  private firmware: SetFirmware;
  private decoder: Decoder<ScannerFrame>;
  private table: Table = EMPTY;
  private readonly outbox = new Outbox<Uint8Array>();
  private lastDue = micros(0);
  private ignoreInputUntil = micros(0);

  constructor(
    options: BoardOptions,
    private readonly defects: readonly Pick<SetDefect, 'change'>[],
  ) {
    this.random = random(options.seed);
    this.profile = profileOf(options);
    this.style = consoleStyle(this.random, this.profile.encoding);
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
  }

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    if (link !== 'scanner' || at < this.ignoreInputUntil) return;
    for (const event of this.decoder.push(bytes, at)) this.handleEvent(event, at);
  }

  wakeAt(): Micros | undefined {
    return earliest(this.outbox.due, this.decoder.deadline());
  }

  poll(now: Micros): readonly Emission[] {
    for (const event of this.decoder.tick(now)) this.handleEvent(event, now);
    return this.outbox.take(now).map((bytes) => ({ link: 'console', bytes }));
  }

  reset(at: Micros): void {
    this.table = this.firmware.afterReset(this.table);
    this.firmware = this.buildFirmware();
    this.decoder = this.createDecoder();
    this.outbox.keep();
    this.ignoreInputUntil = after(at, this.firmware.boot);
    this.lastDue = this.ignoreInputUntil;
    // The first line must not join a line that the reset has cut.
    this.enqueue(Uint8Array.of(0x0d, 0x0a), this.ignoreInputUntil);
    this.enqueue(this.style.debugLine('Set solver ready', this.ignoreInputUntil), this.ignoreInputUntil);
  }

  private handleEvent(decoded: FrameEvent<ScannerFrame>, now: Micros): void {
    for (const event of this.firmware.mapEvent(decoded)) {
      if (!this.firmware.accept(event, this.table)) continue;
      if (event.kind === 'frame') this.handleFrame(event.value, event.raw.length, now);
      else if (this.style.printsDebug) this.enqueue(this.style.debugLine(`Rx ${event.error.code}`, now), now);
    }
  }

  private handleFrame(frame: ScannerFrame, received: number, now: Micros): void {
    if (frame.type === 'line-feed') return;
    const { firmware } = this;
    const turns: Turn[] = [];
    for (const byte of firmware.cardBytes(frame)) {
      const placement = firmware.isCard(byte) ? firmware.placementOf(this.table, byte) : 'none';
      const turn = firmware.place(this.table, byte, placement);
      this.table = turn.table;
      turns.push(turn);
    }
    const lines = turns.flatMap((turn) => firmware.reportsFor(turn));
    const due = after(now, firmware.delay(turns[0]));
    this.sendReports(this.mixReports(lines, firmware.endOfFrameReports(received, turns)), due);
  }

  /** EndOfFrame somewhere among the others. */
  private mixReports(lines: readonly Report[], ends: readonly Report[]): readonly Report[] {
    const at = this.random.int(0, lines.length);
    return [...lines.slice(0, at), ...ends, ...lines.slice(at)];
  }

  private sendReports(reports: readonly Report[], due: Micros): void {
    let at = due;
    for (const report of reports) {
      at = after(at, this.firmware.lineGap(report));
      this.enqueue(this.firmware.line(report, at), at);
    }
    if (this.style.printsDebug && reports.length > 0)
      this.enqueue(this.style.debugLine(`Cards:${this.table.bytes.length}`, at), at);
  }

  private enqueue(bytes: Uint8Array, due: Micros): void {
    this.lastDue = micros(Math.max(due, this.lastDue));
    this.outbox.push(this.lastDue, bytes);
  }

  private buildFirmware(): SetFirmware {
    return setFirmware(this.profile, this.random, this.style, this.defects);
  }

  private createDecoder(): Decoder<ScannerFrame> {
    return this.firmware.wrapDecoder(new ScannerLinkDecoder(this.firmware.link));
  }
}

function profileOf(options: BoardOptions): SetProfile {
  const { text, number } = parameterValues(parameters, options.parameters);
  return {
    encoding: text('cardEncoding') === '0..2' ? '0..2' : '1..3',
    tableLimit: number('tableLimit'),
    multiByte: text('multiByte') === 'first' ? 'first' : 'reject',
    idleReset: millis(number('idleResetMs')),
    rxBuffer: number('rxBufferBytes'),
    solve: millis(number('solveMs')),
    boot: millis(number('bootMs')),
  };
}
