/** Text from a board whose protocol has no text: boot messages and crash messages. */
import { latin1 } from '../bytes';

const CRASH =
  /hard ?fault|panic|guru meditation|backtrace|assert|exception|abort|stack overflow|watchdog|wdt|fatal|core dump/i;
const BOOT = /boot|reset|rst:|power.?on|v\d+\.\d+|version|starting|ready|ets [a-z]{3} /i;
const TEXT = /[\x20-\x7e]{4,}/;

/** The kind of text in these bytes; undefined: neither. */
export function classifyConsoleText(bytes: Uint8Array): 'crash' | 'reboot' | undefined {
  const text = latin1(bytes);
  if (!TEXT.test(text)) return undefined;
  if (CRASH.test(text)) return 'crash';
  return BOOT.test(text) ? 'reboot' : undefined;
}
