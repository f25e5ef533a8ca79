/** The recipes with the real programs. Each is refused before it reaches a board: there may be one on this machine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../devices/board/user-command';
import { needing, type Tool } from '../../../devices/testing/needed-tools';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { parseResetRecipe } from '../option-values';
import { flashCommand } from './tool-recipes';

// st-flash takes the probe at this place of the bus only.
beforeAll(() => void (process.env['STLINK_DEVICE'] = '99:99'));
afterAll(() => {
  delete process.env['STLINK_DEVICE'];
  cleanUp();
});

const OPENOCD = 'openocd:refused.cfg';

/** A folder with a raw image, and the configuration of a probe that refuses the connection. */
function project(): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'my fw.bin'), Buffer.alloc(64));
  writeFileSync(
    join(cwd, 'refused.cfg'),
    'adapter driver remote_bitbang\nremote_bitbang host 127.0.0.1\nremote_bitbang port 1\ntransport select jtag\n',
  );
  return cwd;
}

describe.each<[Tool, string, string, RegExp]>([
  [
    'openocd',
    OPENOCD,
    'my fw.bin',
    /Connecting to 127\.0\.0\.1:1[^]*Failed to connect[^]*OpenOCD init failed/,
  ],
  ['stlink-tools', 'st-flash', 'my fw.bin', /Couldn't find matched ST-Link devices/],
  ['avrdude', 'avrdude:arduino,m328p', 'fw.hex', /open (port|device) "?\/dev\/no-port/],
  ['dfu-util', 'dfu-util:0x08000000', 'none.bin', /Could not open file none\.bin/],
  ['coreutils', '1200bps-touch', 'fw.hex', /stty: \/dev\/no-port: No such file/],
])('%s', (tool, recipe, image, refusal) => {
  needing(`the recipe ${recipe}`, tool).test(`flash: ${recipe}`, async () => {
    const command = flashCommand(recipe, { board: 'desk', image, port: '/dev/no-port' });
    await expect(runCommand({ what: 'flash', command, folder: project() })).rejects.toThrow(refusal);
  });
});

describe.each<[Tool, string, RegExp]>([
  ['openocd', OPENOCD, /Connecting to 127\.0\.0\.1:1/],
  ['stlink-tools', 'st-flash', /Couldn't find matched ST-Link devices/],
])('%s', (tool, recipe, refusal) => {
  needing(`the recipe ${recipe}`, tool).test(`reset: ${recipe}`, async () => {
    const read = parseResetRecipe(recipe);
    const command = read.way === 'cmd' ? read.command : '';
    await expect(runCommand({ what: 'reset', command, folder: project() })).rejects.toThrow(refusal);
  });
});
