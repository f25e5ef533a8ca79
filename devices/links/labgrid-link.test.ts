/** The link with a stand-in for labgrid's client: what it prints is what labgrid 0.4 and 23 print. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '../clock/clock';
import type { Link } from './link';
import { openTarget } from './link-target';
import { parseLinkUrl } from './link-target';
import { farPort } from './rfc2217/testing/far-port';

process.stderr.write(
  'not tried: a place of a real labgrid coordinator (Debian 12 has labgrid 0.4.1, which needs crossbar, and no crossbar)\n',
);

let folder: string;
const path = process.env['PATH'];

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'wirejig-labgrid-'))));
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Keeps who has the place in a file, and notes what it was asked. */
function standIn(owner: 'nobody' | 'me' | 'sam', resources: string): void {
  writeFileSync(join(folder, 'owner'), owner);
  writeFileSync(join(folder, 'env'), `targets:\n  desk:\n    resources:\n${resources}`);
  const program = join(folder, 'labgrid-client');
  writeFileSync(
    program,
    `#!/bin/sh
echo "$*" >> ${folder}/asked
owner=$(cat ${folder}/owner)
case $3 in
acquire) [ $owner = nobody ] || { echo "labgrid-client: error: place desk is already acquired by pc/$owner" >&2; exit 1; }
  echo me > ${folder}/owner; echo "acquired place desk";;
env) [ $owner = me ] || { echo "labgrid-client: error: place desk is not acquired by your user, acquired by $owner" >&2; exit 1; }
  cat ${folder}/env;;
release) echo nobody > ${folder}/owner; echo "released place desk";;
esac
`,
  );
  chmodSync(program, 0o755);
  process.env['PATH'] = `${folder}:${path}`;
}

function open(): Promise<Link> {
  return openTarget('main', parseLinkUrl('main', 'labgrid:desk?baud=9600', 115_200), realClock());
}

const owner = (): string => readFileSync(join(folder, 'owner'), 'utf8').trim();
const portText = (port: number): string =>
  `    - USBPowerPort:\n        host: other\n        port: 1\n    - NetworkSerialPort:\n        host: 127.0.0.1\n        port: ${port}\n        speed: 115200\n        protocol: rfc2217\n`;

test.each(['nobody', 'me'] as const)(
  'a place that %s has is used; it is released only if the link acquired it',
  async (before) => {
    const far = await farPort();
    standIn(before, portText(far.port));
    const link = await open();
    expect(owner()).toBe('me');
    await link.send(Uint8Array.of(7));
    expect(await far.data.take(1)).toEqual(Uint8Array.of(7));
    await link.close();
    await link.close();
    await far.close();
    expect(owner()).toBe(before);
  },
);

test('a place of somebody else is refused, and stays theirs', async () => {
  standIn('sam', portText(1));
  await expect(open()).rejects.toMatchObject({
    fault: 'busy',
    message:
      "link main: labgrid gives no place 'desk': labgrid-client: error: place desk is already acquired by pc/sam",
  });
  expect(owner()).toBe('sam');
});

test.each([
  ['no serial port', '    - NetworkPowerPort:\n        host: pdu\n', /exports no serial port/],
  ['a port without RFC 2217', portText(1).replace('rfc2217', 'raw'), /give tcp:\/\/127\.0\.0\.1:1$/],
  ['a port that nobody serves', portText(1), /127\.0\.0\.1:1/],
])('a place with %s is told, and released', async (_what, resources, message) => {
  standIn('nobody', resources);
  await expect(open()).rejects.toThrow(message);
  expect(owner()).toBe('nobody');
});

test('without the client it is said what to install', async () => {
  process.env['PATH'] = folder;
  await expect(open()).rejects.toThrow('link main: there is no labgrid-client: install labgrid');
});
