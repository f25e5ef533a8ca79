import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, millis } from '../../protocols/time';
import { realBoard } from './real-board';
import { virtualBoard } from './virtual-board';
import type { BoardKind, VirtualBoard } from '../virtual/engine/board';

/** A board that sends each code that it reads. `blind`: it reads no codes. */
function echo(blind: boolean): BoardKind {
  const shown: Uint8Array[] = [];
  const board: VirtualBoard = {
    receive: () => undefined,
    wakeAt: () => undefined,
    poll: () => shown.splice(0).map((bytes) => ({ link: 'main', bytes })),
    reset: () => undefined,
  };
  const reader = { present: (_symbology: string, payload: Uint8Array) => void shown.push(payload) };
  const create = () => (blind ? board : { ...board, ...reader });
  const links = [{ name: 'main', baud: 9600 }];
  return { name: 'echo', title: 'Echo', suite: 'echo', links, defects: [], create };
}

function virtual(blind: boolean) {
  return virtualBoard({ kind: echo(blind), defects: [], seed: 1, parameters: {} });
}

describe('a virtual board', () => {
  test('that reads codes sends a presented code on its link', async () => {
    const board = virtual(false);
    await board.open();
    await board.stimulus?.present('qr', Uint8Array.of(1, 2));
    const chunk = await board.link('main').receive(after(board.clock.now(), millis(10)));
    expect(chunk?.bytes[0]).toBe(1);
    await board.close();
  });

  test('that reads no codes has no stimulus', () => {
    expect(virtual(true).stimulus).toBeUndefined();
  });
});

describe('a real board', () => {
  const stimulusOf = (command?: string) =>
    realBoard({
      name: 'real',
      kind: 'scanner',
      targets: new Map(),
      ...(command === undefined ? {} : { stimulus: { way: 'cmd', command } }),
    }).stimulus;

  test('without a recipe has no stimulus', () => {
    expect(stimulusOf()).toBeUndefined();
  });

  test('with a command runs it with symbology and hex as separate words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stimulus-'));
    const file = join(folder, 'shown');
    const stimulus = stimulusOf(`printf '<%s>' {symbology} {hex} end > ${file}`);
    await stimulus?.present('datamatrix', Uint8Array.of(0x0d, 0xff));
    expect(readFileSync(file, 'utf8')).toBe('<datamatrix><0dff><end>');
    await stimulus?.present('ean13', new Uint8Array());
    expect(readFileSync(file, 'utf8')).toBe('<ean13><><end>');
    rmSync(folder, { recursive: true });
  });

  test('reports the output of a command that fails', async () => {
    const failing = stimulusOf('printf "no\\n display\\n" >&2; exit 3');
    await expect(failing?.present('qr', Uint8Array.of(1))).rejects.toThrow(
      /stimulus command.*3: no \/ display$/,
    );
  });
});
