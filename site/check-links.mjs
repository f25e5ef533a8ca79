/** Fails where a link of the built site leads to no page, file or heading. VitePress looks for pages only, by their old names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { URL } from 'node:url';

const DIST = new URL('dist/', import.meta.url);
const SITE = 'http://site/';

const pages = readdirSync(DIST, { recursive: true }).filter((path) => path.endsWith('.html'));
const texts = new Map(
  pages.map((path) => [new URL(path, SITE).pathname, readFileSync(new URL(path, DIST), 'utf8')]),
);

function isDead(page, href) {
  const { pathname, hash, origin } = new URL(href.replaceAll('&amp;', '&'), new URL(page, SITE));
  if (`${origin}/` !== SITE) return false;
  const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  const text = texts.get(file) ?? texts.get(`${file}.html`);
  if (text === undefined) return !existsSync(new URL(`.${file}`, DIST));
  return hash !== '' && !text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
}

const dead = [...texts].flatMap(([page, text]) =>
  [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, href]) =>
    isDead(page, href) ? [`${page}: ${href}`] : [],
  ),
);
if (dead.length > 0) throw new Error(`dead links:\n${dead.join('\n')}`);
