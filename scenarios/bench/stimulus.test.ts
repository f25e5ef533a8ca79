import { virtualBoard } from '../../devices/board/virtual-board';
import type { BoardKind } from '../../devices/virtual/engine/board';
import type { JournalEvent } from '../record';
import { run } from '../runner/runner';
import { Selection } from '../runner/selection';
import type { Suite } from '../suite';

const READER_SUITE: Suite = {
  id: 'lens',
  title: 'Lens',
  links: [{ name: 'main', baud: 9600 }],
  requirements: [{ id: 'LENS-01', level: 'MUST', origin: 'profile', group: 'Lens', text: 'it sees.' }],
  parameters: [],
  scenarios: [
    {
      id: 'lens/sees',
      title: 'It sees',
      covers: ['LENS-01'],
      needs: ['stimulus'],
      run: async (bench) => {
        await bench.present('code128', Uint8Array.of(0x41, 0x0d));
        bench.check('LENS-01', true, () => ({ title: 'seen' }));
      },
    },
  ],
  probe: () => Promise.resolve(undefined),
};

function kind(hasStimulus: boolean, seen: string[]): BoardKind {
  const present = (symbology: string, payload: Uint8Array): void => {
    seen.push(`${symbology} ${payload.join()}`);
  };
  return {
    name: 'lens',
    title: 'Lens',
    suite: 'lens',
    links: READER_SUITE.links,
    defects: [],
    create: () => ({
      receive: () => undefined,
      wakeAt: () => undefined,
      poll: () => [],
      reset: () => undefined,
      ...(hasStimulus ? { present } : {}),
    }),
  };
}

async function ran(hasStimulus: boolean) {
  const events: JournalEvent[] = [];
  const seen: string[] = [];
  const end = await run({
    board: virtualBoard({ kind: kind(hasStimulus, seen), defects: [], seed: 1, parameters: {} }),
    suites: [READER_SUITE],
    parameters: new Map(),
    seed: 1,
    version: '0',
    command: '',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
  });
  return { verdict: end.verdicts['LENS-01'], events, seen };
}

test('a scenario presents a code, and the journal has it', async () => {
  const { verdict, events, seen } = await ran(true);
  expect(verdict?.verdict).toBe('pass');
  expect(seen).toEqual(['code128 65,13']);
  expect(events).toContainEqual({ type: 'line', at: 0, link: '', event: 'present', detail: 'code128 410d' });
});

test('a scenario that needs codes is skipped on a board without a stimulus, with the reason', async () => {
  const { verdict, seen } = await ran(false);
  expect(verdict?.verdict).toBe('skip');
  expect(verdict?.reason).toContain('--stimulus');
  expect(seen).toEqual([]);
});
