/** The time line of the run, from hours down to microseconds: it is moved, zoomed and pointed at. */
import { one } from './dom';
import { drawTimeline, laneHeight, LEFT, lineHeight, REACH, TOP } from './timeline-drawing';
import { firstFrom } from './wire-data';
import { clock, hexOf, sizeText, spanText, isAt, type WireView } from './wire-view';

/** What the list below shows, and how something is chosen in it. Times are in microseconds. */
interface List {
  readonly chosen: () => number | undefined;
  readonly choose: (at: number) => void;
  readonly shown: () => readonly [from: number, to: number];
}

const HINT = 'Point at a frame, byte or gap to see what it is and how long it takes.';
const SHORTEST = 20;
/** In pixels: a silence that is narrower has no room for its length. */
const NARROWEST_GAP = 12;
interface Hold {
  readonly px: number;
  readonly from: number;
  readonly to: number;
  isMoved: boolean;
}

export class Timeline {
  private readonly canvas: HTMLCanvasElement;
  private readonly gap: HTMLElement;
  private readonly words: HTMLElement;
  private readonly lanes: number;
  private readonly end: number;
  private from = 0;
  private to: number;
  private held: Hold | undefined;

  constructor(
    section: HTMLElement,
    private readonly wire: WireView,
    private readonly list: List,
  ) {
    const { links, count, starts, spans, end } = wire.data;
    const last = count > 0 ? starts[count - 1] + spans[count - 1] : 0;
    this.canvas = one<HTMLCanvasElement>('.wire-time', section);
    this.gap = one('.wire-gap', section);
    this.words = one('.wire-hover', section);
    this.lanes = 2 * links.length;
    this.end = Math.max(end, last, 1) * 1.005;
    this.to = this.end;
    this.canvas.style.height = `${lineHeight(this.lanes)}px`;
    this.words.textContent = HINT;
    this.listenToPointer();
    this.listenToKeys();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  draw(): void {
    this.gap.hidden = true;
    drawTimeline(this.canvas, this.wire, {
      from: this.from,
      to: this.to,
      width: this.width,
      end: this.end,
      listed: this.list.shown(),
      chosen: this.list.chosen(),
    });
  }

  zoom(kind: string): void {
    if (kind === 'all') this.show(0, this.end);
    else this.scale(kind === 'in' ? 0.5 : 2, this.middle);
  }

  /** All from one time to another, with some room. */
  showAround(start: number, end: number): void {
    const room = Math.max(400, (end - start) / 8);
    this.show(start - room, end + room);
  }

  /** Moves, where a time is out of sight. */
  keep(time: number): void {
    const half = this.span / 2;
    if (time < this.from || time > this.to) this.show(time - half, time + half);
    else this.draw();
  }

  private get width(): number {
    return Math.max(1, this.canvas.clientWidth - LEFT);
  }

  private get span(): number {
    return this.to - this.from;
  }

  /** What is zoomed by keys and buttons. */
  private get middle(): number {
    const time = this.list.chosen();
    return time !== undefined && time >= this.from && time <= this.to ? time : (this.from + this.to) / 2;
  }

  private timeAt(px: number): number {
    return this.from + ((px - LEFT) / this.width) * this.span;
  }

  private x(time: number): number {
    return LEFT + ((time - this.from) / this.span) * this.width;
  }

  private show(start: number, end: number): void {
    const span = Math.max(SHORTEST, Math.min(end - start, this.end));
    this.from = Math.max(0, Math.min(start, this.end - span));
    this.to = this.from + span;
    this.draw();
  }

  private move(by: number): void {
    this.show(this.from + by, this.to + by);
  }

  private scale(factor: number, centre: number): void {
    this.show(centre - (centre - this.from) * factor, centre + (this.to - centre) * factor);
  }

  private listenToPointer(): void {
    const { canvas } = this;
    canvas.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
        event.preventDefault();
        if (event.ctrlKey) this.scale(event.deltaY < 0 ? 0.7 : 1.4, this.timeAt(event.offsetX));
        else this.move((event.deltaX / this.width) * this.span);
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', ({ offsetX, pointerId }) => {
      this.held = { px: offsetX, from: this.from, to: this.to, isMoved: false };
      canvas.setPointerCapture(pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.held === undefined) this.hover(event);
      else this.drag(this.held, event.offsetX);
    });
    canvas.addEventListener('pointerup', (event) => {
      const isClick = this.held?.isMoved === false;
      this.held = undefined;
      if (isClick) this.click(event);
    });
    canvas.addEventListener('pointerleave', () => {
      this.gap.hidden = true;
      this.words.textContent = HINT;
    });
    canvas.addEventListener('dblclick', ({ offsetX }) => this.scale(0.25, this.timeAt(offsetX)));
  }

  private listenToKeys(): void {
    const larger = (): void => this.scale(0.5, this.middle);
    const keys = new Map([
      ['ArrowLeft', () => this.move(-this.span / 5)],
      ['ArrowRight', () => this.move(this.span / 5)],
      ['+', larger],
      ['=', larger],
      ['-', () => this.scale(2, this.middle)],
      ['Home', () => this.show(0, this.end)],
      ['Enter', () => this.list.choose(this.middle)],
    ]);
    this.canvas.addEventListener('keydown', (event) => {
      const act = keys.get(event.key);
      if (act === undefined || event.ctrlKey) return;
      event.preventDefault();
      act();
    });
  }

  private drag(held: Hold, px: number): void {
    if (Math.abs(held.px - px) > 3) held.isMoved = true;
    const by = ((held.px - px) / this.width) * (held.to - held.from);
    if (held.isMoved) this.show(held.from + by, held.to + by);
  }

  private click(event: PointerEvent): void {
    const { here } = this.framesAt(event);
    this.list.choose(here === undefined ? this.timeAt(event.offsetX) : this.wire.frames.starts[here]);
    this.hover(event);
  }

  /** The frame on the wire there, on the lane pointed at if one is; and those before and after the silence. */
  private framesAt({ offsetX, offsetY }: PointerEvent) {
    const { wire } = this;
    const { starts, count, lanes } = wire.frames;
    const time = this.timeAt(offsetX);
    const lane = Math.floor((offsetY - TOP) / laneHeight(this.lanes));
    const next = firstFrom((frame) => starts[frame], time, count);
    let here: number | undefined;
    let before: number | undefined;
    for (let frame = Math.max(0, next - REACH); frame < next; frame++) {
      if (wire.endOf(frame) >= time && (here === undefined || lanes[frame] === lane)) here = frame;
      if (before === undefined || wire.endOf(frame) >= wire.endOf(before)) before = frame;
    }
    return { here, before, next: next < count ? next : undefined };
  }

  private hover(event: PointerEvent): void {
    const time = this.timeAt(event.offsetX);
    const { here, before, next } = this.framesAt(event);
    this.gap.hidden = true;
    if (event.offsetX < LEFT) this.words.textContent = HINT;
    else if (here !== undefined)
      this.words.textContent = `${clock(this.wire.frames.starts[here])}: ${this.frameWords(here, time)}`;
    else if (before === undefined || next === undefined)
      this.words.textContent = `${spanText(Math.max(0, time))} after the start`;
    else this.hoverSilence(time, before, next);
  }

  private hoverSilence(time: number, before: number, next: number): void {
    const { wire, gap } = this;
    const [from, to] = [wire.endOf(before), wire.frames.starts[next]];
    const silence = spanText(Math.max(0, to - from));
    const ends = `from ${wire.titleOf(before)} to ${wire.titleOf(next)}`;
    this.words.textContent = `${clock(time)}: silence of ${silence} ${ends}`;
    const left = Math.max(LEFT, this.x(from));
    const width = Math.min(this.canvas.clientWidth, this.x(to)) - left;
    if (width < NARROWEST_GAP) return;
    gap.textContent = silence;
    gap.style.left = `${left}px`;
    gap.style.width = `${width}px`;
    gap.hidden = false;
  }

  private frameWords(frame: number, time: number): string {
    const { starts, spans, lengths } = this.wire.frames;
    const share = (time - starts[frame]) / Math.max(1e-9, spans[frame]);
    const place = Math.max(0, Math.min(lengths[frame] - 1, Math.floor(share * lengths[frame])));
    const bytes = this.wire.bytesOf(frame);
    const byte = place < bytes.length ? `, byte ${place + 1} is ${hexOf([bytes[place]])}` : '';
    const field = this.wire.fieldsOf(frame).find((each) => isAt(each, place));
    const meaning = field === undefined || field.meaning === '' ? '' : `, ${field.meaning}`;
    const reject = this.wire.rejectOf(frame);
    return [
      `${this.wire.titleOf(frame)}, ${sizeText(lengths[frame])} in ${spanText(spans[frame])}${byte}`,
      field === undefined ? '' : ` = ${field.name}${meaning}`,
      reject === '' ? '' : `; not a frame: ${reject}`,
    ].join('');
  }
}
