import { isPseudoTerminal, serialFault } from './tty-wire';

describe('what serialport says of a failed open', () => {
  test.each([
    ['Error: Error Resource temporarily unavailable Cannot lock port', '/dev/null', 'busy'],
    ['Opening COM3: Access denied', '/dev/null', 'forbidden'],
    ['Error: Permission denied, cannot open /dev/ttyS0', '/dev/null', 'forbidden'],
    ['Error: No such file or directory, cannot open /dev/ttyNOSUCH', '/dev/ttyNOSUCH', 'missing'],
    ['Error: Inappropriate ioctl for device', __filename, 'invalid'],
    ['Error: something else', '/dev/null', 'refused'],
    ["the virtual board has no link 'spi'", 'spi', 'missing'],
  ])('%s (%s) is %s', (text, path, fault) => {
    const error = serialFault('uart', path, new Error(text));
    expect(error).toMatchObject({ link: 'uart', fault });
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toMatch(/^Error/);
  });
});

test('what is no pseudo-terminal is none, whether it exists or not', () => {
  expect(isPseudoTerminal('/dev/null')).toBe(false);
  expect(isPseudoTerminal('/dev/ttyNOSUCH')).toBe(false);
});
