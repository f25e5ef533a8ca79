/** `wirejig init --protocol`: an example of a protocol of one's own, and the configuration that lists it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { isSeq, parseDocument } from 'yaml';
import { printable } from '../../../reports/text/printable';
import { readDocument } from '../../config/config-document';
import { findConfig } from '../../config/find-config';
import { say, sayJson } from '../../shared/console';
import { replaceFile } from '../../shared/output/folder/own-files';
import { reportFileErrors, UsageError } from '../../shared/usage-error';
import { packageText } from '../../shared/program';
import { pathFrom } from './config-draft';

const NAME = 'oven';
const DEFAULT_FILE = 'protocol.ts';
const EXAMPLE = 'cli/commands/init/example/protocol.ts';

/**
 * Writes over nothing: a configuration that is data, or a program as init writes it, gets one more entry; any other program is left to
 * its author.
 * Throws {@link UsageError} where `file` is there already, or cannot be written.
 */
export function initProtocol(file: string, json: boolean): number {
  const path = resolve(file === '' ? DEFAULT_FILE : file);
  if (extname(path) !== '.ts') throw new UsageError(`${file} is not a .ts file: the example is TypeScript`);
  const before = findConfig(process.cwd());
  const config = before ?? join(process.cwd(), 'wirejig.config.ts');
  const from = pathFrom(dirname(config), path);
  const extended = before === undefined ? undefined : extendedConfig(config, from);
  write(path, packageText(EXAMPLE));
  if (before === undefined) write(config, `${importLine(from)}\nexport default { protocols: [${NAME}] };\n`);
  if (extended !== undefined) tryWrite(config, () => replaceFile(config, extended));
  const configWritten = before === undefined || extended !== undefined;
  if (json) sayJson({ path, config, configWritten, protocol: NAME });
  else
    say(
      `\n${described(path, config, configWritten ? undefined : listed(from))}  next    wirejig run ${NAME}\n`,
    );
  return 0;
}

function described(path: string, config: string, toAdd: string | undefined): string {
  const written = `  wrote   ${printable(path)}: a temperature controller, to be changed into your board\n`;
  if (toAdd === undefined) return `${written}  wrote   ${printable(config)}, which lists it\n`;
  return `${written}  add     to ${printable(config)}:\n\n${indented(toAdd)}\n\n`;
}

function importLine(from: string): string {
  return `import { ${NAME} } from '${from.slice(0, -extname(from).length)}';\n`;
}

/** With this protocol in its list; undefined of a program of another form. */
function extendedConfig(config: string, from: string): string | undefined {
  const isJson = extname(config) === '.json';
  if (!isJson && !/\.ya?ml$/.test(config)) return extendedProgram(readFileSync(config, 'utf8'), from);
  // Refuses what cannot be understood.
  readDocument(config);
  const document = parseDocument(readFileSync(config, 'utf8'));
  const list = document.get('protocols') ?? undefined;
  if (list === undefined) document.set('protocols', [from]);
  else if (isSeq(list)) list.add(from);
  else throw new UsageError(`${config}: protocols: give a list: [ … ]`);
  return isJson
    ? `${JSON.stringify(document.toJS(), undefined, 2)}\n`
    : document.toString({ singleQuote: true, lineWidth: 0 });
}

function extendedProgram(text: string, from: string): string | undefined {
  const [before, after, more] = text.split(/^export default \{\n/m);
  if (before === undefined || after === undefined || more !== undefined || text.includes('protocols'))
    return undefined;
  return `${before}export default {\n  ${listed(from)}${after}`;
}

function listed(from: string): string {
  return `protocols: ['${from}'],\n`;
}

function write(path: string, text: string): void {
  if (existsSync(path)) throw new UsageError(`there is ${path} already: give another name`);
  tryWrite(path, () => writeFileSync(path, text, { flag: 'wx' }));
}

function tryWrite(path: string, work: () => void): void {
  reportFileErrors(work, (cause) => `cannot write ${path}: ${cause}: go to another folder`);
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `          ${line}`.trimEnd())
    .join('\n');
}
