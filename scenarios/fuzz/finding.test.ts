import { readFinding, stepsOf, writeFinding } from './finding';
import { sampleFinding } from './sample-finding';

const FINDING = sampleFinding({
  parameters: { idleGapMs: 50 },
  steps: [
    { link: 'main', hex: '01ff', note: 'Start' },
    { link: 'main', hex: 'fe', gapUs: 20_000 },
    { listenUs: 500 },
    { present: 'ean13', hex: '31' },
  ],
});

function refusal(text: string): string {
  try {
    readFinding(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

test('what is written is read back, and its steps are what was sent', () => {
  expect(readFinding(writeFinding(FINDING))).toEqual(FINDING);
  expect(stepsOf(FINDING.steps)).toEqual([
    { kind: 'send', link: 'main', bytes: Uint8Array.of(0x01, 0xff) },
    { kind: 'send', link: 'main', bytes: Uint8Array.of(0xfe), gap: 20_000 },
    { kind: 'listen', span: 500 },
    { kind: 'present', symbology: 'ean13', bytes: Uint8Array.of(0x31) },
  ]);
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'not at all', /no JSON/],
  ['another file', '{"format":"else"}', /no finding: format/],
  ['no steps', JSON.stringify({ ...FINDING, steps: undefined }), /steps/],
  ['half a byte', JSON.stringify({ ...FINDING, steps: [{ link: 'main', hex: '0' }] }), /steps\.0/],
  ['a path for an id', JSON.stringify({ ...FINDING, id: '../../etc/passwd' }), /id/],
  ['a later version', JSON.stringify({ ...FINDING, version: 2 }), /version/],
])('%s is refused in one line', (_name, text, says) => {
  expect(refusal(text)).toMatch(says);
  expect(refusal(text)).not.toContain('\n');
});
