/** Lists the frames on the wire and the events between them, beginning at the first failure. */
import { reveal } from './deep-links';
import { closest, one } from './dom';
import { unpack } from './folds';
import { Timeline } from './timeline';
import { readWire } from './wire-data';
import { detailOf, headOf, rowView } from './wire-rows';
import { WireView } from './wire-view';

/** In pixels: the height that the style gives a row. */
const ROW = 26;
/** Rows that are there above and below those in sight. */
const SPARE = 4;

class WireList {
  private readonly list: HTMLElement;
  private readonly find: HTMLInputElement;
  private readonly found: HTMLElement;
  private readonly time: Timeline;
  private chosen = -1;
  private isWaiting = false;

  constructor(
    private readonly section: HTMLElement,
    private readonly wire: WireView,
  ) {
    this.list = one('.wire-list', section);
    this.find = one<HTMLInputElement>('.wire-find', section);
    this.found = one('.wire-found', section);
    one('.wire-card', section).hidden = false;
    section.style.setProperty('--lanes', String(wire.data.links.length));
    one('.wire-head', section).append(...headOf(wire));
    this.time = new Timeline(section, wire, {
      chosen: () => (this.chosen < 0 ? undefined : wire.timeOf(this.chosen)),
      choose: (at) => this.choose(wire.rowAt(at), true),
      shown: () => [this.timeAtPixel(0), this.timeAtPixel(this.list.clientHeight)],
    });
    one('.wire-rows', section).style.height = `${wire.rows * ROW}px`;
    this.listen();
    this.begin();
  }

  private begin(): void {
    for (let row = 0; row < this.wire.rows; row++)
      if (this.wire.markOf(row)?.verdict === 'fail') return this.showRow(row);
    this.draw();
    this.time.draw();
  }

  private timeAtPixel(below: number): number {
    return this.wire.timeOf(Math.min(this.wire.rows - 1, Math.floor((this.list.scrollTop + below) / ROW)));
  }

  private listen(): void {
    this.list.addEventListener('scroll', () => this.drawSoon());
    this.list.addEventListener('click', (event) => {
      const row = closest(event, '.wr');
      if (row !== null && closest(event, 'a') === null) this.choose(Number(row.dataset['row']));
    });
    this.list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      this.choose(this.chosen < 0 ? Math.ceil(this.list.scrollTop / ROW) : this.chosen + step);
    });
    this.find.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.search();
    });
    one('.wire-tools', this.section).addEventListener('click', (event) => {
      const kind = closest(event, '[data-wire]')?.dataset['wire'];
      if (kind === 'bad') this.showNextCheck();
      else if (kind !== undefined) this.time.zoom(kind);
    });
    document.addEventListener('click', (event) => {
      const button = closest(event, '.to-wire');
      if (button !== null) this.showFrom(Number(button.dataset['at']));
    });
    addEventListener('resize', () => {
      this.draw();
      this.time.draw();
    });
  }

  private drawSoon(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
      this.time.draw();
    });
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - SPARE);
    const count = Math.ceil(this.list.clientHeight / ROW) + 2 * SPARE;
    const shown = Array.from({ length: Math.min(count, this.wire.rows - first) }, (_, place) => {
      const row = rowView(this.wire, first + place);
      row.style.top = `${(first + place) * ROW}px`;
      row.dataset['row'] = String(first + place);
      row.classList.toggle('chosen', first + place === this.chosen);
      return row;
    });
    one('.wire-rows', this.section).replaceChildren(...shown);
  }

  /** Scrolls no further than needed, or so that it is in the middle. */
  private choose(row: number, inMiddle = false): void {
    const { list, wire } = this;
    this.chosen = Math.max(0, Math.min(wire.rows - 1, row));
    const top = this.chosen * ROW;
    if (inMiddle) list.scrollTop = top - list.clientHeight / 2;
    else if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    this.draw();
    one('.wire-detail', this.section).replaceChildren(...detailOf(wire, this.chosen));
    this.time.keep(wire.timeOf(this.chosen));
  }

  private isCheck(row: number): boolean {
    return this.wire.markOf(row)?.kind === 'check';
  }

  private showRow(row: number): void {
    const at = this.wire.timeOf(row);
    // The time line first: drawn whole, a long run takes its time.
    this.time.showAround(this.wire.markOf(row)?.from ?? at, at);
    this.choose(row, true);
  }

  /** The check at a time, or what passed then. */
  private showFrom(at: number): void {
    reveal(this.section);
    const first = this.wire.rowAt(at);
    let row = first;
    while (row < this.wire.rows && this.wire.timeOf(row) === at && !this.isCheck(row)) row++;
    this.showRow(row < this.wire.rows && this.wire.timeOf(row) === at ? row : first);
    this.list.focus({ preventScroll: true });
  }

  private showNextCheck(): void {
    const { rows } = this.wire;
    for (let step = 1; step <= rows; step++) {
      const row = (this.chosen + step) % rows;
      if (this.isCheck(row)) return this.showRow(row);
    }
    this.found.textContent = 'none';
  }

  /** By bytes in hex, or by words in names. */
  private search(): void {
    const words = this.find.value.trim().toLowerCase();
    this.found.textContent = '';
    if (words === '') return;
    const fits = this.matcherOf(words);
    const rows = Array.from({ length: this.wire.rows }, (_, row) => row).filter(
      (row) => this.wire.markOf(row) === undefined && fits(this.wire.frameOf(row)),
    );
    this.found.textContent = `${rows.length} found`;
    const next = rows.find((row) => row > this.chosen) ?? rows[0];
    if (rows.length > 0) this.choose(next, true);
  }

  private matcherOf(words: string): (frame: number) => boolean {
    const hex = words.replace(/[\s,]|0x/g, '');
    if (!/^(?:[0-9a-f]{2})+$/.test(hex))
      return (frame) => this.wire.nameOf(frame).toLowerCase().includes(words);
    const wanted = Array.from(hex.matchAll(/../g), ([byte]) => parseInt(byte, 16));
    return (frame) => {
      const bytes = this.wire.bytesOf(frame);
      return bytes.some((_, at) => wanted.every((byte, offset) => bytes[at + offset] === byte));
    };
  }
}

export async function openWire(): Promise<void> {
  const section = document.querySelector<HTMLElement>('.wire');
  const packed = await unpack('wire-data');
  if (section === null || packed === undefined) return;
  new WireList(section, new WireView(readWire(packed)));
  document.documentElement.dataset['ready'] = 'wire';
}
