/** What waits deflated in the page: it is unpacked once, put in where a reader unfolds it, and prepared for its keys. */
import { all, closest, has } from './dom';
import { filterBy } from './clause-filter';

/** Undefined: the page has nothing of this id. Rejects in a browser that cannot inflate. */
export async function unpack(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const place = document.getElementById(id);
  if (place === null) return undefined;
  const text = atob(place.textContent);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Markup that was escaped when the page was made. */
let folds: readonly string[] = [];

export const foldsReady = unpack('folds').then((bytes) => {
  if (bytes !== undefined) folds = JSON.parse(new TextDecoder().decode(bytes)) as readonly string[];
});

function fill(place: HTMLElement): void {
  const markup = folds[Number(place.dataset['fold'])];
  if (markup === undefined) return;
  place.removeAttribute('data-fold');
  place.innerHTML = markup;
  prepare(place);
}

/** Puts in what is directly in these details. */
export async function fillIn(details: HTMLDetailsElement): Promise<void> {
  await foldsReady;
  for (const place of all('[data-fold]', details)) if (place.closest('details') === details) fill(place);
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) void fillIn(target);
  },
  true,
);

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
