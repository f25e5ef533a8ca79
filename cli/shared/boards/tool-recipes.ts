/**
 * Recipes for `flash:` and `reset:` by the name of a tool, `st-flash` or `openocd:interface/stlink.cfg,target/stm32f4x.cfg`: the
 * command line of each, by the manual of the tool.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { currentSystem } from '../../../devices/platform/system';
import { shellWord } from '../../../reports/text/printable';
import { UsageError } from '../usage-error';

interface FlashContext {
  readonly board: string;
  readonly image?: string | undefined;
  readonly port?: string | undefined;
}

/** A program with its arguments, not quoted yet. */
type Words = readonly string[];
/** `input`: the lines that it reads. */
type Call = Words | { readonly input: Words; readonly call: Words };
type Need = 'image' | 'port' | 'image and port';

interface ToolRecipe {
  /** As it is written, with an example of what follows the colon. */
  readonly example: string;
  readonly program: string;
  /** Of what follows the colon, at commas; without it the tool needs nothing. */
  readonly preset?: Words;
  readonly flash: (own: Words, image: string, port: string) => readonly Call[];
  readonly reset?: (own: Words) => Call;
  /** The endings of the images that it reads; absent: it sees that itself. */
  readonly formats?: Words;
  /** Of the board, to flash it; absent: the image. */
  readonly needs?: Need | ((own: Words) => Need);
}

const FLASH_START = '0x08000000';
/** An image without addresses in it. */
const isRaw = (image: string): boolean => image.endsWith('.bin');
/** They run on the board, at its serial port, and erase page by page. All other programmers erase the chip first. */
const AVR_BOOT_LOADERS: Words = ['arduino', 'wiring', 'avr109', 'butterfly', 'urclock', 'xbee'];
/** It takes what it is not told for ELF. */
const probeRsFormat = (image: string): Words => {
  const ending = /\.(bin|hex|uf2)$/.exec(image)?.[1];
  return ending === undefined ? [] : ['--binary-format', ending];
};
const startOf = (image: string): string => (isRaw(image) ? ` ${FLASH_START}` : '');

const openocd = (own: Words, commands: string): Words => [
  'openocd',
  ...own.flatMap((file) => ['-f', file]),
  '-c',
  commands,
];
const cube = (own: Words, ...rest: Words): Words => ['STM32_Programmer_CLI', '-c', ...own, ...rest];
/** Without a command file its commands come from standard input. */
const jlink = ([device = '', ...more]: Words, commands: Words): Call => ({
  input: [...commands, 'exit'],
  call: [
    isWindows() ? 'JLink' : 'JLinkExe',
    ...['-device', device, '-if', more[0] ?? 'SWD', '-speed', more[1] ?? '4000'],
    ...['-autoconnect', '1', '-NoGui', '1', '-ExitOnError', '1'],
  ],
});
/** The port asks the firmware for its boot loader when it was opened at this rate, and closed. The boot loader takes a while. */
const touch = (port: string): readonly Words[] =>
  isWindows()
    ? [
        ['mode', port, 'BAUD=1200'],
        ['ping', '-n', '3', '127.0.0.1'],
      ]
    : [
        ['stty', currentSystem() === 'macos' ? '-f' : '-F', port, '1200'],
        ['sleep', '2'],
      ];

const TOOLS: Readonly<Record<string, ToolRecipe>> = {
  openocd: {
    example: 'openocd:interface/stlink.cfg,target/stm32f4x.cfg',
    program: 'openocd',
    flash: (own, image) => [openocd(own, `program {${image}} verify reset exit${startOf(image)}`)],
    reset: (own) => openocd(own, 'init; reset run; shutdown'),
  },
  'st-flash': {
    example: `st-flash:${FLASH_START}`,
    program: 'st-flash',
    formats: ['.bin', '.hex'],
    preset: [FLASH_START],
    flash: ([address = ''], image) => [
      isRaw(image)
        ? ['st-flash', '--reset', 'write', image, address]
        : ['st-flash', '--reset', '--format', 'ihex', 'write', image],
    ],
    reset: () => ['st-flash', 'reset'],
  },
  stm32cubeprogrammer: {
    example: 'stm32cubeprogrammer:port=SWD',
    program: 'STM32_Programmer_CLI',
    preset: ['port=SWD'],
    flash: (own, image) => [cube(own, '-w', image, ...(isRaw(image) ? [FLASH_START] : []), '-v', '-rst')],
    reset: (own) => cube(own, '-rst'),
  },
  jlink: {
    example: 'jlink:STM32F405RG',
    program: 'JLink',
    flash: (own, image) => [jlink(own, ['r', `loadfile "${image}"${startOf(image)}`, 'r', 'g'])],
    reset: (own) => jlink(own, ['r', 'g']),
  },
  'probe-rs': {
    example: 'probe-rs:STM32F405RGTx',
    program: 'probe-rs',
    flash: ([chip = ''], image) => [
      ['probe-rs', 'download', '--chip', chip, ...probeRsFormat(image), image],
      ['probe-rs', 'reset', '--chip', chip],
    ],
    reset: ([chip = '']) => ['probe-rs', 'reset', '--chip', chip],
  },
  pyocd: {
    example: 'pyocd:stm32f405rg',
    program: 'pyocd',
    flash: ([target = ''], image) => [['pyocd', 'flash', '--target', target, image]],
    reset: ([target = '']) => ['pyocd', 'reset', '--target', target],
  },
  esptool: {
    example: 'esptool:0x10000',
    program: 'esptool',
    preset: ['0x10000'],
    needs: 'image and port',
    // Before its version 5 it is installed as esptool.py.
    flash: ([address = ''], image, port) => [
      [
        !isInstalled('esptool') && isInstalled('esptool.py') ? 'esptool.py' : 'esptool',
        ...['--port', port, 'write_flash', address, image],
      ],
    ],
  },
  avrdude: {
    example: 'avrdude:arduino,m328p',
    program: 'avrdude',
    needs: ([programmer = '']) => (AVR_BOOT_LOADERS.includes(programmer) ? 'image and port' : 'image'),
    flash: ([programmer = '', part = ''], image, port) => {
      const loader = AVR_BOOT_LOADERS.includes(programmer) ? ['-P', port, '-D'] : [];
      return [['avrdude', '-c', programmer, '-p', part, ...loader, '-U', `flash:w:${image}`]];
    },
  },
  'dfu-util': {
    example: `dfu-util:${FLASH_START}`,
    program: 'dfu-util',
    // It writes any file as it is, addresses and headers too.
    formats: ['.bin', '.dfu'],
    preset: [],
    // With an address it is ST's DFU, whose chip leaves its boot loader for what was written.
    flash: ([address], image) => [
      ['dfu-util', '-a', '0', ...(address === undefined ? ['-R'] : ['-s', `${address}:leave`]), '-D', image],
    ],
  },
  '1200bps-touch': {
    example: '1200bps-touch',
    program: 'stty',
    preset: [],
    needs: 'port',
    flash: (_own, _image, port) => touch(port),
  },
  picotool: {
    example: 'picotool',
    program: 'picotool',
    preset: [],
    flash: (_own, image) => [['picotool', 'load', '-f', '-x', image]],
    reset: () => ['picotool', 'reboot', '-f'],
  },
};

type NamedTool = ToolRecipe & { readonly name: string; readonly own: Words };

/** The tool that a recipe names; undefined: it is a command. Throws {@link UsageError} where what follows the name is missing. */
function toolOf(recipe: string): NamedTool | undefined {
  const [, name = '', rest] = /^([\w-]+)(?::(\S+))?$/.exec(recipe) ?? [];
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool === undefined) return undefined;
  const own = rest?.split(',') ?? tool.preset;
  if (own === undefined) throw new UsageError(`${name} needs to know the target: ${tool.example}`);
  return { ...tool, name, own };
}

export const checkFlashRecipe = (recipe: string): unknown => toolOf(recipe);

/** The command line that flashes a board. Throws {@link UsageError} where the recipe needs what is not known. */
export function flashCommand(recipes: string | Words, { board, image, port }: FlashContext): string {
  return [recipes]
    .flat()
    .map((recipe) => {
      const tool = toolOf(recipe);
      if (tool === undefined) return recipe.replace(/^cmd:/, '');
      const { name, own, flash, needs = 'image' } = tool;
      const need = typeof needs === 'string' ? needs : needs(own);
      if (need.includes('image') && image === undefined)
        throw new UsageError(`board ${board}: ${name} needs the firmware: give its path as image`);
      if (image !== undefined && tool.formats?.some((ending) => image.endsWith(ending)) === false)
        throw new UsageError(
          `board ${board}: ${name} cannot flash ${image}: give a ${tool.formats.join(' or ')} as image`,
        );
      if (need.includes('port') && port === undefined)
        throw new UsageError(
          `board ${board}: ${name} needs a serial port, and there is none among its links`,
        );
      return flash(own, image ?? '', port ?? '')
        .map(shellText)
        .join(' && ');
    })
    .join(' && ');
}

/** The command line of a reset recipe; undefined: it names no tool. */
export function toolReset(recipe: string): string | undefined {
  const tool = toolOf(recipe);
  if (tool === undefined) return undefined;
  const { name, own, reset } = tool;
  if (reset === undefined)
    throw new UsageError(`${name} has no reset of its own: give dtr, rts, esp32 or cmd:COMMAND`);
  return shellText(reset(own));
}

/** The recipes whose programs are on the path, each as it is written. */
export function installedRecipes(path = process.env['PATH'] ?? ''): Words {
  return Object.values(TOOLS)
    .filter(({ program }) => program !== 'stty' && isInstalled(program, path, ['', '.exe', 'Exe', '.py']))
    .map(({ example }) => example);
}

function isInstalled(program: string, path = process.env['PATH'] ?? '', endings = ['', '.exe']): boolean {
  return path
    .split(delimiter)
    .some((folder) => endings.some((ending) => existsSync(join(folder, program + ending))));
}

function isWindows(): boolean {
  return currentSystem() === 'windows';
}

/** For the shell of this system: cmd.exe knows double quotes only, and its echo keeps them. */
function shellText(call: Call): string {
  const word = isWindows() ? (text: string) => (/[\s&|<>^()]/.test(text) ? `"${text}"` : text) : shellWord;
  const text = (words: Words): string => words.map(word).join(' ');
  if (!('input' in call)) return text(call);
  const lines = call.input.map((line) => `echo ${isWindows() ? line : shellWord(line)}`);
  return `(${lines.join('&& ')}) | ${text(call.call)}`;
}
