import { hasTerminal, isPseudoTerminal, isTerminalName, isUsbSerial } from './terminal';

test.each(['/dev/pts/0', '/dev/pts/117', '/dev/ttys007', '/dev/ttys0123'])(
  '%s is a pseudo-terminal: a link to it may be replaced and removed',
  (path) => expect(isTerminalName(path)).toBe(true),
);

test.each(['/dev/ttyS0', '/dev/ttyUSB0', '/dev/cu.usbserial-1', '/dev/ptsx/1', '/etc/passwd', 'COM3', ''])(
  '%j is not: it stays',
  (path) => expect(isTerminalName(path)).toBe(false),
);

test('a link counts as its target, on Linux and on macOS; other devices and missing paths are no pseudo-terminals', () => {
  const leadsTo = (target: string) => isPseudoTerminal('./board', () => target);
  expect(['/dev/pts/7', '/dev/ttys003', '/dev/ttyUSB0', 'COM3'].map(leadsTo)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isPseudoTerminal('/dev/null')).toBe(false);
  expect(isPseudoTerminal('/dev/ttyNOSUCH')).toBe(false);
});

test('a USB serial device may be the board itself: its path is known, also behind a link', () => {
  const leadsTo = (target: string) => isUsbSerial('./board', () => target);
  const targets = ['/dev/ttyACM0', '/dev/cu.usbmodem14101', '/dev/ttyUSB0', '/dev/ttyS0', 'COM3'];
  expect(targets.map(leadsTo)).toEqual([true, true, false, false, false]);
  expect(isUsbSerial('/dev/ttyNOSUCH')).toBe(false);
});

test('without such a device this process has no terminal', () => {
  expect([hasTerminal('/dev/null'), hasTerminal('/no/such/tty')]).toEqual([true, false]);
});
