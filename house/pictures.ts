/**
 * Writes the pictures of README.md to docs/images/: a run on the terminal (SVG that moves) and its report (JPEG): npm run pictures.
 * It needs a build and chromium.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { EXAMPLE } from '../scenarios/protocols';

const IMAGES = 'docs/images';
const COMMAND = ['run', EXAMPLE, '--board', `virtual:${EXAMPLE}+crc-ignored`, '--seed', '7'];
const CHARACTER = 8.43;
const LINE = 19;
const MARGIN = 18;
const PAPER = '#0d1117';
/** Seconds: of the whole, until the command is typed, and from one line to the next. */
const LOOP = 20;
const TYPED = 2.4;
const NEXT_LINE = 0.12;
/** Colours of SGR numbers. */
const COLOURS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  36: '#79c0ff',
};
const SGR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

interface Style {
  readonly colour?: string | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

async function main(): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'wirejig-pictures-'));
  const { stdout } = spawnSync(process.execPath, ['dist/cli/main.js', ...COMMAND, '--out', out], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  // As in a project that has wirejig installed.
  const shown = stdout.replaceAll(out, 'wirejig-report').replaceAll('node .', 'npx wirejig');
  const text = `$ npx wirejig ${COMMAND.join(' ')}\n${shown}`;
  writeFileSync(join(IMAGES, 'terminal.svg'), picture(text.trimEnd().split('\n')));
  await photograph(join(out, 'report.html'), join(IMAGES, 'report.jpg'));
  rmSync(out, { recursive: true, force: true });
}

/** It plays again and again: the command is typed, then line after line appears. Who wants no motion sees all of it. */
function picture(lines: readonly string[]): string {
  const width = Math.ceil(80 * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const command = lines[0] ?? '';
  const rows = lines.map((line, row) => {
    const delay = row === 0 ? 0 : TYPED + row * NEXT_LINE;
    return `<text x="${MARGIN}" y="${MARGIN + 14 + row * LINE}" style="animation-delay:${delay.toFixed(2)}s">${spans(line)}</text>`;
  });
  // What is not typed yet is covered.
  const cover = `<rect class="cover" x="${MARGIN + 2 * CHARACTER}" y="${MARGIN}" width="${width - 2 * MARGIN}" height="${LINE}" fill="${PAPER}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e6edf3;white-space:pre;animation:line ${LOOP}s linear infinite backwards}
.cover{transform:translateX(${width}px);animation:type ${LOOP}s infinite}
@keyframes line{0%{opacity:0}.1%,92%{opacity:1}92.1%,100%{opacity:0}}
@keyframes type{0%{transform:none;animation-timing-function:steps(${command.length - 2},end)}${share(TYPED)}%,100%{transform:translateX(${Math.ceil(command.length * CHARACTER)}px)}}
@media (prefers-reduced-motion:reduce){text,.cover{animation:none}}
</style>
<rect width="100%" height="100%" rx="8" fill="${PAPER}"/>
${rows.join('\n')}
${cover}
</svg>
`;
}

function share(seconds: number): number {
  return Math.round((100 * seconds) / LOOP);
}

/** The line with its colours as tspans. */
function spans(line: string): string {
  let style: Style = {};
  return line
    .split(SGR)
    .map((part) => {
      if (!SGR.test(part)) return span(part, style);
      style = styleAfter(style, part.slice(2, -1));
      return '';
    })
    .join('');
}

function styleAfter(style: Style, sgr: string): Style {
  if (sgr === '1') return { ...style, bold: true };
  if (sgr === '2') return { ...style, dim: true };
  if (sgr === '22') return { colour: style.colour };
  return { ...style, colour: COLOURS[sgr] };
}

function span(text: string, { colour, bold, dim }: Style): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const attributes = [
    ...(colour === undefined ? [] : [` fill="${colour}"`]),
    ...(bold ? [' font-weight="bold"'] : []),
    ...(dim ? [' opacity=".65"'] : []),
  ];
  return attributes.length === 0 || text === '' ? escaped : `<tspan${attributes.join('')}>${escaped}</tspan>`;
}

async function photograph(page: string, image: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
  const tab = await browser.newPage({ viewport: { width: 1100, height: 820 } });
  await tab.goto(pathToFileURL(page).href);
  await tab.screenshot({ path: image, type: 'jpeg', quality: 72 });
  await browser.close();
}

void main();
