import { heldText, serialFault } from './serial-link';

describe('messages of serialport for a failed open', () => {
  test.each([
    ['Error: Error Resource temporarily unavailable Cannot lock port', '/dev/null', 'busy'],
    ['Opening COM3: Access denied', '/dev/null', process.platform === 'win32' ? 'busy' : 'forbidden'],
    ['Error: Permission denied, cannot open /dev/ttyS0', '/dev/null', 'forbidden'],
    ['Error: No such file or directory, cannot open /dev/ttyNOSUCH', '/dev/ttyNOSUCH', 'missing'],
    ['Error: Inappropriate ioctl for device', __filename, 'invalid'],
    ['Error: Inappropriate ioctl for device setting custom baud rate of 9600', '/dev/null', 'invalid'],
    ['Error: something else', '/dev/null', 'refused'],
    ["the virtual board has no link 'spi'", 'spi', 'missing'],
  ])('%s (%s) is %s', (text, path, fault) => {
    const error = serialFault('uart', path, text);
    expect(error).toMatchObject({ link: 'uart', fault });
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toMatch(/^Error/);
  });
});

test('the programs that hold a port are named, as far as they are known', () => {
  const both = [
    { pid: 7, name: 'minicom' },
    { pid: 8, name: 'cat' },
  ];
  expect(heldText('/dev/ttyUSB0', both)).toBe(
    'port /dev/ttyUSB0 is in use by minicom (pid 7), cat (pid 8): close it there',
  );
  expect(heldText('/dev/ttyUSB0', [])).toMatch(/is in use by another program: close it there \(/);
});
