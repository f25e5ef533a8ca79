/**
 * The bytes of the wire, packed for the page's script:
 *
 *     4 bytes       the header's length, lowest byte first
 *     header        JSON: links, marks, and how long each column is
 *     columns       varints: start (µs after the last), span (µs), lane (link × 2, + 1 from the board),
 *                   bytes kept, bytes there were beyond them
 *     frames        varints, of each lane that the header's `frames` counts: the bytes of each frame, then the
 *                   place of its explanation in the header (from 1; 0: none)
 *     bytes         the kept bytes of all chunks, in order
 *
 * Columns of like numbers deflate far better than rows of them. Where the whole is too large, chunks far
 * from a failure lose their later bytes, and at last are left out; the header counts them.
 */
import type { CheckRecord, LineRecord, MoveRecord } from '../../../scenarios/record';
import { failingExchange, measuredGap } from '../../fault/failing-exchange';
import { ByteBuffer, type WireTrace } from '../../summary/wire-trace';
import { deflateBase64, dataBlock, type Page } from '../page';
import { clip, printable } from '../../text/printable';
import type { RunSummary } from '../../summary/summary';
import { wireFrames, type FrameReaders, type WireFrames } from './wire-frames';
import type { TimelineMark, WireHeader } from './wire-header';
import { html, type Markup } from '../markup';
import { plural } from '../../text/quantity';

/** Characters of the packed wire in a page. */
const MAX_PACKED_LENGTH = 3_600_000;
/** Bytes kept of each chunk far from a failure, tried in turn. */
const BYTE_LIMITS = [Infinity, 64, 16, 8, 0] as const;
const MAX_MARKS = 4000;
const MARK_LENGTH = 160;

export interface PackedWire {
  readonly text: string;
  readonly chunks: number;
  readonly leftOut: number;
  /** Bytes kept of a chunk that is not near a failure; Infinity: all. */
  readonly cut: number;
}

const markText = (text: string): string => printable(clip(text, MARK_LENGTH));

function checkMark({
  at,
  requirement,
  verdict,
  title,
  evidence = [],
  measurement,
}: CheckRecord): TimelineMark {
  const gap = measuredGap(evidence, measurement);
  const from = evidence[failingExchange(evidence, gap)]?.notBefore ?? at;
  return { at, kind: 'check', id: markText(requirement), verdict, text: markText(title), from };
}

function lineMark({ at, link, event, detail }: LineRecord): TimelineMark {
  const name = link === '' ? '' : `${link}: `;
  return { at, kind: 'line', text: markText(`${name}${event}${detail === undefined ? '' : `: ${detail}`}`) };
}

function moveMark({ at, link, player, text }: MoveRecord): TimelineMark {
  return { at, kind: 'move', text: markText(`${link}: player ${player} ${text}`) };
}

function marksOf({ suites, requirements, lines, moves }: RunSummary): readonly TimelineMark[] {
  const scenarios = suites.flatMap((suite) =>
    suite.scenarios.flatMap(({ title, from }): TimelineMark[] =>
      from === undefined ? [] : [{ at: from, kind: 'scenario', text: markText(title) }],
    ),
  );
  const checks = requirements.flatMap(({ deciding }) =>
    deciding.filter(({ verdict }) => verdict !== 'skip').map(checkMark),
  );
  return [...scenarios, ...checks, ...lines.map(lineMark), ...moves.map(moveMark)]
    .slice(0, MAX_MARKS)
    .sort((one, other) => one.at - other.at);
}

class Columns {
  readonly starts = new ByteBuffer();
  readonly spans = new ByteBuffer();
  readonly lanes = new ByteBuffer();
  readonly kept = new ByteBuffer();
  readonly beyond = new ByteBuffer();
  readonly bytes = new ByteBuffer();
  count = 0;
  private last = 0;

  get numbers(): readonly ByteBuffer[] {
    return [this.starts, this.spans, this.lanes, this.kept, this.beyond];
  }

  add(notBefore: number, span: number, lane: number, kept: number, beyond: number): void {
    const from = Math.max(this.last, Math.round(notBefore));
    this.starts.pushVarint(from - this.last);
    this.spans.pushVarint(Math.max(0, Math.round(span)));
    this.lanes.pushVarint(lane);
    this.kept.pushVarint(kept);
    this.beyond.pushVarint(beyond);
    this.last = from;
    this.count += 1;
  }
}

/** The order of the chunks by time: the journal has them in the order in which links reported them. */
function timeOrder({ notBefore }: WireTrace['columns']): readonly number[] | undefined {
  const sorted = notBefore.every((at, index) => index === 0 || at >= (notBefore[index - 1] ?? 0));
  if (sorted) return undefined;
  const at = (index: number): number => notBefore[index] ?? 0;
  return notBefore.map((_, index) => index).sort((one, other) => at(one) - at(other));
}

/** At most `limit` bytes of each chunk far from a failure; -1: none of those chunks. */
function columnsOf({ columns: all, count }: WireTrace, order: readonly number[] | undefined, limit: number) {
  const columns = new Columns();
  for (let place = 0; place < count; place++) {
    const index = order?.[place] ?? place;
    const near = all.nearFailure[index] === true;
    if (!near && limit < 0) continue;
    const [from = 0, kept = 0, size = 0] = [all.start[index], all.kept[index], all.size[index]];
    const [notBefore = 0, notAfter = 0, lane = 0] = [
      all.notBefore[index],
      all.notAfter[index],
      all.lane[index],
    ];
    const shown = near ? kept : Math.min(kept, limit);
    columns.add(notBefore, notAfter - notBefore, lane, shown, size - shown);
    columns.bytes.pushFrom(all.bytes, from, from + shown);
  }
  return columns;
}

function text(
  trace: WireTrace,
  columns: Columns,
  marks: readonly TimelineMark[],
  end: number,
  frames: WireFrames | undefined,
): string {
  const named = frames && {
    frames: frames.lanes.map(
      (lane) => lane && ([lane.count, lane.lengths.length, lane.explained.length] as const),
    ),
    explanations: frames.explanations,
  };
  const fields: WireHeader = {
    links: trace.links.map(markText),
    count: columns.count,
    columns: columns.numbers.map(({ length }) => length),
    marks,
    end,
    ...named,
  };
  const header = Buffer.from(JSON.stringify(fields));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const ofFrames =
    frames?.lanes.flatMap((lane) => (lane === undefined ? [] : [lane.lengths, lane.explained])) ?? [];
  const parts = [...columns.numbers, ...ofFrames, columns.bytes].map((column) => column.view());
  return deflateBase64(Buffer.concat([length, header, ...parts]));
}

/** The wire of a run, within the budget; nothing where nothing passed. */
export function packWire(summary: RunSummary, readers: FrameReaders): PackedWire | undefined {
  const trace = summary.wire;
  if (trace === undefined || trace.count === 0) return undefined;
  const order = timeOrder(trace.columns);
  const frames = wireFrames(summary, trace, order, readers);
  const marks = marksOf(summary);
  for (const cut of [...BYTE_LIMITS, -1]) {
    const columns = columnsOf(trace, order, cut);
    // Without the chunks between them, frames have no place.
    const result = text(trace, columns, marks, summary.duration, cut < 0 ? undefined : frames);
    if (result.length > MAX_PACKED_LENGTH && cut >= 0) continue;
    return {
      text: result,
      chunks: columns.count,
      leftOut: trace.leftOut.chunks + trace.count - columns.count,
      cut,
    };
  }
  return undefined;
}

function keptText({ chunks, leftOut, cut }: PackedWire): string {
  const kept = plural(chunks, 'chunk');
  const bytes =
    cut === Infinity
      ? 'with every byte in the journal'
      : `with all bytes near checks that did not pass, and elsewhere the first ${plural(Math.max(0, cut), 'byte')} of each`;
  const left =
    leftOut > 0
      ? ` ${plural(leftOut, 'more chunk')} passed and ${leftOut === 1 ? 'is' : 'are'} left out.`
      : '';
  return `${kept}, ${bytes}.${left}`;
}

/** Nothing for a run without bytes. */
export function wireSection(page: Page, readers: FrameReaders): Markup | undefined {
  const packed = packWire(page.summary, readers);
  if (packed === undefined) return undefined;
  return html`<section id="${page.anchor('wire')}" class="wire">
    <h2>The wire</h2>
    <p class="bounds">${keptText(packed)}</p>
    <div class="card wire-card" hidden>
      <div class="wire-tools">
        <button type="button" data-wire="out" aria-label="Zoom out">−</button>
        <button type="button" data-wire="in" aria-label="Zoom in">+</button>
        <button type="button" data-wire="all">Whole run</button>
        <button type="button" data-wire="bad">Next problem</button>
        <label>Find <input type="search" class="wire-find" placeholder="01 FF or a name" size="16" /></label>
        <span class="wire-found" role="status"></span>
      </div>
      <div class="wire-lanes">
        <canvas
          class="wire-time"
          tabindex="0"
          role="img"
          aria-label="Time line of the run: arrow keys move, plus and minus zoom down to single bytes, Enter shows the moment below"
        ></canvas>
        <div class="wire-gap" aria-hidden="true" hidden></div>
      </div>
      <p class="wire-hover"></p>
      <div class="wire-head" aria-hidden="true"></div>
      <div class="wire-list" tabindex="0" role="region" aria-label="What passed, in order; arrow keys choose">
        <div class="wire-rows"></div>
      </div>
      <div class="wire-detail" aria-live="polite"></div>
    </div>
    <noscript><p class="left">The wire is drawn by a script; the rest of this page needs none.</p></noscript>
    ${dataBlock('wire-data', packed.text)}
  </section>`;
}
