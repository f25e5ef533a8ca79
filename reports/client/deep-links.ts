/** Follows links to a clause, also into what is folded or hidden, and goes from clause to clause by keys. */
import { clearFilterOf, shownFind } from './clause-filter';
import { all } from './dom';
import { fillIn } from './folds';
import { hideTip } from './tips';

export function reveal(target: HTMLElement): void {
  for (let at: Element | null = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  clearFilterOf(target);
  target.scrollIntoView();
  target.classList.remove('flash');
  // Asking for its size makes the browser begin anew.
  void target.offsetWidth;
  target.classList.add('flash');
}

/** By its id, or by that of its clause in any case of letters. */
function elementNamed(name: string): HTMLElement | undefined {
  const exact = document.getElementById(name);
  if (exact !== null) return exact;
  const alike = all('[data-clause]').filter(
    ({ id, dataset }) => id !== '' && dataset['clause']?.toLowerCase() === name.toLowerCase(),
  );
  return alike.find(({ dataset }) => dataset['verdict'] === 'fail') ?? alike[0];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A name that is no escape stands for itself.
    return name;
  }
}

export async function followAddress(): Promise<void> {
  const name = decoded(location.hash.slice(1));
  if (name === '') return;
  const [prefix = ''] = /^r\d+-/.exec(name) ?? [];
  const run = document.getElementById(`${prefix}top`);
  if (run instanceof HTMLDetailsElement && !run.open) {
    run.open = true;
    await fillIn(run);
  }
  const target = elementNamed(name);
  if (target !== undefined) reveal(target);
}

addEventListener('hashchange', () => void followAddress());

/** To the next failure or open clause, or to the one before. */
function go(step: 1 | -1): void {
  const stops = all('article.failure, .card.open li[data-clause]').filter(
    ({ offsetParent }) => offsetParent !== null,
  );
  const tops = stops.map((each) => each.getBoundingClientRect().top - 64);
  const from = stops.findIndex((each) => each === document.activeElement);
  const near = step > 0 ? tops.findIndex((top) => top > 8) : tops.findLastIndex((top) => top < -8);
  const stop = stops[from < 0 ? near : from + step];
  if (stop === undefined) return;
  stop.scrollIntoView();
  stop.setAttribute('tabindex', '-1');
  stop.focus({ preventScroll: true });
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hideTip();
  const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  if (event.key === 'n') go(1);
  if (event.key === 'p') go(-1);
  const find = event.key === '/' ? shownFind() : undefined;
  if (find === undefined) return;
  event.preventDefault();
  find.focus();
});
