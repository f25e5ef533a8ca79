/** The page for a scanner: shows the code that its server sends, in the size that the slider says. */
import { one } from './dom';

interface ShownCode {
  readonly title: string;
  readonly hex: string;
  readonly columns: number;
  readonly rows: number;
  readonly path: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const MM_PER_INCH = 25.4;
const CSS_DOTS_PER_INCH = 96;

const stage = one('#stage');
const size = one<HTMLInputElement>('#size');
const idle = one('#idle');
let code: ShownCode | null = null;

function svgElement(name: string, attributes: Readonly<Record<string, string>>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A module is a whole number of screen dots, so that no edge is grey. */
function fit(): void {
  one('#mm').textContent = `${Math.round(size.valueAsNumber)} mm`;
  const svg = stage.querySelector('svg');
  if (code === null || svg === null) return;
  const dots = devicePixelRatio || 1;
  const width = (size.valueAsNumber * CSS_DOTS_PER_INCH) / MM_PER_INCH;
  const wanted = Math.round((width * dots) / code.columns);
  const room = Math.min(stage.clientWidth / code.columns, stage.clientHeight / code.rows);
  const module = Math.max(1, Math.min(wanted, Math.floor(room * dots))) / dots;
  svg.style.width = `${code.columns * module}px`;
  svg.style.height = `${code.rows * module}px`;
}

function show(next: ShownCode | null): void {
  code = next;
  stage.querySelector('svg')?.remove();
  idle.hidden = code !== null;
  one('#title').textContent = code?.title ?? '';
  one('#hex').textContent = code?.hex ?? '';
  document.body.dataset['shows'] = code === null ? 'nothing' : 'code';
  if (code === null) return;
  const svg = svgElement('svg', {
    viewBox: `0 0 ${code.columns} ${code.rows}`,
    'shape-rendering': 'crispEdges',
    role: 'img',
    'aria-label': code.title,
  });
  svg.append(svgElement('path', { d: code.path, fill: '#000' }));
  stage.append(svg);
  fit();
}

function scale(by: number): void {
  size.valueAsNumber *= by;
  fit();
}

function toggleFullScreen(): void {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen();
  else void document.exitFullscreen();
}

const events = new EventSource('/events');
events.onopen = () => (idle.textContent = 'Nothing to show: the next code comes by itself');
events.onmessage = ({ data }: MessageEvent<string>) => show(JSON.parse(data) as ShownCode | null);
events.onerror = () => {
  show(null);
  idle.textContent = 'wirejig is not there: waiting for it';
};
size.addEventListener('input', fit);
addEventListener('resize', fit);
document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return;
  if (key === '+' || key === '=') scale(1.1);
  if (key === '-' || key === '_') scale(1 / 1.1);
  if (key === 'f' || key === 'F') toggleFullScreen();
});
fit();
