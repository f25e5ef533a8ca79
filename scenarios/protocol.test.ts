import type { BoardKind, Defect } from '../devices/virtual/engine/board';
import { defineProtocol, isProtocol, type ProtocolParts } from './protocol';
import { stm as STM_PROTOCOL } from '../protocols/stm/stm';
import type { Scenario, Suite } from './suite';

const { suite, boards } = STM_PROTOCOL;
const [whole] = boards;
const [scenario] = suite.scenarios;
const [requirement] = suite.requirements;
if (whole === undefined || scenario === undefined || requirement === undefined) throw new Error('empty');

// Defects that are looked up by name are not checked.
const { findDefect: _, ...board } = whole;

const withSuite = (change: Partial<Suite>): ProtocolParts => ({ boards, suite: { ...suite, ...change } });
const withScenario = (change: Partial<Scenario>): ProtocolParts =>
  withSuite({ scenarios: [...suite.scenarios, { ...scenario, id: 'stm/another', ...change }] });
const withBoard = (change: Partial<BoardKind>): ProtocolParts => ({
  suite,
  boards: [board, { ...board, name: 'stm-other', ...change }],
});
const defect = (change: Partial<Defect>): Defect => ({
  name: 'a',
  breaks: 'STM-FR-01',
  text: 'A.',
  ...change,
});
const added = suite.scenarios.length;

test('a protocol is known by its suite, and recognised as defined', () => {
  const protocol = defineProtocol({ suite, boards });
  expect([protocol.id, protocol.title]).toEqual(['stm', suite.title]);
  expect([isProtocol(protocol), isProtocol({ ...protocol }), isProtocol(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each<readonly [ProtocolParts, string]>([
  [withSuite({ id: 'My STM' }), "suite.id: 'My STM' is no id: give small letters"],
  [withSuite({ links: [] }), 'suite.links: there is no link'],
  [
    withSuite({ requirements: [...suite.requirements, requirement] }),
    `suite.requirements.${suite.requirements.length}.id: 'STM-FR-01' is there twice`,
  ],
  [
    withSuite({ requirements: [...suite.requirements, { ...requirement, id: 'STM-XX-01' }] }),
    `suite.requirements.${suite.requirements.length}: no scenario covers the clause STM-XX-01`,
  ],
  [withScenario({ id: scenario.id }), `suite.scenarios.${added}.id: '${scenario.id}' is there twice`],
  [
    withScenario({ id: 'crc' }),
    `suite.scenarios.${added}.id: 'crc' is no id of a scenario: it begins with 'stm/'`,
  ],
  [withScenario({ covers: [] }), `suite.scenarios.${added}.covers: the scenario covers no clause`],
  [
    withScenario({ covers: ['STM-FR-01', 'STM-FR-99'] }),
    `suite.scenarios.${added}.covers.1: there is no clause STM-FR-99`,
  ],
  [
    withScenario({ covers: ['STM-FR-01', 'STM-FR-01'] }),
    `suite.scenarios.${added}.covers.1: 'STM-FR-01' is there twice`,
  ],
  [withBoard({ name: 'stm' }), "boards.1.name: 'stm' is there twice"],
  [withBoard({ name: 'stm+x' }), "boards.1.name: 'stm+x' is no name"],
  [withBoard({ suite: 'durak' }), "boards.1.suite: 'durak' is not stm"],
  [withBoard({ links: [] }), 'boards.1.links: there is no link'],
  [withBoard({ defects: [defect({}), defect({})] }), "boards.1.defects.1.name: 'a' is there twice"],
  [withBoard({ defects: [defect({ name: 'A' })] }), "boards.1.defects.0.name: 'A' is no name"],
  [withBoard({ defects: [defect({ breaks: 'X' })] }), 'boards.1.defects.0.breaks: there is no clause X'],
])('parts that do not fit together are refused: case %#', (parts, message) => {
  const refusal = (): string => {
    try {
      return defineProtocol(parts).id;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  expect(refusal()).toContain(message);
  expect(refusal()).not.toContain('\n');
});
