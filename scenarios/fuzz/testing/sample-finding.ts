/** A finding of the STM suite for tests, with the given fields. */
import type { Finding } from '../triage/finding';

export function sampleFinding(more: Partial<Finding> = {}): Finding {
  return {
    format: 'wirejig-finding',
    version: 1,
    id: 'stm-0a1b2c3d',
    suite: 'stm',
    kind: 'answer',
    title: 'Start: expected Start, saw Reset',
    requirement: 'STM-GM-01',
    level: 'MUST',
    trigger: 'Start',
    due: 'Start',
    cause: 'answer|Start|Start',
    expected: 'Start',
    seen: 'Reset',
    parameters: {},
    from: 'reset',
    steps: [{ link: 'main', hex: '01fffe' }],
    bytes: 3,
    foundBytes: 3,
    history: 0,
    repeats: { shown: 10, tried: 10 },
    count: 1,
    found: { board: 'virtual:stm', seed: 1, case: 7, generator: 'any request' },
    evidence: [],
    ...more,
  };
}
