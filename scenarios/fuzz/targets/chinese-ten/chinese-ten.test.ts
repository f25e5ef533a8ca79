import { millis } from '../../../../protocols/time';
import { listen, madeOf, send, type FuzzStep } from '../../step';
import { tryOut } from '../../trial';
import { twinLab } from '../../twin-lab';

const type = (text: string): FuzzStep => send('main', Buffer.from(text, 'latin1'));

test('a sound board is not blamed where a name holds ESC and a computer plays too: whose prompt stands may not be read', async () => {
  const { rig, session } = twinLab('chinese-ten');
  const steps = [
    ...[type('1'), type('2'), listen(millis(7000)), type('1'), type('\u001b\r')],
    ...[madeOf('main', 'good 2757'), madeOf('main', 'good 1'), madeOf('main', 'good 2')],
  ];
  for (let unit = 2400; unit < 2430; unit++) {
    rig.begin(unit);
    for (let n = 0; n < 4; n++) expect((await tryOut(rig, session, steps)).failure).toBeUndefined();
  }
});
