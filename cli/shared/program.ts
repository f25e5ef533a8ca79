/** The package of wirejig, and how it is started: commands that are shown can be run as they stand in this folder. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { projectFolders } from '../config/find-config';

/** `npx wirejig` in a project that has it, `node .` in a clone, else `wirejig`. `installed`: the package that runs. */
export function programName(folder = process.cwd(), installed = packageFolder()): string {
  const isInProject = projectFolders(folder).some((at) => existsSync(join(at, 'node_modules/wirejig')));
  const [, project] = /^(.+)[\\/]node_modules[\\/]wirejig$/.exec(installed) ?? [];
  const isOfProject = project !== undefined && isInside(folder, project);
  if (isInProject || isOfProject || dirname(installed).includes('_npx')) return 'npx wirejig';
  // The package's `main` is the program, so that nothing but Node has to start.
  return isInside(folder, installed) ? `node ${relative(folder, installed) || '.'}` : 'wirejig';
}

function isInside(folder: string, top: string): boolean {
  const way = relative(top, folder);
  return !isAbsolute(way) && !way.startsWith('..');
}

const COMMANDS =
  'audit|check|compare|completion|doctor|fuzz|history|init|lab|list|monitor|ports|replay|report|run|simulate|stimulus|tap|ui|--help';
/** A command, also in quotes or brackets, or folded; no heading (`wirejig fuzz stm: …`), and nothing that says already how it is started. */
const COMMAND = new RegExp(`(?<![\\w/.-]|npx |\\[1m)wirejig(?=\\s+(?:${COMMANDS})(?![\\w<-]))`, 'g');

/** The text with each command as it can be run here. */
export function asTyped(text: string): string {
  return text.replace(COMMAND, () => programName());
}

export function isNpmStart(): boolean {
  const { npm_lifecycle_event: event, npm_package_name: name } = process.env;
  return event === 'start' && name === 'wirejig';
}

export function packageText(name: string): string {
  return readFileSync(join(packageFolder(name), name), 'utf8');
}

/** The folder of the package, which lies above this file, compiled or not: the one with the file `name`. */
function packageFolder(name = 'package.json'): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return folder;
  throw new Error(`${name} is missing: install wirejig again`);
}

export function wirejigVersion(): string {
  const content: unknown = JSON.parse(packageText('package.json'));
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : 'unknown';
}
