/** Tooltips: what `data-t` says of an element, while it is pointed at or has the focus. */
import { closest, make } from './dom';

const tip = make('div', 'tip');
tip.id = 'tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
document.body.append(tip);

let shownFor: HTMLElement | undefined;

export function hideTip(): void {
  shownFor?.removeAttribute('aria-describedby');
  shownFor = undefined;
  tip.hidden = true;
}

function placeTip(box: DOMRect): void {
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(6, Math.min(box.left, innerWidth - width - 6));
  const below = box.bottom + 6;
  const top = below + height > innerHeight ? Math.max(6, box.top - height - 6) : below;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

function showTip(target: HTMLElement): void {
  if (target === shownFor) return;
  hideTip();
  shownFor = target;
  tip.textContent = target.dataset['t'] ?? '';
  target.setAttribute('aria-describedby', 'tip');
  placeTip(target.getBoundingClientRect());
}

document.addEventListener('mouseover', (event) => {
  if (event.target instanceof Node && tip.contains(event.target)) return;
  const target = closest(event, '[data-t]');
  if (target !== null) showTip(target);
  else if (shownFor !== undefined && !shownFor.contains(document.activeElement)) hideTip();
});
document.addEventListener('focusin', (event) => {
  const target = closest(event, '[data-t]');
  if (target !== null) showTip(target);
  else hideTip();
});
document.addEventListener('focusout', hideTip);
document.addEventListener(
  'scroll',
  () => {
    if (shownFor === undefined) return;
    const box = shownFor.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) hideTip();
    else placeTip(box);
  },
  true,
);
