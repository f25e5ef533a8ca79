/** The page around the sections: policy, style and script, all of it in the one file. */
import { createHash } from 'node:crypto';
import { SCRIPT } from './script';
import { STYLE } from './style';
import { TERMINAL_STYLE } from './evidence/terminal-screen';
import { html, markupText, ownMarkup, type Content } from './markup';

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** Nothing is fetched, and no script runs but the page's own, by its hash. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

/** `style`: added to the style that all pages have. */
export function htmlPage(title: string, body: Content, style = ''): string {
  return `<!doctype html>\n${markupText(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${ownMarkup(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${ownMarkup(`<style>${STYLE}${TERMINAL_STYLE}${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        ${body} ${ownMarkup(`<script>${SCRIPT}</script>`)}
      </body>
    </html>`,
  )}\n`;
}
