import { micros, millis } from '../time';
import { listen, recipeStep, send, type FuzzStep } from '../../scenarios/player/step';
import { reproduce } from '../../scenarios/fuzz/execution/reproduce';
import { virtualContext } from '../../scenarios/fuzz/testing/virtual-context';

const type = (text: string): FuzzStep => send('main', Buffer.from(text, 'latin1'));

test('a sound board is not blamed if a name holds ESC and a computer plays too: the owner of a prompt may be unreadable', async () => {
  const { rig, session } = virtualContext('chinese-ten');
  const steps = [
    ...[type('1'), type('2'), listen(millis(7000)), type('1'), type('\u001b\r')],
    ...[recipeStep('main', 'good 2757'), recipeStep('main', 'good 1'), recipeStep('main', 'good 2')],
  ];
  for (let unit = 2400; unit < 2430; unit++) {
    rig.begin(unit);
    for (let n = 0; n < 4; n++) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
  }
});

test('a key at the end of a refusal may be read at the next prompt, before its first output', async () => {
  const { rig, session } = virtualContext('chinese-ten');
  rig.begin(8416);
  for (let gap = 1900; gap < 2100; gap += 15) {
    const between = [
      send('main', Buffer.from('~'), millis(1000)),
      send('main', Buffer.from('Z'), micros(gap)),
    ];
    const steps = [type('1'), type('\u00ff'), ...between];
    expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
  }
});

test('a key while the menu is drawn may be read there, and end the program silently', async () => {
  const { rig, session } = virtualContext('chinese-ten');
  rig.begin(1);
  // A key of unknown effect leaves the ranking table; the next key comes with the menu.
  for (let gap = 500; gap < 12_000; gap += 250) {
    const between = [send('main', Buffer.from('Z'), millis(40)), send('main', Buffer.from('Q'), micros(gap))];
    const steps = [type('2'), ...between, type('1'), type('2')];
    expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
  }
});

test('a key while the scoreboard of four is drawn is read after it, a third of a second later', async () => {
  const { rig, session } = virtualContext('chinese-ten');
  const begun = [...'140\r\r\r\r '].map(type);
  const doubts = [
    send('main', Uint8Array.of(0xff), micros(9400)),
    send('main', Uint8Array.of(0), micros(18_800)),
  ];
  for (let keys = 84; keys < 92; keys++) {
    rig.begin(1);
    const game = Array.from({ length: keys }, () => recipeStep('main', 'good 0'));
    const steps = [...begun, ...game, ...doubts, type('1'), type('1')];
    expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
  }
});

test('the first keys after a reset are judged, however late it is', async () => {
  const { rig, session } = virtualContext('chinese-ten+no-players-are-two');
  rig.begin(1);
  for (let n = 0; n < 4; n++)
    expect((await reproduce(rig, session, [type('1'), type('0')])).failure?.requirement).toBe('CT-UI-03');
});
