/** `wirejig init`: writes a configuration by asking, with what is plugged in as the answers at hand. */
import { existsSync, writeFileSync, readFileSync } from 'node:fs';
import { join, dirname, extname, resolve } from 'node:path';
import { identifyHardware, HARDWARE } from '../../../devices/board/known-hardware';
import { realClock } from '../../../devices/clock/clock';
import { LinkError } from '../../../devices/links/link';
import { openTarget, parseLinkUrl } from '../../../devices/links/link-target';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { printable } from '../../../reports/text/printable';
import { protocolIds } from '../../../scenarios/protocols';
import { findConfig, projectFolders } from '../../config/find-config';
import { replaceFile } from '../../shared/output/own-files';
import { parseLinkTarget } from '../../shared/boards/run-target';
import { say, sayJson, warn, remark } from '../../shared/console';
import { checkSuiteName, pickByName } from '../../shared/option-values';
import { Interrupted, openPrompter } from '../../shared/prompter';
import { reportFileErrors, UsageError, INTERRUPTED } from '../../shared/usage-error';
import { DRAFT_FORMATS, draftText, kindOf, likelyDraft, pathFrom, type Draft } from './config-draft';
import type { InitRequest } from './command';
import { isSeq, parseDocument } from 'yaml';
import { readDocument } from '../../config/config-document';
import { packageText } from '../../shared/program';

/** Resolves with 0, or 130 where the person gave up. Rejects with {@link UsageError}: there is a configuration already. */
export async function initCommand({
  yes,
  force,
  format: asked = 'yaml',
  protocol,
  json,
}: InitRequest): Promise<number> {
  if (protocol !== undefined) return initProtocol(protocol, json === true);
  const format = pickByName(DRAFT_FORMATS, (one) => one, asked, 'format', 'there are');
  const path = join(process.cwd(), `wirejig.config.${format}`);
  const before = findConfig(process.cwd());
  const others =
    before !== undefined && before !== path && before.startsWith(join(process.cwd(), 'wirejig.'));
  if (others) throw new UsageError(`there is ${before} already: edit it, or take it away first`);
  if (existsSync(path) && force !== true)
    throw new UsageError(`there is ${path} already: edit it, or write it anew with --force`);
  const ports = await listPorts().catch(() => []);
  const likely = likelyDraft(ports);
  const draft = yes === true ? likely : await askDraft(likely, ports);
  if (draft === undefined) return INTERRUPTED;
  const fault = yes === true ? await portFault(draft.port) : undefined;
  const text = draftText(draft, format, schemaPath(process.cwd()));
  reportFileErrors(
    () => {
      if (force === true) replaceFile(path, text);
      else writeFileSync(path, text, { flag: 'wx' });
    },
    (cause) => `cannot write ${path}: ${cause}: go to another folder`,
  );
  if (json) sayJson({ path, board: draft.name, suite: draft.suite, kind: draft.kind.name });
  else conclude(path, draft);
  // The file is right once the port is.
  if (fault !== undefined)
    remark(`${fault}: wirejig ports --wait shows the port of a board that is plugged in`);
  return 0;
}

/** From `folder` to the schema in the project's own copy of wirejig; undefined where there is none: an editor would complain. */
function schemaPath(folder: string): string | undefined {
  const found = projectFolders(folder)
    .map((at) => join(at, 'node_modules/wirejig/schemas/config.schema.json'))
    .find((path) => existsSync(path));
  return found === undefined ? undefined : pathFrom(folder, found);
}

function conclude(path: string, { name, suite, kind }: Draft): void {
  say(
    `\n  wrote   ${printable(path)}\n  next    wirejig run ${suite} --board ${name}\n  wiring  ${kind.hint}\n`,
  );
}

/** Why the port cannot be opened now; undefined: it can, or it is no serial port of this machine. */
async function portFault(port: Draft['port']): Promise<string | undefined> {
  const target = parseLinkUrl('main', portText(port));
  if (target.scheme !== 'serial') return undefined;
  try {
    const link = await openTarget('main', target, realClock());
    await link.close();
    return undefined;
  } catch (error) {
    if (error instanceof LinkError) return error.message;
    throw error;
  }
}

/** Asks until each answer will do; undefined where the person gave up. An empty answer is the one in brackets. */
async function askDraft(likely: Draft, ports: readonly PortInfo[]): Promise<Draft | undefined> {
  const prompter = openPrompter('give --yes to ask none');
  try {
    const name = await prompter.ask('A name for the board', likely.name, (text) => {
      if (!/^[A-Za-z][\w-]*$/.test(text))
        throw new UsageError('a name has letters, digits, - and _, and begins with a letter');
      return text;
    });
    let refused: string | undefined;
    const port = await prompter.ask(portQuestion(ports), portText(likely.port), async (text) => {
      const found = parsePort(text, ports);
      const fault = text === refused ? undefined : await portFault(found);
      refused = text;
      if (fault !== undefined) throw new UsageError(`${fault}: give it once more if it is right`);
      return found;
    });
    const kind = await prompter.ask(
      `What is it (${HARDWARE.map((one) => one.name).join(', ')})`,
      kindOf(port).name,
      (text) => pickByName(HARDWARE, (one) => one.name, text, 'kind', 'there are'),
    );
    const suite = await prompter.ask(
      `Which suite (${protocolIds().join(', ')})`,
      kind.suite ?? likely.suite,
      checkSuiteName,
    );
    const operator = await prompter.ask('Is somebody there to be asked for help (yes, no)', 'yes', (text) => {
      if (!/^(y|yes|n|no)$/i.test(text)) throw new UsageError('answer yes or no');
      return /^y/i.test(text);
    });
    return { name, port, kind, suite, operator };
  } catch (error) {
    if (error instanceof Interrupted) {
      warn('\nwirejig: nothing was written');
      return undefined;
    }
    throw error;
  } finally {
    prompter.close();
  }
}

function portQuestion(ports: readonly PortInfo[]): string {
  const rows = ports.map((port, i) => {
    const { path, manufacturer, description } = port;
    const like = identifyHardware(port).map(({ kind }) => kind.name);
    const traits = [
      manufacturer,
      description,
      like.length === 0 ? undefined : `looks like ${like.join(' or ')}`,
    ];
    return printable(`  ${i + 1}  ${path}  ${traits.filter((one) => one !== undefined).join(' ')}`.trimEnd());
  });
  return [...rows, 'Its port, by number or path, or a link’s URL'].join('\n');
}

function portText(port: Draft['port']): string {
  return typeof port === 'string' ? port : port.path;
}

function parsePort(text: string, ports: readonly PortInfo[]): Draft['port'] {
  const found = ports.find(({ path }, i) => path === text || String(i + 1) === text);
  if (found !== undefined) return found;
  if (/^\d+$/.test(text))
    throw new UsageError(
      ports.length === 0
        ? 'no port is plugged in: give its path'
        : `there is no port ${text}: give a number from the list, or its path`,
    );
  const named = /^tty\w+$/.exec(text)?.[0];
  if (named !== undefined && !existsSync(named)) throw new UsageError(`give the whole path: /dev/${named}`);
  parseLinkTarget('it', text, { baud: 115_200 });
  return text;
}

const NAME = 'oven';
const DEFAULT_FILE = 'protocol.ts';
const EXAMPLE = 'cli/commands/init/example/protocol.ts';

/**
 *  `wirejig init --protocol`: an example of a protocol of one's own, and the configuration that lists it.
 * Writes over nothing: a configuration that is data, or a program as init writes it, gets one more entry; any other program is left to
 * its author.
 * Throws {@link UsageError} where `file` is there already, or cannot be written.
 */
function initProtocol(file: string, json: boolean): number {
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
