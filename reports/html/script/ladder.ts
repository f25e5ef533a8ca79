/** The page's script: zooms ladders, and marks the bytes of a rung. */
export const LADDER = String.raw`
const LABEL_LINE = 22, LADDER_HEAD = 34;
const redraw = (figure, zoom) => {
  figure.dataset.zoom = zoom;
  const svg = one('svg', figure);
  const height = Number(svg.dataset.height) * zoom;
  let label = -LABEL_LINE;
  for (const rung of all('.rung', svg)) {
    const [from, to, first] = rung.dataset.y.split(' ').map(Number);
    const a = from * zoom, b = to * zoom;
    label = zoom === 1 ? first : Math.max(label + LABEL_LINE, (a + b) / 2);
    const box = one('rect', rung), arrow = one('.arrow', rung), leader = one('.leader', rung);
    box.setAttribute('y', a);
    box.setAttribute('height', Math.max(2, b - a));
    arrow.setAttribute('d', arrow.getAttribute('d').replace(/^M(\S+) \S+L(\S+) [^m]+/, 'M$1 ' + a + 'L$2 ' + b));
    leader.setAttribute('d', leader.getAttribute('d').replace(/^M(\S+) \S+L(\S+) [^h]+/, 'M$1 ' + b + 'L$2 ' + label));
    one('text', rung).setAttribute('y', label + 4);
  }
  for (const pause of all('.pause', svg)) pause.setAttribute('transform', 'translate(0 ' + pause.dataset.y * (zoom - 1) + ')');
  const end = Math.max(height, label + LABEL_LINE);
  for (const life of all('.life', svg)) life.setAttribute('d', life.getAttribute('d').replace(/V[\d.]+/g, 'V' + (LADDER_HEAD + end)));
  svg.setAttribute('height', LADDER_HEAD + end);
};
const zoomBy = (figure, factor) => redraw(figure, Math.min(64, Math.max(1, Number(figure.dataset.zoom || 1) * factor)));
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-zoom]');
  if (button && button.tagName === 'BUTTON') zoomBy(button.closest('.ladder'), Number(button.dataset.zoom));
});
document.addEventListener('wheel', (event) => {
  const figure = event.target.closest && event.target.closest('.ladder');
  if (!figure || !event.ctrlKey) return;
  event.preventDefault();
  zoomBy(figure, event.deltaY < 0 ? 1.25 : 0.8);
}, { passive: false });
document.addEventListener('keydown', (event) => {
  const figure = event.target.closest && event.target.closest('.ladder');
  if (!figure || event.ctrlKey || !['+', '-', '='].includes(event.key)) return;
  event.preventDefault();
  zoomBy(figure, event.key === '-' ? 0.5 : 2);
});
document.addEventListener('click', async (event) => {
  const link = event.target.closest('.ladder a');
  if (!link) return;
  event.preventDefault();
  const name = link.getAttribute('href').slice(1);
  const earlier = link.closest('.ladder').nextElementSibling;
  if (!document.getElementById(name) && earlier && earlier.matches('.earlier')) {
    earlier.open = true;
    await fillIn(earlier);
  }
  const target = document.getElementById(name);
  if (target) reveal(target);
});
const pointed = (on) => (event) => {
  const rung = event.target.closest && event.target.closest('.rung');
  const link = rung && one('a', rung);
  const row = link && document.getElementById(link.getAttribute('href').slice(1));
  if (row) row.classList.toggle('pointed', on);
};
document.addEventListener('mouseover', pointed(true));
document.addEventListener('mouseout', pointed(false));
`;
