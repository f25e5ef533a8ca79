/** `wirejig init`: writes a configuration by asking, with what is plugged in as the answers at hand. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyHardware, HARDWARE } from '../../../devices/board/known-hardware';
import { realClock } from '../../../devices/clock/clock';
import { LinkError } from '../../../devices/links/link';
import { openTarget } from '../../../devices/links/link-target';
import { parseLinkUrl } from '../../../devices/links/link-target';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { printable } from '../../../reports/text/printable';
import { protocolIds } from '../../../scenarios/protocols';
import { findConfig, projectFolders } from '../../config/find-config';
import { replaceFile } from '../../shared/output/folder/own-files';
import { parseLinkTarget } from '../../shared/boards/run-target';
import { say, sayJson, warn } from '../../shared/console';
import { checkSuiteName } from '../../shared/find-suite';
import { pickByName } from '../../shared/option-values';
import { Interrupted, openPrompter } from '../../shared/prompter';
import { reportFileErrors, UsageError } from '../../shared/usage-error';
import { DRAFT_FORMATS, draftText, kindOf, likelyDraft, pathFrom, type Draft } from './config-draft';
import type { InitRequest } from './command';

const INTERRUPTED = 130;

/** Resolves with 0, or 130 where the person gave up. Rejects with {@link UsageError}: there is a configuration already. */
export async function initCommand({
  yes,
  force,
  format: asked = 'yaml',
  protocol,
  json,
}: InitRequest): Promise<number> {
  if (protocol !== undefined)
    return (await import('./init-protocol.js')).initProtocol(protocol, json === true);
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
    warn(`wirejig: ${printable(fault)}: wirejig ports --wait shows the port of a board that is plugged in`);
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
  const target = parseLinkUrl('main', portText(port), 115_200);
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
