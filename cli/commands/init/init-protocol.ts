/** `wirejig init --protocol`: an example of a protocol of one's own, and the configuration that lists it. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { printable } from '../../../reports/text/printable';
import { findConfig } from '../../config/find-config';
import { say } from '../../shared/console';
import { reportFileErrors, UsageError } from '../../shared/usage-error';
import { packageText } from '../../shared/version';

/** What the example exports, and what it is called on the command line. */
const NAME = 'oven';
const DEFAULT_FILE = 'protocol.ts';
const EXAMPLE = 'cli/commands/init/example/protocol.ts';

/** Writes over nothing. Throws {@link UsageError} where `file` is there already, or cannot be written. */
export function initProtocol(file: string, json: boolean): number {
  const path = resolve(file === '' ? DEFAULT_FILE : file);
  if (extname(path) !== '.ts') throw new UsageError(`${file} is no .ts file: the example is TypeScript`);
  const before = findConfig(process.cwd());
  const config = before ?? join(process.cwd(), 'wirejig.config.ts');
  const entry = configEntry(config, path, before === undefined);
  write(path, packageText(EXAMPLE));
  if (before === undefined) write(config, entry);
  if (json) say(`${JSON.stringify({ path, config, configWritten: before === undefined, protocol: NAME })}\n`);
  else
    say(`\n${told(path, config, before === undefined ? undefined : entry)}  next    wirejig run ${NAME}\n`);
  return 0;
}

function told(path: string, config: string, toAdd: string | undefined): string {
  const written = `  wrote   ${printable(path)}: a temperature controller, to be changed into your board\n`;
  if (toAdd === undefined) return `${written}  wrote   ${printable(config)}, which lists it\n`;
  return `${written}  add     to ${printable(config)}:\n\n${indented(toAdd)}\n\n`;
}

/** A configuration that lists the protocol of `path`; where there is one, the lines that do. */
function configEntry(config: string, path: string, isNew: boolean): string {
  const between = relative(dirname(config), path).split(sep).join('/');
  const from = between.startsWith('.') ? between : `./${between}`;
  const extension = extname(config);
  if (extension === '.json') return `"protocols": ["${from}"]\n`;
  if (extension === '.yaml' || extension === '.yml') return `protocols: ['${from}']\n`;
  // Node itself reads these, and knows no TypeScript.
  if (extension === '.mjs' || extension === '.cjs') return `protocols: ['${from}'],\n`;
  const module = `import { ${NAME} } from '${from.slice(0, -extname(from).length)}';\n`;
  return isNew ? `${module}\nexport default { protocols: [${NAME}] };\n` : `${module}protocols: [${NAME}],\n`;
}

function write(path: string, text: string): void {
  if (existsSync(path)) throw new UsageError(`there is ${path} already: give another name`);
  reportFileErrors(
    () => writeFileSync(path, text, { flag: 'wx' }),
    (cause) => `cannot write ${path}: ${cause}: go to another folder`,
  );
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `          ${line}`.trimEnd())
    .join('\n');
}
