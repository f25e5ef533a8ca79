/**
 * `trace.pcapng`: what was on the wire, for Wireshark, as link type RTAC Serial (250), one interface a link.
 *
 *     0  seconds       4  the earliest that the bytes can have been on the wire; the packet's own
 *     4  microseconds  4  time is the latest
 *     8  event         1  00 status change, 03 sent by the host, 04 sent by the board, 05 lost, 09 break
 *     9  lines         1  08 RTS, 10 DTR, as the host drives them
 *    10  pace          2  0001: the bytes had no sure pace, so any of them may have been first or last in that time
 *    12  the bytes
 *
 * Headers are big endian. Comments mark where a scenario begins and what a check found that did not pass; those of the
 * file have the board's parameters, and its statistics the end of the run. A virtual run has no wall time: it begins at 1970. Source of the header: wireshark's packet-rtacser.
 */
import type { ChunkRecord, JournalEvent, LineRecord, RunStart } from '../../scenarios/record';
import { PcapngWriter, type ByteSink, type PacketBlock } from './pcapng';
import { clip, printable } from '../text/printable';

export const LINK_TYPE = 250;
export const HEADER = 12;
const EVENT = { status: 0, tx: 3, rx: 4, lost: 5, break: 9 } as const;
export const NO_PACE = 1;
const LINES = { rts: 0x08, dtr: 0x10 } as const;
const IN = 1;
const OUT = 2;
/** The most characters of a comment. */
const COMMENT_LENGTH = 300;
/** Of the last packet of a run that ended: without it, the file is cut off. */
export const END_MARK = 'end of the recording';
/** Events whose comments are never cut: `check` judges a trace by the codes presented and by the settings of the board. */
const UNCLIPPED_EVENTS: readonly string[] = ['present', 'board'];
/** Events between two scenarios that are kept until the next scenario shows their suite. */
const MAX_PENDING = 1024;

/** Comments may still be added. */
type Packet = PacketBlock & { readonly comments: string[] };

interface Port {
  readonly interface: number;
  lines: number;
}

type WireEvent = ChunkRecord | LineRecord;

export interface TraceFile {
  add(event: JournalEvent): void;
  /** Writes the rest: the file is complete. */
  end(): void;
}

export function traceFile(sink: ByteSink): TraceFile {
  return new Trace(new PcapngWriter(sink));
}

class Trace implements TraceFile {
  private start: RunStart | undefined;
  private base = 0;
  /** The end of the capture. */
  private endedAt: number | undefined;
  private hasEnded = false;
  private readonly ports = new Map<string, Port>();
  private lastPort: Port | undefined;
  /** Events without a link, in a run of several suites, until a link of the suite is known. */
  private unassigned: LineRecord[] = [];
  private suite: string | undefined;
  private inScenario = false;
  private pending: WireEvent[] = [];
  /** Not written yet, because a check may add a comment. */
  private packet: Packet | undefined;
  private pendingComments: string[] = [];

  constructor(private readonly file: PcapngWriter) {}

  add(event: JournalEvent): void {
    switch (event.type) {
      case 'run':
        this.begin(event);
        break;
      case 'scenario':
        this.assignPending(event.suite);
        this.inScenario = true;
        this.pendingComments.push(`scenario ${event.scenario}`);
        break;
      case 'scenario-end':
        this.inScenario = false;
        break;
      case 'chunk':
      case 'line':
        if (this.inScenario || this.singleSuite || this.pending.length >= MAX_PENDING)
          this.addWireEvent(event);
        else this.pending.push(event);
        break;
      case 'check':
        if (event.verdict !== 'pass' && event.verdict !== 'skip')
          this.packet?.comments.push(comment(`${event.verdict} ${event.requirement}: ${event.title}`));
        break;
      case 'move':
        this.packet?.comments.push(comment(`player ${event.player} ${event.text}`));
        break;
      case 'run-end':
        this.assignPending(this.suite);
        this.hasEnded = true;
        if (['done', 'silent', 'never-quiet'].includes(event.outcome)) this.endedAt = this.base + event.at;
        break;
      default:
    }
  }

  end(): void {
    this.assignPending(this.suite);
    this.placeUnassigned();
    if (this.hasEnded) this.packet?.comments.push(END_MARK);
    this.writePacketBefore(undefined);
    if (this.endedAt !== undefined)
      for (const port of this.ports.values()) this.file.statistics(port.interface, this.endedAt);
    this.file.flush();
  }

  private begin(start: RunStart): void {
    this.start = start;
    const { version, seed, command, platform, startedAt, suites, board } = start;
    const wall = Date.parse(startedAt ?? '');
    this.base = Number.isNaN(wall) ? 0 : wall * 1000;
    const lines = [`seed ${seed}`, `board ${board.name}`, `again: ${command}`];
    // For `check`: the kind of clock, and the parameters of the board.
    const facts = [
      ...(board.virtual ? ['clock: virtual'] : []),
      ...suites.map(({ id, parameters }) => `parameters ${id}: ${printable(JSON.stringify(parameters))}`),
    ];
    this.file.section(`wirejig ${version}`, platform, [...lines.map(comment), ...facts]);
    this.suite = suites[0]?.id;
  }

  private get singleSuite(): boolean {
    return (this.start?.suites.length ?? 0) <= 1;
  }

  private assignPending(suite: string | undefined): void {
    if (suite !== this.suite && !this.singleSuite) {
      this.placeUnassigned();
      this.lastPort = undefined;
    }
    this.suite = suite;
    for (const event of this.pending.splice(0)) this.addWireEvent(event);
  }

  private addWireEvent(event: WireEvent): void {
    if (event.type === 'chunk') this.chunk(event);
    else this.line(event);
  }

  private chunk({
    link,
    direction,
    notBefore,
    notAfter,
    lastNotBefore = Infinity,
    hex,
    elided = 0,
  }: ChunkRecord): void {
    const port = this.port(link);
    const sent = direction === 'tx';
    this.writePacketBefore({
      interface: port.interface,
      at: this.base + Math.round(notAfter),
      data: this.packetData(
        notBefore,
        sent ? EVENT.tx : EVENT.rx,
        port.lines,
        hex,
        lastNotBefore > notBefore,
      ),
      left: elided,
      direction: sent ? OUT : IN,
      comments: elided > 0 ? [`${elided} bytes more are not in the journal`] : [],
    });
  }

  /** Events without a link belong to the board's first link, if no link of the suite is known. */
  private placeUnassigned(): void {
    if (this.unassigned.length > 0) this.port(this.firstLink());
  }

  private line(event: LineRecord): void {
    if (event.link !== '') this.lineOf(this.port(event.link), event);
    else if (this.lastPort !== undefined) this.lineOf(this.lastPort, event);
    else if (this.singleSuite) this.lineOf(this.port(this.firstLink()), event);
    else this.unassigned.push(event);
  }

  private lineOf(port: Port, { at, event, detail = '' }: LineRecord): void {
    const state = event === 'lines' ? drivenLines(detail) : {};
    if (state.dtr !== undefined) port.lines = setLine(port.lines, LINES.dtr, state.dtr);
    if (state.rts !== undefined) port.lines = setLine(port.lines, LINES.rts, state.rts);
    const broken = state.brk === true || (event === 'fault' && detail.startsWith('break'));
    const kind = event.startsWith('trace-') ? EVENT.lost : broken ? EVENT.break : EVENT.status;
    this.writePacketBefore({
      interface: port.interface,
      at: this.base + Math.round(at),
      data: this.packetData(at, kind, port.lines, ''),
      left: 0,
      comments: [
        UNCLIPPED_EVENTS.includes(event)
          ? printable(`${event}: ${detail}`)
          : comment(event + (detail === '' ? '' : `: ${detail}`)),
      ],
    });
  }

  /** The header, then the bytes. */
  private packetData(from: number, event: number, lines: number, hex: string, isPaced = true): Uint8Array {
    const data = new Uint8Array(HEADER + hex.length / 2);
    const view = new DataView(data.buffer);
    const at = this.base + Math.floor(from);
    view.setUint32(0, Math.floor(at / 1e6));
    view.setUint32(4, at % 1e6);
    data[8] = event;
    data[9] = lines;
    data[11] = isPaced ? 0 : NO_PACE;
    for (let i = HEADER, j = 0; i < data.length; i++, j += 2)
      data[i] = (nibble(hex.charCodeAt(j)) << 4) | nibble(hex.charCodeAt(j + 1));
    return data;
  }

  private writePacketBefore(packet: Packet | undefined): void {
    if (this.packet !== undefined) this.file.packet(this.packet);
    packet?.comments.unshift(...this.pendingComments.splice(0));
    this.packet = packet;
  }

  private port(link: string): Port {
    const name = this.singleSuite ? link : `${this.suite ?? ''}/${link}`;
    const port = this.ports.get(name) ?? this.openPort(name, link);
    this.lastPort = port;
    for (const line of this.unassigned.splice(0)) this.lineOf(port, line);
    return port;
  }

  private openPort(name: string, link: string): Port {
    const url = this.start?.board.links.find((one) => one.name === link)?.url ?? '';
    const port = { interface: this.file.interface(LINK_TYPE, name, url), lines: LINES.dtr | LINES.rts };
    this.ports.set(name, port);
    return port;
  }

  private firstLink(): string {
    return this.start?.board.links[0]?.name ?? 'main';
  }
}

function nibble(digit: number): number {
  return (digit & 0xf) + (digit > 0x40 ? 9 : 0);
}

function comment(text: string): string {
  return clip(printable(text), COMMENT_LENGTH);
}

function setLine(lines: number, bit: number, on: boolean): number {
  return on ? lines | bit : lines & ~bit;
}

function drivenLines(detail: string): { dtr?: boolean; rts?: boolean; brk?: boolean } {
  const states = detail.matchAll(/"(dtr|rts|brk)":(true|false)/g);
  return Object.fromEntries([...states].map(([, name = '', value]) => [name, value === 'true']));
}
