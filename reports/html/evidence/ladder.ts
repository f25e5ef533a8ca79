/** The exchanges around a check as a ladder between host and board: one lane a link, time downwards. */
import type { BytesRecord, MeasurementRecord } from '../../../scenarios/record';
import { offsetText, type MeasuredGap } from '../../fault/failing-exchange';
import { bytesLeftOut, formatWhen, hexRows } from '../../text/exchange-text';
import { html, textLines, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { messageName } from '../../text/message-name';
import { formatBounds, formatLimits, formatQuantity, formatSpan, plural } from '../../text/quantity';

/** Pixels: the first lane's left end, its width, the space between lanes. */
const LEFT = 12;
const LANE = 108;
const LANE_GAP = 26;
const HEAD = 34;
const SHOWN_BYTES = 8;
/** Room for words at least: a narrow page scrolls. */
const LABEL_WIDTH = 280;

interface Lanes {
  readonly names: readonly string[];
  readonly right: number;
}

const hostX = (lane: number): number => LEFT + lane * (LANE + LANE_GAP);
const boardX = (lane: number): number => hostX(lane) + LANE;

/** In the order of the board's links; then links that the board does not name, in the order of the records. */
function lanesOf(records: readonly BytesRecord[], links: readonly string[]): Lanes {
  const seen = new Set(records.map(({ link }) => link));
  const names = [...new Set([...links.filter((name) => seen.has(name)), ...seen])];
  return { names, right: boardX(names.length - 1) + 22 };
}

function bytesText(record: BytesRecord): string {
  const left = bytesLeftOut(record, SHOWN_BYTES);
  const shown = hexRows(record.hex, SHOWN_BYTES, SHOWN_BYTES)[0] ?? '';
  return left > 0 ? `${shown} … ${plural(left + SHOWN_BYTES, 'byte')}` : shown;
}

function tip(record: BytesRecord, since: number | undefined): Markup {
  const way = record.direction === 'tx' ? 'host → board' : 'board → host';
  return textLines([
    `${way} on ${clip(record.link, 60)}, ${formatWhen(record)}`,
    ...(since === undefined ? [] : [`${formatSpan(since)} after the one before`]),
    `on the wire within ${formatSpan(record.notAfter - record.notBefore)}`,
    `${bytesText(record)} ${messageName(record)}`,
  ]);
}

function rung(rungs: readonly Rung[], index: number, lanes: Lanes, { ids, start }: LadderContent) {
  const it = rungs[index];
  if (it === undefined) return undefined;
  const { record, from, to, label } = it;
  const lane = lanes.names.indexOf(record.link);
  const sent = record.direction === 'tx';
  const [begin, end] = sent ? [hostX(lane), boardX(lane)] : [boardX(lane), hostX(lane)];
  const before = rungs[index - 1]?.record;
  const since = before === undefined ? undefined : Math.max(0, record.notBefore - before.notAfter);
  const back = sent ? -7 : 7;
  const kind = `${sent ? 'tx' : 'rx'}${record.reject === undefined ? '' : ' rejected'}`;
  return html`<g class="rung ${kind}" data-y="${from} ${to} ${label}" data-t="${tip(record, since)}">
    <rect x="${hostX(lane)}" y="${from}" width="${LANE}" height="${Math.max(2, to - from)}" />
    <path class="arrow" d="M${begin} ${from}L${end} ${to}m${back} -4l${-back} 4l${back} 4" />
    <path class="leader" d="M${boardX(lane) + 3} ${to}L${lanes.right - 12} ${label}h8" />
    <a href="#${ids[index]}"
      ><text x="${lanes.right}" y="${label + 4}"
        ><tspan class="time">${offsetText(record, start)}</tspan> ${sent ? '▸' : '◂'}
        <tspan class="gist">${messageName(record)}</tspan>
        <tspan class="hex">${bytesText(record)}</tspan></text
      ></a
    >
  </g>`;
}

function lane(name: string, index: number, height: number): Markup {
  const from = hostX(index);
  const to = boardX(index);
  return html`<text class="end" x="${from - 4}" y="26">host</text>
    <text class="end" x="${to + 4}" y="26" text-anchor="end">board</text>
    <text class="link" x="${(from + to) / 2}" y="11" text-anchor="middle">${clip(name, 14)}</text>
    <path class="life" d="M${from} ${HEAD}V${HEAD + height}M${to} ${HEAD}V${HEAD + height}" />`;
}

function pause({ at, span }: Pause, lanes: Lanes): Markup {
  const marks = lanes.names.map((_, index) => {
    const zigzag = (x: number): string => `M${x} ${at - 8}l-4 4l8 4l-8 4l4 4`;
    return html`<path d="${zigzag(hostX(index))}${zigzag(boardX(index))}" />`;
  });
  return html`<g class="pause" data-y="${at}">
    ${marks}<text x="${hostX(0) + LANE / 2}" y="${at + 4}" text-anchor="middle">${formatSpan(span)}</text>
  </g>`;
}

function bracket({ rungs, gapLabel }: LadderLayout, lanes: Lanes, { gap, measurement }: LadderContent) {
  const [first, last] = [rungs[gap?.from ?? -1], rungs[gap?.to ?? -1]];
  if (gap === undefined || measurement === undefined || first === undefined || last === undefined)
    return undefined;
  const from = gap.since === first.record.notAfter ? first.to : first.from;
  const to = gap.until === last.record.notBefore ? last.from : last.to;
  const { low, high, min = -Infinity, max = Infinity } = measurement;
  const beyond = low > max || high < min;
  const limit = low > max ? formatQuantity(max, measurement.unit) : formatLimits(measurement);
  return html`<g class="gap ${beyond ? 'over' : ''}">
    <path d="M${LEFT - 3} ${from}h-6V${to}h6" />
    <text x="${lanes.right}" y="${gapLabel + 4}"
      >${beyond ? '✗ ' : ''}${formatBounds(measurement)}, limit ${limit}</text
    >
  </g>`;
}

export interface LadderContent {
  readonly records: readonly BytesRecord[];
  /** Of each record, the id of the element that shows its bytes. */
  readonly ids: readonly string[];
  /** The record from whose end on times are shown. */
  readonly start: BytesRecord | undefined;
  readonly links: readonly string[];
  readonly gap: MeasuredGap | undefined;
  readonly measurement: MeasurementRecord | undefined;
}

export function ladder(content: LadderContent): Markup | undefined {
  const { records, links, gap } = content;
  if (records.length === 0) return undefined;
  const lanes = lanesOf(records, links);
  const layout = layOutLadder(records, gap?.to);
  const { rungs, pauses, height } = layout;
  const label = `Ladder of ${plural(records.length, 'exchange')} between host and board`;
  return html`<figure class="ladder">
    <div class="ladder-tools" hidden>
      <button type="button" data-zoom="0.5" aria-label="Zoom out">−</button>
      <button type="button" data-zoom="2" aria-label="Zoom in">+</button>
    </div>
    <div class="ladder-view">
      <svg
        width="100%"
        height="${height + HEAD}"
        style="min-width:${lanes.right + LABEL_WIDTH}px"
        role="group"
        aria-label="${label}"
        data-height="${height}"
      >
        ${lanes.names.map((name, index) => lane(name, index, height))}
        <g transform="translate(0 ${HEAD})">
          ${pauses.map((each) => pause(each, lanes))}${bracket(layout, lanes, content)}${rungs.map((_, index) => rung(rungs, index, lanes, content))}
        </g>
      </svg>
    </div>
  </figure>`;
}

/** Pixels of the usual step between two moments, and of the longest one: longer steps are folded. */
const TYPICAL_STEP = 22;
const LONGEST_STEP = 56;
/** Pixels between two lines of words. */
const LINE = 22;
const TOP = 14;

interface Rung {
  readonly record: BytesRecord;
  /** Pixels from the top at which the first and the last byte stand. */
  readonly from: number;
  readonly to: number;
  readonly label: number;
}

interface Pause {
  readonly at: number;
  readonly span: number;
}

type LadderLayout = ReturnType<typeof layOutLadder>;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/**
 * Where exchanges stand on a ladder: time runs downwards, on one clock for all links. Between two moments the
 * axis is true to scale as long as it fits; a longer pause is folded, with its length.
 *
 *     host │            │ board       y
 *          │───────────▶│             0   starts 7 845.913 ms
 *          │◀───────────│            24   0.291 ms later
 *          ⌇  2.1 s     ⌇            68   folded
 *          │───────────▶│
 *
 * `gapEnd`: the place of the record that ends the measured time.
 */
function layOutLadder(records: readonly BytesRecord[], gapEnd?: number) {
  const moments = [...new Set(records.flatMap(({ notBefore, notAfter }) => [notBefore, notAfter]))];
  moments.sort((a, b) => a - b);
  const steps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  const scale = TYPICAL_STEP / Math.max(median(steps), 1e-3);
  const place = new Map<number, number>();
  const pauses: Pause[] = [];
  let y = TOP;
  moments.forEach((moment, index) => {
    const span = steps[index - 1] ?? 0;
    const drawn = Math.min(span * scale, LONGEST_STEP);
    const before = moments[index - 1] ?? moment;
    const idle = !records.some(({ notBefore, notAfter }) => notBefore <= before && notAfter >= moment);
    if (drawn === LONGEST_STEP && idle) pauses.push({ at: y + LONGEST_STEP / 2, span });
    y += drawn;
    place.set(moment, y);
  });
  let label = TOP - LINE;
  /** Of the words about the measured time, which stand before the rung that ends it. */
  let gapLabel = 0;
  const rungs = records.map((record, index) => {
    const from = place.get(record.notBefore) ?? TOP;
    const to = Math.max(from, place.get(record.notAfter) ?? from);
    if (index === gapEnd) gapLabel = label += LINE;
    label = Math.max(label + LINE, (from + to) / 2);
    if (index === gapEnd) gapLabel = Math.max(gapLabel, Math.round((gapLabel + label - LINE) / 2));
    return { record, from: Math.round(from), to: Math.round(to), label: Math.round(label) };
  });
  return { rungs, pauses, height: Math.ceil(Math.max(y, label) + TOP), gapLabel };
}
