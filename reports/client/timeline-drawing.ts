/** Draws the time line: one lane a link and direction, each with its bytes as analysers draw a bus. */
import { hexOf, clock, SIGNS, isWrongAt, type WireView } from './wire-view';
import { firstFrom } from './wire-data';

/** Of the time line, in pixels. */
export const TOP = 20;
export const LEFT = 86;
const AXIS = 20;
const BOX = 16;
/** The widths from which on a byte's value is written, and a frame's name. */
const BYTE_WIDTH = 17;
const NAME_WIDTH = 26;
/** More frames in sight are not told apart. */
const MOST_FRAMES = 600;
/** Chunks and frames that may have begun before what is in sight, and reach into it. */
export const REACH = 64;
const LONGEST_LINK = 7;

/** In microseconds, from 10 s up: as clocks are divided. */
const CLOCK_STEPS = [20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21600, 86400].map(
  (seconds) => seconds * 1e6,
);

/** What is in sight: from one time to another, in so many pixels. */
export interface Sight {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly end: number;
  /** What the list shows, and the row that is chosen in it. */
  readonly listed: readonly [from: number, to: number];
  readonly chosen: number | undefined;
}

export function laneHeight(lanes: number): number {
  return lanes > 6 ? 20 : 32;
}

export function lineHeight(lanes: number): number {
  return TOP + lanes * laneHeight(lanes) + AXIS;
}

type Colour = (name: string) => string;

function pageColours(): Colour {
  const style = getComputedStyle(document.documentElement);
  const known = new Map<string, string>();
  return (name) => {
    const colour = known.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    known.set(name, colour);
    return colour;
  };
}

export function drawTimeline(canvas: HTMLCanvasElement, wire: WireView, sight: Sight): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const lanes = 2 * wire.data.links.length;
  const ratio = devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = lineHeight(lanes) * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '11px system-ui, sans-serif';
  new Drawing(context, canvas.clientWidth, lanes, wire, sight, pageColours()).draw();
}

class Drawing {
  private readonly laneHeight: number;
  private readonly bottom: number;
  private readonly scale: number;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly right: number,
    private readonly lanes: number,
    private readonly wire: WireView,
    private readonly sight: Sight,
    private readonly colour: Colour,
  ) {
    this.laneHeight = laneHeight(lanes);
    this.bottom = TOP + lanes * this.laneHeight;
    this.scale = sight.width / (sight.to - sight.from);
  }

  draw(): void {
    this.fill('card', 0, 0, this.right, lineHeight(this.lanes));
    this.drawScenarios();
    const [first, last] = this.sight.listed.map((time) => this.x(time));
    this.fill('line', first, TOP, Math.max(2, last - first), this.bottom - TOP);
    this.drawTicks();
    this.drawBusy();
    for (const frame of this.framesInSight()) this.drawFrame(frame);
    this.drawChecks();
    if (this.sight.chosen !== undefined)
      this.fill('ink', this.x(this.sight.chosen) - 1, TOP - 4, 2, this.bottom - TOP + 6);
    this.drawNames();
  }

  private x(time: number): number {
    return LEFT + (time - this.sight.from) * this.scale;
  }

  private fill(colour: string, x: number, y: number, width: number, height: number): void {
    this.context.fillStyle = this.colour(colour);
    this.context.fillRect(x, y, width, height);
  }

  private write(colour: string, text: string, x: number, y: number): void {
    this.context.fillStyle = this.colour(colour);
    this.context.fillText(text, x, y);
  }

  private boxTop(lane: number): number {
    return TOP + (lane + 1) * this.laneHeight - BOX - 2;
  }

  /** Every other scenario on another ground. */
  private drawScenarios(): void {
    const scenarios = this.wire.data.marks.filter(({ kind }) => kind === 'scenario');
    scenarios.forEach(({ at }, index) => {
      if (index % 2 === 1) return;
      const from = this.x(at);
      const next = scenarios.at(index + 1);
      this.fill('shade', from, TOP, this.x(next?.at ?? this.sight.end) - from, this.bottom - TOP);
    });
  }

  private drawTicks(): void {
    const { from, to, width } = this.sight;
    const rough = ((to - from) / width) * 110;
    const power = 10 ** Math.floor(Math.log10(rough));
    const steps = rough > 1e7 ? CLOCK_STEPS : [1, 2, 5, 10].map((factor) => factor * power);
    const step = steps.find((each) => each >= rough) ?? rough;
    const digits = Math.max(0, Math.min(6, Math.ceil(6 - Math.log10(step))));
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
      const [text, x] = [clock(tick, digits), this.x(tick)];
      this.fill('soft', x, TOP, 1, this.bottom - TOP + 4);
      const isRoom = x + this.context.measureText(text).width + 3 <= this.right;
      if (isRoom) this.write('soft', text, x + 3, this.bottom + AXIS - 5);
    }
  }

  /** Where chunks passed that are too narrow to be drawn byte by byte. */
  private drawBusy(): void {
    const { data } = this.wire;
    const { from, to, width } = this.sight;
    const pixels = Math.ceil(width);
    const seen = Array.from({ length: this.lanes }, () => new Uint8Array(pixels + 1));
    const first = Math.max(0, firstFrom((chunk) => data.starts[chunk], from, data.count) - REACH);
    for (let chunk = first; chunk < data.count && data.starts[chunk] <= to; chunk++) {
      const start = Math.floor((data.starts[chunk] - from) * this.scale);
      const end = Math.floor((data.starts[chunk] + data.spans[chunk] - from) * this.scale);
      const isWide = end - start >= BYTE_WIDTH * (data.kept[chunk] + data.beyond[chunk]);
      if (end >= 0 && !isWide) seen[data.lanes[chunk]].fill(1, Math.max(0, start), Math.min(pixels, end) + 1);
    }
    seen.forEach((columns, lane) => this.drawStretches(columns.subarray(0, pixels), lane));
  }

  /** A box for each stretch of pixels that are 1. */
  private drawStretches(pixels: Uint8Array, lane: number): void {
    for (let px = pixels.indexOf(1); px >= 0;) {
      const stop = pixels.indexOf(0, px);
      const end = stop < 0 ? pixels.length : stop;
      this.fill(lane % 2 === 0 ? 'tx' : 'rx', LEFT + px, this.boxTop(lane) + 1, end - px, BOX - 2);
      px = pixels.indexOf(1, end);
    }
  }

  private framesInSight(): readonly number[] {
    const { starts, count } = this.wire.frames;
    const from = firstFrom((frame) => starts[frame], this.sight.from, count);
    const end = firstFrom((frame) => starts[frame], this.sight.to, count);
    const start = Math.max(0, from - REACH);
    return end - start > MOST_FRAMES ? [] : Array.from({ length: end - start }, (_, place) => start + place);
  }

  private drawFrame(frame: number): void {
    const { starts, spans, lanes, lengths } = this.wire.frames;
    const [left, width, count] = [this.x(starts[frame]), spans[frame] * this.scale, lengths[frame]];
    if (left + width < LEFT || left > this.right) return;
    this.drawName(frame, left, width);
    if (width < BYTE_WIDTH * count) return;
    const each = width / count;
    const [bytes, fields] = [this.wire.bytesOf(frame), this.wire.fieldsOf(frame)];
    const first = Math.max(0, Math.floor((LEFT - left) / each));
    const end = Math.min(count, Math.ceil((this.right - left) / each));
    for (let place = first; place < end; place++) {
      const text = place < bytes.length ? hexOf([bytes[place]]) : '··';
      this.drawByte(left + place * each, each, lanes[frame], text, isWrongAt(fields, place));
    }
  }

  private drawName(frame: number, left: number, width: number): void {
    const name = this.wire.nameOf(frame);
    if (name === '' || this.laneHeight <= BOX + 12 || width < NAME_WIDTH) return;
    const top = this.boxTop(this.wire.frames.lanes[frame]);
    const isFaulty = this.wire.fieldsOf(frame).some(({ isWrong }) => isWrong);
    const isRejected = this.wire.isFromBoard(frame) && this.wire.rejectOf(frame) !== '';
    this.context.save();
    this.context.beginPath();
    this.context.rect(Math.max(LEFT, left), top - 14, Math.max(width, NAME_WIDTH), 13);
    this.context.clip();
    this.write(isFaulty || isRejected ? 'bad' : 'ink', name, Math.max(LEFT, left) + 1, top - 4);
    this.context.restore();
  }

  /** A box with pointed ends, and its value. */
  private drawByte(left: number, width: number, lane: number, text: string, isWrong: boolean): void {
    const { context } = this;
    const [top, tip, right] = [this.boxTop(lane), Math.min(4, width / 4), left + width - 1];
    context.beginPath();
    context.moveTo(left, top + BOX / 2);
    context.lineTo(left + tip, top);
    context.lineTo(right - tip, top);
    context.lineTo(right, top + BOX / 2);
    context.lineTo(right - tip, top + BOX);
    context.lineTo(left + tip, top + BOX);
    context.closePath();
    context.fillStyle = this.colour(isWrong ? 'bad-bg' : 'card');
    context.fill();
    context.strokeStyle = this.colour(isWrong ? 'bad' : lane % 2 === 0 ? 'tx' : 'rx');
    context.lineWidth = isWrong ? 2 : 1;
    context.stroke();
    const margin = (width - context.measureText(text).width) / 2;
    this.write(isWrong ? 'bad' : 'ink', text, left + margin, top + BOX - 4);
  }

  private drawChecks(): void {
    for (const { kind, at, verdict = '' } of this.wire.data.marks) {
      if (kind !== 'check' || at < this.sight.from || at > this.sight.to) continue;
      const colour = verdict === 'fail' ? 'bad' : 'warn';
      this.fill(colour, this.x(at), 14, 1, this.bottom - 14);
      this.write(colour, SIGNS[verdict] ?? '·', this.x(at) - 4, 12);
    }
  }

  /** Of the lanes, over what reaches under them. */
  private drawNames(): void {
    this.fill('card', 0, 0, LEFT, lineHeight(this.lanes));
    this.wire.data.links.forEach((name, link) => {
      const short = name.length > LONGEST_LINK ? `${name.slice(0, LONGEST_LINK - 1)}…` : name;
      this.write('ink', `${short} ▸ sent`, 2, this.boxTop(2 * link) + BOX - 4);
      this.write('ink', `${short} ◂ got`, 2, this.boxTop(2 * link + 1) + BOX - 4);
    });
  }
}
