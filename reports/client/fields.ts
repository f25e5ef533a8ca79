/** Prepares what comes into the page, and moves from field to field by keys. */
import { filterBy } from './clause-filter';
import { all, closest, has } from './dom';

/** In these, the arrow keys move. */
const GROUPS = '.bytes, .timing svg';

export function prepare(root: ParentNode): void {
  for (const group of all<Element>(GROUPS, root))
    group.querySelector('[data-t]')?.setAttribute('tabindex', '0');
  for (const bar of all('.timing rect[data-t]', root)) {
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', bar.dataset['t'] ?? '');
  }
  for (const tools of all('.ladder-tools, .to-wire', root))
    tools.hidden = tools.matches('.to-wire') && !has('#wire-data');
  for (const button of all('button.copy', root)) button.hidden = false;
  for (const bar of all('.filter[hidden]', root)) filterBy(bar);
}

const STEPS: Readonly<Record<string, number | undefined>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

document.addEventListener('keydown', (event) => {
  const group = closest<Element>(event, GROUPS);
  const target = closest(event, '[data-t]');
  const step = STEPS[event.key];
  if (group === null || target === null || step === undefined) return;
  const fields = all('[data-t]', group);
  const next: HTMLElement | undefined = fields[fields.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  target.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
});
