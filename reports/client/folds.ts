/** What waits deflated in the page: it is unpacked once, and put in where a reader unfolds it. */
import { all } from './dom';
import { prepare } from './fields';

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
