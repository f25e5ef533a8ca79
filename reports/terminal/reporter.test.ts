import { isolateReporters, type Reporter } from './reporter';
import { sampleJournal } from '../testing/sample-journal';

const progress = { suite: 'stm', scenario: 's', done: 0, total: 1, exchanges: 0 };

describe('isolated', () => {
  test('a crash stops no other reporter, is reported once, and the crashed reporter is still ended', () => {
    const calls: string[] = [];
    const crashes: string[] = [];
    const broken: Reporter = {
      name: 'broken',
      onEvent() {
        calls.push('broken');
        throw new Error('disk full');
      },
      end() {
        calls.push('broken end');
        throw new Error('again');
      },
    };
    const whole: Reporter = {
      onEvent: ({ type }) => calls.push(type),
      onProgress: () => calls.push('progress'),
      end: () => calls.push('end'),
    };
    const all = isolateReporters([broken, whole], (name, error) => crashes.push(`${name}: ${String(error)}`));
    for (const event of sampleJournal().slice(0, 2)) all.onEvent(event);
    all.onProgress(progress);
    all.end();
    expect(calls).toEqual(['broken', 'run', 'scenario', 'progress', 'broken end', 'end']);
    expect(crashes).toEqual(['broken: Error: disk full']);
  });

  test('a crash at the end is reported too', () => {
    const crashes: string[] = [];
    const end = (): never => {
      throw new Error('x');
    };
    isolateReporters([{ end }], (name) => crashes.push(name)).end();
    expect(crashes).toEqual(['a reporter']);
  });
});
