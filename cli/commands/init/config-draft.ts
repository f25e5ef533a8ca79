/** A configuration of one board, as it is written for a person to go on with. */
import { stringify } from 'yaml';
import { identifyHardware, HARDWARE, type HardwareKind } from '../../../devices/board/known-hardware';
import type { PortInfo } from '../../../devices/ports/port-info';
import { protocolIds } from '../../../scenarios/protocols';
import { asTyped } from '../../shared/program';
import { installedRecipes } from '../../shared/boards/tool-recipes';
import { relative, sep } from 'node:path';

export const DRAFT_FORMATS = ['yaml', 'json', 'ts'] as const;
export type DraftFormat = (typeof DRAFT_FORMATS)[number];

export interface Draft {
  readonly name: string;
  readonly kind: HardwareKind;
  readonly suite: string;
  /** The port it is plugged into, or a link's URL. */
  readonly port: PortInfo | string;
  readonly operator: boolean;
}

export const NO_PORT = '/dev/ttyUSB0';

/** What a machine with these ports would answer by itself: the port that is surest to be a board. */
export function likelyDraft(ports: readonly PortInfo[]): Draft {
  const known = ports.find((port) => identifyHardware(port).length > 0);
  const port = known ?? ports.find(({ vendor }) => vendor !== undefined) ?? ports[0];
  const kind = kindOf(port);
  return {
    name: 'desk',
    kind,
    suite: kind.suite ?? protocolIds()[0] ?? '',
    port: port ?? NO_PORT,
    operator: true,
  };
}

export function pathFrom(folder: string, path: string): string {
  const between = relative(folder, path).split(sep).join('/');
  return between.startsWith('.') ? between : `./${between}`;
}

export function kindOf(port: PortInfo | string | undefined): HardwareKind {
  const generic = HARDWARE.at(-1);
  if (generic === undefined) throw new Error('there are no kinds of hardware');
  if (port === undefined || typeof port === 'string') return generic;
  return identifyHardware(port)[0]?.kind ?? generic;
}

/** By what a port is found again: its USB ids where it has any. */
function portKeys(port: PortInfo | string): object {
  if (typeof port === 'string') return { links: port };
  const { vendor, product, serial, path, stablePath, interface: part } = port;
  if (vendor === undefined || product === undefined) return { match: { path: stablePath ?? path } };
  return {
    match: {
      vendor,
      product,
      ...(serial === undefined ? {} : { serial }),
      ...(part === undefined || part === 0 ? {} : { interface: part }),
    },
  };
}

/** `schema`: the path of its JSON Schema, for editors; undefined: wirejig is not installed here. */
export function draftText(
  { name, kind, suite, port, operator }: Draft,
  format: DraftFormat,
  schema: string | undefined,
): string {
  const boards = { [name]: { kind: kind.name, suite, ...portKeys(port), operator } };
  if (format === 'json') {
    const reference = schema === undefined ? {} : { $schema: schema };
    return `${JSON.stringify({ ...reference, boards }, undefined, 2)}\n`;
  }
  if (format === 'ts') return `${HEADER.map((line) => `// ${line}\n`).join('')}${moduleText({ boards })}`;
  const yaml = stringify({ boards }, { singleQuote: true });
  const modeline = schema === undefined ? [] : [`yaml-language-server: $schema=${schema}`];
  return `${[...modeline, ...HEADER].map((line) => `# ${line}\n`).join('')}${yaml}${furtherKeys()
    .map((line) => `    # ${line}\n`)
    .join('')}`;
}

const HEADER = [asTyped('Boards by name: wirejig run --board NAME')];
function furtherKeys(): readonly string[] {
  const [tool = 'openocd:interface/stlink.cfg,target/stm32f4x.cfg', ...others] = installedRecipes();
  const also = others.length === 0 ? [] : [`               # or one of ${others.join(' ')}`];
  return [
    "reset: 'cmd:…'   # your debugger's reset; or dtr, rts, break, reopen, esp32, or a tool as in flash",
    'image: build/firmware.bin',
    `flash: ${tool}   # a tool or a command, for run --flash and run --watch`,
    ...also,
    'identity: …      # a command that prints the version of the firmware, for the report',
    asTyped('parameters: {}   # wirejig list params shows them'),
  ];
}

function moduleText(content: object): string {
  const plain = JSON.stringify(content, undefined, 2).replaceAll(/^( *)"([A-Za-z]\w*)":/gm, '$1$2:');
  return `export default ${plain};\n`;
}
