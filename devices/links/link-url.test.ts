import { LinkError } from './link';
import { parseLinkUrl } from './link-target';

function fault(text: string): string {
  try {
    parseLinkUrl('uart', text, 115_200);
  } catch (error) {
    if (error instanceof LinkError && error.fault === 'invalid' && error.link === 'uart')
      return error.message;
    throw error;
  }
  return 'taken';
}

const PLAIN = { baud: 115_200, dataBits: 8, stopBits: 1, parity: 'none', rtscts: false };

test('rfc2217 names a host and a port, and the settings of the far line', () => {
  const url = 'rfc2217://[::1]:2217?baud=9600&hold=1';
  const settings = { ...PLAIN, baud: 9600, hold: 1000 };
  expect(parseLinkUrl('a', url, 115_200)).toEqual({
    scheme: 'rfc2217',
    url,
    host: '::1',
    port: 2217,
    settings,
  });
  expect(parseLinkUrl('a', `${url}&pace=none`, 1)).toMatchObject({ settings: { ...settings, pace: 'none' } });
  expect(parseLinkUrl('a', 'rfc2217://box:1', 9600)).toMatchObject({ settings: { ...PLAIN, baud: 9600 } });
});

test('udp names a host and a port too', () => {
  const url = 'udp://localhost:4000';
  expect(parseLinkUrl('a', url, 115_200)).toEqual({ scheme: 'udp', url, host: 'localhost', port: 4000 });
});

test.each([
  ['/dev/ttyUSB0?echo=remove', 'serial:/dev/ttyUSB0?echo=remove', 'serial'],
  [
    'serial:/dev/ttyUSB0?baud=300&echo=remove&hold=2',
    'serial:/dev/ttyUSB0?baud=300&echo=remove&hold=2',
    'serial',
  ],
  ['tcp://bus:4000?echo=remove', 'tcp://bus:4000?echo=remove', 'tcp'],
  ['rfc2217://bus:4000?echo=remove&baud=300', 'rfc2217://bus:4000?echo=remove&baud=300', 'rfc2217'],
])('%s removes the echo', (text, url, scheme) => {
  expect(parseLinkUrl('bus', text, 115_200)).toMatchObject({ scheme, url, removesEcho: true });
});

describe('a link URL', () => {
  test.each([
    ['/dev/ttyUSB0', { ...PLAIN, path: '/dev/ttyUSB0' }],
    ['COM3', { ...PLAIN, path: 'COM3' }],
    ['serial:/dev/ttyACM0', { ...PLAIN, path: '/dev/ttyACM0' }],
    ['serial:COM12?baud=9600', { ...PLAIN, path: 'COM12', baud: 9600 }],
    [
      'serial:/dev/ttyS0?baud=300&data=7&parity=even&stop=2&flow=rtscts&hold=2',
      { path: '/dev/ttyS0', baud: 300, dataBits: 7, parity: 'even', stopBits: 2, rtscts: true, hold: 2000 },
    ],
  ])('%s is a serial port', (text, settings) => {
    expect(parseLinkUrl('uart', text, 115_200)).toMatchObject({ scheme: 'serial', settings });
  });

  test.each([
    ['tcp://localhost:4000', 'localhost', 4000],
    ['TCP://10.0.0.7:1/', '10.0.0.7', 1],
    ['tcp://[::1]:65535', '::1', 65_535],
  ])('%s is a TCP address', (text, host, port) => {
    expect(parseLinkUrl('uart', text, 115_200)).toEqual({ scheme: 'tcp', url: text, host, port });
  });

  test('exec names a command of the shell', () => {
    const url = 'exec:./game --seed=7 "a:b" | cat';
    const command = './game --seed=7 "a:b" | cat';
    expect(parseLinkUrl('a', url, 115_200)).toEqual({ scheme: 'exec', url, command });
  });

  test.each([
    ['exec:', 'no command named'],
    ['exec: ', 'no command named'],
    ['', 'is empty'],
    ['serial:', 'no port named'],
    ['serial:?baud=9600', 'no port named'],
    ['serial:/dev/x?bauds=9600', "unknown setting 'bauds': known are baud, "],
    ['serial:/dev/x?echo=keep', 'give echo=remove once'],
    ['tcp://localhost:1?echo=remove&echo=remove', 'give echo=remove once'],
    ['udp://localhost:1?echo=remove', 'udp has datagrams'],
    ['serial:/dev/x?baud=fast', "baud is a number from 50 to 12000000, not 'fast'"],
    ['serial:/dev/x?baud=49', 'baud is a number'],
    ['serial:/dev/x?baud=12000001', 'baud is a number'],
    ['serial:/dev/x?baud=', 'baud is a number'],
    ['serial:/dev/x?baud=9600&baud=300', "'baud' is given twice"],
    ['serial:/dev/x?data=9', 'data is a number from 5 to 8'],
    ['serial:/dev/x?stop=3', 'stop is a number from 1 to 2'],
    ['serial:/dev/x?parity=mark', "parity is none, even or odd, not 'mark'"],
    ['serial:/dev/x?flow=xon', "flow is none or rtscts, not 'xon'"],
    ['serial:/dev/x?pace=slow', "pace is line, none or unknown, not 'slow'"],
    ['serial:/dev/x?hold=-1', 'hold is a number from 0 to 1000'],
    ['tcp://localhost', 'is not a TCP address'],
    ['tcp://localhost:0', 'is not a TCP address'],
    ['tcp://localhost:65536', 'is not a TCP address'],
    ['tcp://:4000', 'is not a TCP address'],
    ['tcp://a b:4000', 'is not a TCP address'],
    ['tcp:localhost:4000', 'is not a TCP address'],
    ['udp://localhost:0', 'is not a UDP address'],
    ['rfc2217://localhost', 'is not a RFC2217 address'],
    ['rfc2217://localhost:1?bauds=1', "unknown setting 'bauds'"],
    ['http://localhost', "unknown kind 'http:'"],
  ])('%s: %s', (text, message) => {
    expect(fault(text)).toContain(message);
    expect(fault(text)).toMatch(/^link uart\b[^\n]*$/);
  });
});

test('a description gives the format of a line, and the URL another', () => {
  const format = { baud: 9600, dataBits: 7, parity: 'even', stopBits: 2 } as const;
  expect(parseLinkUrl('a', '/dev/ttyUSB0', format)).toMatchObject({ settings: format });
  expect(parseLinkUrl('a', 'serial:/dev/ttyUSB0?parity=none&data=8', format)).toMatchObject({
    settings: { ...format, dataBits: 8, parity: 'none' },
  });
  expect(parseLinkUrl('a', 'rfc2217://h:1', format)).toMatchObject({ settings: format });
});
