/**
 * The documentation as a static site, from the Markdown files of the repository as they are: npm run site. A link to a page or a
 * heading that is not there ends the build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import { defineConfig } from 'vitepress';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const PAGE_LINK = /\[([^\]]+)\]\(([\w/-]+)\.md\)/g;

/** The pages in the order of the table in docs/README.md. */
const pages = [...readFileSync(`${TOP}docs/README.md`, 'utf8').matchAll(PAGE_LINK)].map(([, text, page]) => ({
  text,
  link: `/docs/${page.replace(/README$/, '')}`,
}));

/** Links go to the index of a folder, as its README is called here. Folders and files that are no pages keep their names, without a link. */
function adaptLinks(md) {
  md.core.ruler.push('adapt-links', ({ tokens }) => {
    for (const { children } of tokens)
      for (const [at, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href === null || /^(?:[a-z]+:|#)/.test(href)) continue;
        if (/\.md(?:#|$)/.test(href)) {
          token.attrSet('href', href.replace(/README(?=\.md)/, 'index'));
          continue;
        }
        const end = children.findIndex((one, place) => place > at && one.type === 'link_close');
        children[end].hidden = token.hidden = true;
        children[end].tag = token.tag = 'span';
        token.attrs = [];
      }
  });
}

/** The anchor of a heading, as GitHub makes it: links are written for both. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\d _-]/gu, '')
    .replaceAll(' ', '-');

/** Braces in an indented block are text, as in a fenced one. */
function keepBraces(md) {
  const { code_block: draw } = md.renderer.rules;
  md.renderer.rules.code_block = (...given) => draw(...given).replace('<pre', '<pre v-pre');
}

/** VitePress looks for pages by the names that they had, and not for headings. */
function checkLinks({ outDir }) {
  const files = readdirSync(outDir, { recursive: true }).filter((file) => file.endsWith('.html'));
  const pages = new Map(files.map((file) => [`/${file}`, readFileSync(`${outDir}/${file}`, 'utf8')]));
  const isDead = (page, href) => {
    const { protocol, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `site:${page}`);
    if (protocol !== 'site:') return false;
    const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const text = pages.get(file) ?? pages.get(`${file}.html`);
    if (text === undefined) return !existsSync(`${outDir}${file}`);
    return hash !== '' && !text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
  };
  const dead = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, href]) =>
      isDead(page, href) ? [`${page}: ${href}`] : [],
    ),
  );
  if (dead.length > 0) throw new Error(`dead links:\n${dead.join('\n')}`);
}

export default defineConfig({
  buildEnd: checkLinks,
  title: 'wirejig',
  description: 'A jig for wire protocols: conformance, fuzzing and timing of a board on its serial line',
  srcDir: 'pages',
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  outDir: 'dist',
  cacheDir: '.cache',
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    anchor: { slugify },
    config: (md) => {
      adaptLinks(md);
      keepBraces(md);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Changes', link: '/CHANGELOG' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
    ],
    sidebar: pages,
    outline: [2, 3],
  },
});
