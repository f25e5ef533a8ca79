/** The page around the sections: policy, style and script, all of it in the one file. */
import { createHash } from 'node:crypto';
import { clientFile } from './client-files';
import { STYLE } from './style';
import { TERMINAL_STYLE } from './evidence/terminal-screen';
import { html, markupText, ownMarkup, type Content } from './markup';

/** Nothing is fetched, and no script runs but the page's own, by its hash. */
function policyOf(script: string, more: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; ${more}`;
}

const SCRIPT = clientFile('page.js');
const LIVE_SCRIPT = clientFile('live.js');

const SELF_CONTAINED = policyOf(SCRIPT, "form-action 'none'");

const OF_A_SERVER = policyOf(LIVE_SCRIPT, "connect-src 'self'; form-action 'self'");

/** `style`: added to the style that all pages have. `live`: a server of this machine shows it, and its script may ask that server. */
export function htmlPage(title: string, body: Content, style = '', { live = false } = {}): string {
  const [script, policy] = live ? [LIVE_SCRIPT, OF_A_SERVER] : [SCRIPT, SELF_CONTAINED];
  return `<!doctype html>\n${markupText(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${ownMarkup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${ownMarkup(`<style>${STYLE}${TERMINAL_STYLE}${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the report</a>
        ${body} ${ownMarkup(`<script>${script}</script>`)}
      </body>
    </html>`,
  )}\n`;
}
