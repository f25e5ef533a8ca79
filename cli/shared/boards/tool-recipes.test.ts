import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../devices/board/user-command';
import { standIns } from '../../testing/programs/stand-ins';
import { cleanUp } from '../../testing/wirejig-process';
import { parseResetRecipe } from '../option-values';
import { flashCommand, installedRecipes } from './tool-recipes';

const PROGRAMS = [
  ...['openocd', 'st-flash', 'STM32_Programmer_CLI', 'JLinkExe', 'probe-rs', 'pyocd', 'esptool', 'avrdude'],
  ...['dfu-util', 'stty', 'sleep', 'picotool'],
];
const programs = standIns(...PROGRAMS);
const ownPath = process.env['PATH'];

beforeAll(() => void (process.env['PATH'] = programs.env['PATH']));
afterAll(() => {
  process.env['PATH'] = ownPath;
  cleanUp();
});

/** What a command line calls. */
async function callsOf(command: string): Promise<readonly string[]> {
  const before = programs.calls().length;
  await runCommand({ what: 'it', command });
  return programs.calls().slice(before);
}

const board = 'desk';
const port = '/dev/ttyACM0';
const OPENOCD = 'openocd -f interface/stlink.cfg -f target/stm32f4x.cfg -c';
const JLINK = '-if SWD -speed 4000 -autoconnect 1 -NoGui 1 -ExitOnError 1';

test.each<[string | readonly string[], string, readonly string[]]>([
  [
    'openocd:interface/stlink.cfg,target/stm32f4x.cfg',
    'fw.elf',
    [`${OPENOCD} program {fw.elf} verify reset exit`],
  ],
  [
    'openocd:interface/stlink.cfg,target/stm32f4x.cfg',
    'my fw.bin',
    [`${OPENOCD} program {my fw.bin} verify reset exit 0x08000000`],
  ],
  ['st-flash', 'fw.bin', ['st-flash --reset write fw.bin 0x08000000']],
  ['st-flash:0x08004000', 'fw.bin', ['st-flash --reset write fw.bin 0x08004000']],
  ['st-flash', 'fw.hex', ['st-flash --reset --format ihex write fw.hex']],
  ['stm32cubeprogrammer', 'fw.elf', ['STM32_Programmer_CLI -c port=SWD -w fw.elf -v -rst']],
  [
    'stm32cubeprogrammer:port=usb1',
    'fw.bin',
    ['STM32_Programmer_CLI -c port=usb1 -w fw.bin 0x08000000 -v -rst'],
  ],
  ['jlink:STM32F405RG', 'fw.hex', [`JLinkExe -device STM32F405RG ${JLINK}`]],
  ['probe-rs:rp2040', 'fw.elf', ['probe-rs download --chip rp2040 fw.elf', 'probe-rs reset --chip rp2040']],
  [
    'probe-rs:rp2040',
    'fw.hex',
    ['probe-rs download --chip rp2040 --binary-format hex fw.hex', 'probe-rs reset --chip rp2040'],
  ],
  ['pyocd:stm32f405rg', 'fw.hex', ['pyocd flash --target stm32f405rg fw.hex']],
  ['esptool', 'fw.bin', [`esptool --port ${port} write_flash 0x10000 fw.bin`]],
  ['avrdude:arduino,m328p', 'fw.hex', [`avrdude -c arduino -p m328p -P ${port} -D -U flash:w:fw.hex`]],
  ['avrdude:usbasp,m328p', 'fw.hex', ['avrdude -c usbasp -p m328p -U flash:w:fw.hex']],
  ['dfu-util', 'fw.dfu', ['dfu-util -a 0 -R -D fw.dfu']],
  ['dfu-util:0x08000000', 'fw.bin', ['dfu-util -a 0 -s 0x08000000:leave -D fw.bin']],
  [
    ['1200bps-touch', 'avrdude:avr109,m32u4'],
    'fw.hex',
    [`stty -F ${port} 1200`, 'sleep 2', `avrdude -c avr109 -p m32u4 -P ${port} -D -U flash:w:fw.hex`],
  ],
  ['picotool', 'fw.uf2', ['picotool load -f -x fw.uf2']],
  ['cmd:picotool info', 'fw.uf2', ['picotool info']],
  ['openocd -f board.cfg -c exit', 'fw.uf2', ['openocd -f board.cfg -c exit']],
])('flash: %s with %s', async (recipe, image, calls) => {
  expect(await callsOf(flashCommand(recipe, { board, image, port }))).toEqual(calls);
});

test.each([
  ['openocd:board.cfg', 'openocd -f board.cfg -c init; reset run; shutdown'],
  ['st-flash', 'st-flash reset'],
  ['stm32cubeprogrammer', 'STM32_Programmer_CLI -c port=SWD -rst'],
  [
    'jlink:STM32F405RG,JTAG,1000',
    'JLinkExe -device STM32F405RG -if JTAG -speed 1000 -autoconnect 1 -NoGui 1 -ExitOnError 1',
  ],
  ['probe-rs:rp2040', 'probe-rs reset --chip rp2040'],
  ['pyocd:rp2040', 'pyocd reset --target rp2040'],
  ['picotool', 'picotool reboot -f'],
])('reset: %s', async (recipe, call) => {
  const read = parseResetRecipe(recipe);
  expect(read.way === 'cmd' && (await callsOf(read.command))).toEqual([call]);
});

test('J-Link gets its commands one a line', async () => {
  const [bin = ''] = programs.env['PATH']?.split(':') ?? [];
  writeFileSync(join(bin, 'JLinkExe'), '#!/bin/sh\nexec cat\n');
  const command = flashCommand('jlink:X', { board, image: 'my fw.bin', port });
  expect(await runCommand({ what: 'it', command })).toBe('r\nloadfile "my fw.bin" 0x08000000\nr\ng\nexit\n');
});

describe('on Windows, whose shell is cmd.exe', () => {
  const own = process.platform;
  beforeAll(() => void Object.defineProperty(process, 'platform', { value: 'win32' }));
  afterAll(() => void Object.defineProperty(process, 'platform', { value: own }));

  test.each([
    [
      'jlink:X',
      String.raw`build\my fw.bin`,
      String.raw`(echo r&& echo loadfile "build\my fw.bin" 0x08000000&& echo r&& echo g&& echo exit) | JLink -device X ${JLINK}`,
    ],
    [
      'openocd:board.cfg',
      String.raw`build\my fw.elf`,
      String.raw`openocd -f board.cfg -c "program {build\my fw.elf} verify reset exit"`,
    ],
    ['pyocd:rp2040', String.raw`build\fw.hex`, String.raw`pyocd flash --target rp2040 build\fw.hex`],
    ['1200bps-touch', 'fw.hex', 'mode COM7 BAUD=1200 && ping -n 3 127.0.0.1'],
  ])('flash: %s with %s', (recipe, image, command) => {
    expect(flashCommand(recipe, { board, image, port: 'COM7' })).toBe(command);
  });

  test('J-Link has another name there', () => {
    expect(installedRecipes(standIns('JLink.exe').env['PATH']?.split(':')[0])).toEqual(['jlink:STM32F405RG']);
  });
});

test('what is missing is named', () => {
  const flash = (recipe: string, known: object) => () => flashCommand(recipe, { board, ...known });
  expect(flash('st-flash', { port })).toThrow(
    'board desk: st-flash needs the firmware: give its path as image',
  );
  expect(flash('st-flash', { image: 'fw.elf' })).toThrow(/cannot flash fw\.elf: give a \.bin or \.hex/);
  expect(flash('dfu-util', { image: 'fw.hex' })).toThrow(/cannot flash fw\.hex: give a \.bin or \.dfu/);
  expect(flash('esptool', { image: 'fw.bin' })).toThrow(/desk: esptool needs a serial port/);
  expect(flash('openocd', { image: 'fw.bin' })).toThrow(/needs to know the target: openocd:interface/);
  expect(() => parseResetRecipe('esptool')).toThrow(/esptool has no reset of its own/);
  expect(() => parseResetRecipe('st-flsh')).toThrow(/is not a reset method: give .*a tool/);
  expect(() => parseResetRecipe('dtr,start=soon')).toThrow(
    /--reset dtr,start 'soon' is not a time: give 90s/,
  );
  expect(parseResetRecipe('dtr,start=2s')).toEqual({ way: 'dtr', start: 2_000_000 });
});

test('esptool is called as it is installed', () => {
  process.env['PATH'] = standIns('esptool.py').env['PATH']?.split(':')[0];
  try {
    expect(flashCommand('esptool', { board, image: 'fw.bin', port })).toMatch(/^esptool\.py --port /);
    expect(installedRecipes()).toEqual(['esptool:0x10000']);
  } finally {
    process.env['PATH'] = programs.env['PATH'];
  }
});

test('the tools that are installed', () => {
  const { env } = standIns('st-flash', 'picotool', 'JLinkExe');
  expect(installedRecipes(env['PATH']?.split(':')[0])).toEqual([
    'st-flash:0x08000000',
    'jlink:STM32F405RG',
    'picotool',
  ]);
});
