/** Before the tests: builds dist/ if it is older than the source, and offers what serves all test files: processes that run wirejig, a browser. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { offerBrowser } from './browser/browser-server';
import { WarmProcesses } from './warm-processes';

const ROOMS = ['protocols', 'devices', 'scenarios', 'reports', 'lab', 'cli', 'api', 'bench'];
const TOP = join(__dirname, '../..');
const BUILT = join(TOP, 'dist/cli/main.js');

/** The path patterns of the jest command; none: all tests. */
interface Asked {
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

export default async function prepareTests({ testPathPatterns }: Asked): Promise<void> {
  buildIfStale(testPathPatterns.patterns);
  // Pages of the source have the scripts of dist/, too.
  execFileSync('node', ['house/bundle-client.mjs'], { cwd: TOP, stdio: 'inherit' });
  await new WarmProcesses(BUILT).listen();
  await offerBrowser();
}

function buildIfStale(patterns: readonly string[]): void {
  const startsWirejig = patterns.length === 0 || patterns.some((pattern) => pattern.includes('cli'));
  if (!startsWirejig || changedAt(BUILT) > newestSource()) return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: TOP, stdio: 'inherit' });
  // A build leaves a file alone whose content stays the same.
  const now = new Date();
  utimesSync(BUILT, now, now);
}

function newestSource(): number {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(join(TOP, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|lua)$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => join(room, path)),
  );
  return Math.max(...[...sources, 'package.json'].map((path) => changedAt(join(TOP, path))));
}

/** In ms since 1970; 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
