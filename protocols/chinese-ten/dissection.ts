/** The dissection of a Chinese Ten console: keys and a screen, as text. */
import { TEXT_FIELD, TEXT_SHOWN } from '../terminal/console-text';
import type { Dissection, Grammar } from '../dissection/dissection';

const TEXT: Grammar = {
  frame: [{ kind: 'rest', name: TEXT_FIELD, shown: TEXT_SHOWN, titled: true }],
};

export function chineseTenDissection(): Dissection {
  return {
    id: 'chinese-ten',
    title: 'Chinese Ten',
    links: [{ name: 'main', idleMs: 1000, tx: TEXT, rx: TEXT }],
  };
}
