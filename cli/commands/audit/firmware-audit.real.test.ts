import { resolveImage } from '../../../devices/emulation/images';
import { stm as STM_PROTOCOL } from '../../../protocols/stm/stm';
import { runAuditCase } from './audit-case';
import type { AuditFinding } from './audit-messages';
import type { Subject } from './audit-row';
import { conclusion, outcomeOf, type ImageRow } from './firmware-audit';

const { kind, defects } = resolveImage(STM_PROTOCOL.boards, 'qemu:stm+crc-ignored');
const [defect] = defects;

function finding(verdict: AuditFinding['verdicts'][string], outcome = 'done'): AuditFinding {
  return { verdicts: { 'STM-FR-02': verdict, 'STM-FR-03': 'pass' }, outcome, duration: 95e6 };
}

function row(image: AuditFinding, model: AuditFinding): ImageRow {
  return rowOf({ kind, defect }, image, model);
}

function sound(image: AuditFinding): ImageRow {
  return rowOf({ kind, defect: undefined }, image, finding('pass'));
}

function rowOf(subject: Subject, image: AuditFinding, model: AuditFinding): ImageRow {
  return { ...subject, image: outcomeOf(subject, image), model: outcomeOf(subject, model) };
}

const SOUND = sound(finding('pass'));
const CAUGHT = row(finding('fail', 'interrupted'), finding('fail'));

test('both kill rates are in one line', async () => {
  const lines = await conclusion([SOUND, CAUGHT]);
  expect(lines.map(({ good }) => good)).toEqual([true]);
  expect(lines[0]?.text).toContain(
    'kill rate 1 of 1 compiled (100.0 %), 1 of the same on the virtual board (100.0 %)',
  );
});

test('a defect that only one side missed is listed', async () => {
  const missed = [row(finding('pass'), finding('fail')), row(finding('fail'), finding('pass'))];
  expect((await conclusion([SOUND, ...missed])).map(({ text }) => text)).toEqual([
    expect.stringContaining('kill rate 1 of 2 compiled (50.0 %), 1 of the same'),
    '≠ qemu:stm+crc-ignored: MISSED on the chip, caught on the virtual board',
    '≠ qemu:stm+crc-ignored: caught on the chip, MISSED on the virtual board',
  ]);
});

test('an inconclusive clause catches no defect and fails no conformant firmware; a failed clause and a lost link fail it', async () => {
  expect(row(finding('inconclusive'), finding('fail')).image.good).toBe(false);
  const runs = [finding('inconclusive'), finding('fail'), finding('pass', 'lost')];
  expect(runs.map((one) => sound(one).image.good)).toEqual([true, false, false]);
  const blamed = await conclusion([sound(finding('fail')), CAUGHT]);
  expect(blamed.at(-1)?.text).toBe('✗ the conformant firmware qemu:stm (conformant) did not pass: STM-FR-02');
});

test('a conformant firmware that is blamed is shown with the bytes of each clause', async () => {
  const found = await runAuditCase({ board: 'virtual:stm+crc-ignored', seed: 1, only: ['STM-FR-02'] });
  const blamed = await conclusion([sound(found)]);
  const [head, ...lines] = blamed.at(-1)?.text.split('\n') ?? [];
  expect(head).toContain('did not pass: STM-FR-02');
  expect(lines[0]).toMatch(/^ {4}STM-FR-02 \S/);
  expect(lines.join('\n')).toMatch(/sent {2}06 FF F8/);
});

test('a defect that shows only in scenarios of other clauses is caught', async () => {
  const asked = { board: 'virtual:stm+no-game-before-content', seed: 1, only: ['STM-FR-07'] };
  expect((await runAuditCase(asked)).verdicts['STM-FR-07']).toBe('pass');
  expect((await runAuditCase({ ...asked, until: 'STM-FR-07' })).verdicts['STM-FR-07']).toBe('fail');
});
