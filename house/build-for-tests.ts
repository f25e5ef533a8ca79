/** Before the tests: builds dist/ if it is older than the source. Some tests start wirejig as users do. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['protocols', 'devices', 'scenarios', 'reports', 'cli', 'api', 'bench'];
const TOP = join(__dirname, '..');
const BUILT = join(TOP, 'dist/cli/main.js');

/** The path patterns of the jest command; none: all tests. */
interface Asked {
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

export default function buildForTests({ testPathPatterns }: Asked): void {
  const { patterns } = testPathPatterns;
  const startsWirejig = patterns.length === 0 || patterns.some((pattern) => pattern.includes('cli'));
  if (!startsWirejig || changedAt(BUILT) > newestSource()) return;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: TOP, stdio: 'inherit' });
}

function newestSource(): number {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(join(TOP, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => join(room, path)),
  );
  return Math.max(...[...sources, 'package.json'].map((path) => changedAt(join(TOP, path))));
}

/** In ms since 1970; 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
