/** The catalogue of the sample journal: its clauses and scenarios, and its board. */
import type { RequirementRecord, RunStart } from '../../scenarios/record';

const FRAMING = 'Framing and checksum';
const TIMING = 'Timing';
const GAME = 'Game';

function clause(
  id: string,
  group: string,
  text: string,
  level: RequirementRecord['level'] = 'MUST',
  origin: RequirementRecord['origin'] = 'profile',
): RequirementRecord {
  return { id, level, origin, group, text };
}

const requirements: readonly RequirementRecord[] = [
  clause(
    'STM-FR-01',
    FRAMING,
    'Every frame the board sends has CRC = CMD ⊕ DATA[0] ⊕ DATA[1] ⊕ …',
    'MUST',
    'documented',
  ),
  clause(
    'STM-FR-02',
    FRAMING,
    'A complete frame with a wrong CRC is discarded: nothing about the game changes, and exactly one Error (01) is sent.',
    'MUST',
    'documented',
  ),
  clause(
    'STM-FR-03',
    FRAMING,
    'A frame that stops half-way is discarded once the line has been idle for idleGapMs, and exactly one Error (04) is sent.',
  ),
  clause('STM-FR-08', FRAMING, 'The longest frame (Shuffle of 144 tiles, 580 bytes) is accepted.'),
  clause(
    'STM-FR-10',
    FRAMING,
    'Two requests written back to back without waiting are both answered, in order.',
    'SHOULD',
  ),
  clause('STM-TM-01', TIMING, 'An answer starts within responseMs of the request’s last byte.'),
  clause(
    'STM-TM-02',
    TIMING,
    'An Error that the idle gap decides starts no earlier than idleGapMs/2 and no later than idleGapMs + responseMs after the last byte.',
  ),
  clause('STM-TM-03', TIMING, 'The board sends nothing unasked.', 'MUST', 'documented'),
  clause(
    'STM-TM-04',
    TIMING,
    'The bytes of one answer follow each other without a gap above idleGapMs/2.',
    'SHOULD',
  ),
  clause('STM-GM-01', GAME, 'Start is answered 01 FF FE and begins a game.', 'MUST', 'documented'),
  clause(
    'STM-GM-05',
    GAME,
    'Five shuffles in one game are done; the sixth and later get Error (05) and change nothing.',
    'MUST',
    'documented',
  ),
  clause('STM-GM-06', GAME, 'Shuffling is random.', 'MUST', 'documented'),
];

/** `hostile` is added to every text that a board may have influenced. */
export function sampleRunStart(hostile: string): RunStart {
  return {
    type: 'run',
    version: '0.1.0',
    seed: 20_481,
    board: {
      name: 'virtual:stm+crc-ignored',
      kind: 'stm',
      virtual: true,
      defects: ['crc-ignored', 'sixth-shuffle'],
      identity: `STM mahjong 1.4${hostile}`,
      links: [{ name: 'main', url: `virtual:?baud=115200${hostile}` }],
    },
    suites: [
      {
        id: 'stm',
        title: 'STM: mahjong-solitaire logic, CMD/DATA/XOR frames',
        requirements,
        parameters: { baud: 115_200, idleGapMs: 50, responseMs: 100, errorCmd: 0xee },
        scenarios: [
          {
            id: 'stm/checksum',
            title: 'Frames with right and wrong checksums',
            covers: ['STM-FR-01', 'STM-FR-02'],
          },
          { id: 'stm/half-frame', title: 'Frames that stop half-way', covers: ['STM-FR-03', 'STM-TM-02'] },
          {
            id: 'stm/longest',
            title: 'The longest frame, and two at once',
            covers: ['STM-FR-08', 'STM-FR-10', 'STM-TM-04'],
          },
          {
            id: 'stm/games',
            title: 'Games played to their end',
            covers: ['STM-FR-01', 'STM-TM-01', 'STM-GM-01', 'STM-GM-05', 'STM-GM-06'],
          },
          { id: 'stm/silence', title: 'Silence after a reset', covers: ['STM-TM-03'] },
        ],
      },
    ],
    command: 'wirejig run stm --board virtual:stm+crc-ignored --seed 20481',
    platform: 'linux x64, node 20.20.0',
  };
}
