/** What is certain of no board of the suite, sound or with a defect, and certain of echoes and of boards of another one. */
import { virtualBoard } from '../../../devices/board/virtual-board';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import type { Dialect } from '../../../scenarios/dialect';
import type { Protocol } from '../../../scenarios/protocol';
import { protocols } from '../../../scenarios/protocols';
import type { ChunkRecord } from '../../../scenarios/record';
import { run } from '../../../scenarios/runner/runner';
import { Selection } from '../../../scenarios/runner/selection';
import { echoIn, isCertain, isUnderstood } from './run-misfit';

/** All that passes until a run asks whether the board fits. */
async function untilFirstAnswer({ suite }: Protocol, kind: BoardKind, defects: readonly string[]) {
  const parameters = parametersOf(suite.parameters);
  const passed: ChunkRecord[] = [];
  await run({
    board: virtualBoard({ kind, defects, seed: 1, parameters, unattended: true }),
    suites: [suite],
    parameters: new Map([[suite.id, parameters]]),
    seed: 1,
    version: '0',
    command: '',
    selection: Selection.all,
    signal: new AbortController().signal,
    misfit: () => Promise.resolve('this is enough'),
    emit: (event) => {
      if (event.type === 'chunk') passed.push(event);
    },
  });
  return passed;
}

async function dialectsOf({ suite, dialects }: Protocol): Promise<readonly Dialect[]> {
  return (await dialects?.())?.({ parameters: parametersOf(suite.parameters) }) ?? [];
}

function parametersOf(known: Protocol['suite']['parameters']) {
  return Object.fromEntries(known.map((one) => [one.name, one.default]));
}

test('no built-in board, sound or with any of its defects, is taken for an echo or for another suite’s', async () => {
  const all = await protocols();
  const dialects = new Map(
    await Promise.all(all.map(async (one) => [one.id, await dialectsOf(one)] as const)),
  );
  const wrong: string[] = [];
  let boards = 0;
  for (const protocol of all)
    for (const kind of protocol.boards)
      for (const defect of ['', ...kind.defects.map(({ name }) => name)]) {
        const passed = await untilFirstAnswer(protocol, kind, defect === '' ? [] : [defect]);
        for (const dialect of dialects.get(protocol.id) ?? []) {
          const onLink = passed.filter(({ link }) => link === dialect.link);
          if (!onLink.some(({ direction }) => direction === 'rx')) continue;
          boards++;
          if (echoIn(onLink, dialect)) wrong.push(`${kind.name}+${defect}: an echo`);
          if (isUnderstood(onLink, dialect)) continue;
          for (const [id, others] of dialects)
            if (id !== protocol.id && others.some((one) => one.probe !== undefined && isCertain(onLink, one)))
              wrong.push(`${kind.name}+${defect}: ${id}`);
        }
      }
  expect(wrong).toEqual([]);
  expect(boards).toBeGreaterThan(400);
}, 240_000);

describe('stm', () => {
  const PROBE = '06fff9';
  const ANSWER = 'ee02ec';
  const sent = (hex: string) => ({ direction: 'tx', hex, notAfter: 0 }) as const;
  const came = (...hexes: readonly string[]) =>
    hexes.map((hex) => ({ direction: 'rx', hex, notAfter: 10 }) as const);
  let dialect: Dialect;
  beforeAll(async () => {
    const stm = (await protocols()).find(({ id }) => id === 'stm');
    const [first] = stm === undefined ? [] : await dialectsOf(stm);
    if (first === undefined) throw new Error('stm has no link');
    dialect = first;
  });

  test.each([
    ['all that was sent', [sent(PROBE), ...came('06', 'fff9')]],
    ['each of two writes', [sent(PROBE), ...came(PROBE), sent(PROBE), ...came(PROBE)]],
    ['a write, and a board’s answer', [sent(PROBE), ...came(PROBE, ANSWER)]],
    ['an echo that came before its write had ended', [...came(PROBE), sent(PROBE), ...came(ANSWER)]],
  ])('an echo: %s', (_name, passed) => {
    expect(echoIn(passed, dialect)).toBe(true);
  });

  test.each([
    ['nothing was sent', came(ANSWER)],
    ['all that was sent, twice', [sent(PROBE), ...came(PROBE + PROBE)]],
    ['half of it', [sent(PROBE), ...came('06ff')]],
    ['a write with a changed byte', [sent(PROBE), ...came('06fff8')]],
    ['an answer before it', [sent(PROBE), ...came(ANSWER, PROBE)]],
    ['it and what is no frame', [sent(PROBE), ...came(PROBE, 'ee02ed')]],
    ['one write of two', [sent(PROBE), ...came(PROBE), sent('05fffa'), ...came(ANSWER)]],
    ['an answer alone', [sent(PROBE), ...came(ANSWER)]],
  ])('no echo: %s', (_name, passed) => {
    expect(echoIn(passed, dialect)).toBe(false);
  });

  test('an answer is certain where all of it is frames', () => {
    expect(isCertain(came(ANSWER), dialect)).toBe(true);
    expect(isCertain(came('ee', '02ec'), dialect)).toBe(true);
    for (const hex of ['ee02ed', `00${ANSWER}`, `${ANSWER}00`, 'ee02', ''])
      expect([hex, isCertain(came(hex), dialect)]).toEqual([hex, false]);
  });

  test('a frame with a wrong sum is of the suite', () => {
    expect(isUnderstood(came('ee02ed'), dialect)).toBe(true);
    expect(isUnderstood(came('0102'), dialect)).toBe(false);
  });
});
