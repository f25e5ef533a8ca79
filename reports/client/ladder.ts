/** Zooms ladders, follows their links, and marks the bytes of a rung. */
import { all, anchorOf, closest, one } from './dom';
import { reveal } from './deep-links';
import { fillIn } from './folds';

/** In pixels of the drawing, as reports/html/evidence/ladder.ts has them. */
const LABEL_LINE = 22;
const HEAD = 34;
const MOST_ZOOM = 64;

/** Replaces a part of a path; nothing where it is another. */
function changePath(path: Element, part: RegExp, by: string): void {
  path.setAttribute('d', path.getAttribute('d')?.replace(part, by) ?? '');
}

function redraw(figure: HTMLElement, zoom: number): void {
  figure.dataset['zoom'] = String(zoom);
  const svg = one<SVGElement>('svg', figure);
  let label = -LABEL_LINE;
  for (const rung of all<SVGElement>('.rung', svg)) {
    const [from = 0, to = 0, first = 0] = rung.dataset['y']?.split(' ').map(Number) ?? [];
    const [top, bottom] = [from * zoom, to * zoom];
    label = zoom === 1 ? first : Math.max(label + LABEL_LINE, (top + bottom) / 2);
    const box = one<Element>('rect', rung);
    box.setAttribute('y', String(top));
    box.setAttribute('height', String(Math.max(2, bottom - top)));
    changePath(one<Element>('.arrow', rung), /^M(\S+) \S+L(\S+) [^m]+/, `M$1 ${top}L$2 ${bottom}`);
    changePath(one<Element>('.leader', rung), /^M(\S+) \S+L(\S+) [^h]+/, `M$1 ${bottom}L$2 ${label}`);
    one<Element>('text', rung).setAttribute('y', String(label + 4));
  }
  for (const pause of all<SVGElement>('.pause', svg))
    pause.setAttribute('transform', `translate(0 ${Number(pause.dataset['y']) * (zoom - 1)})`);
  const end = HEAD + Math.max(Number(svg.dataset['height']) * zoom, label + LABEL_LINE);
  for (const life of all<SVGElement>('.life', svg)) changePath(life, /V[\d.]+/g, `V${end}`);
  svg.setAttribute('height', String(end));
}

function zoomBy(figure: HTMLElement, factor: number): void {
  const zoom = Number(figure.dataset['zoom'] ?? 1) * factor;
  redraw(figure, Math.min(MOST_ZOOM, Math.max(1, zoom)));
}

document.addEventListener('click', (event) => {
  const button = closest(event, 'button[data-zoom]');
  const figure = button?.closest<HTMLElement>('.ladder');
  if (button && figure) zoomBy(figure, Number(button.dataset['zoom']));
});
document.addEventListener(
  'wheel',
  (event) => {
    const figure = closest(event, '.ladder');
    if (figure === null || !event.ctrlKey) return;
    event.preventDefault();
    zoomBy(figure, event.deltaY < 0 ? 1.25 : 0.8);
  },
  { passive: false },
);
document.addEventListener('keydown', (event) => {
  const figure = closest(event, '.ladder');
  if (figure === null || event.ctrlKey || !['+', '-', '='].includes(event.key)) return;
  event.preventDefault();
  zoomBy(figure, event.key === '-' ? 0.5 : 2);
});

/** Shows the bytes of a rung, which may be in the fold of earlier ones. */
async function followRung(link: Element): Promise<void> {
  const name = anchorOf(link);
  const earlier = link.closest('.ladder')?.nextElementSibling;
  const isFolded = document.getElementById(name) === null;
  if (isFolded && earlier instanceof HTMLDetailsElement && earlier.matches('.earlier')) {
    earlier.open = true;
    await fillIn(earlier);
  }
  const target = document.getElementById(name);
  if (target !== null) reveal(target);
}

document.addEventListener('click', (event) => {
  const link = closest<Element>(event, '.ladder a');
  if (link === null) return;
  event.preventDefault();
  void followRung(link);
});

function markRow(event: Event, isOn: boolean): void {
  const link = closest<Element>(event, '.rung')?.querySelector('a');
  if (link) document.getElementById(anchorOf(link))?.classList.toggle('pointed', isOn);
}

document.addEventListener('mouseover', (event) => markRow(event, true));
document.addEventListener('mouseout', (event) => markRow(event, false));
