/** The catalogue of the sample journal: its clauses and scenarios, and its board. */
import type { RequirementRecord, RunStart } from '../../scenarios/record';

const PAGE = `
## Framing and checksum
- STM-FR-01 MUST documented — Every frame the board sends has CRC = CMD ⊕ DATA[0] ⊕ DATA[1] ⊕ …
- STM-FR-02 MUST documented — A complete frame with a wrong CRC is discarded: nothing about the game changes, and exactly one Error (01) is sent.
- STM-FR-03 MUST profile — A frame that stops half-way is discarded once the line has been idle for idleGapMs, and exactly one Error (04) is sent.
- STM-FR-08 MUST profile — The longest frame (Shuffle of 144 tiles, 580 bytes) is accepted.
- STM-FR-10 SHOULD profile — Two requests written back to back without waiting are both answered, in order.
## Timing
- STM-TM-01 MUST profile — An answer starts within responseMs of the request’s last byte.
- STM-TM-02 MUST profile — An Error that the idle gap decides starts no earlier than idleGapMs/2 and no later than idleGapMs + responseMs after the last byte.
- STM-TM-03 MUST documented — The board sends nothing unasked.
- STM-TM-04 SHOULD profile — The bytes of one answer follow each other without a gap above idleGapMs/2.
## Game
- STM-GM-01 MUST documented — Start is answered 01 FF FE and begins a game.
- STM-GM-05 MUST documented — Five shuffles in one game are done; the sixth and later get Error (05) and change nothing.
- STM-GM-06 MUST documented — Shuffling is random.
`;

const requirements = PAGE.split('## ').flatMap((part): RequirementRecord[] => {
  const [group = '', ...lines] = part.trim().split('\n- ');
  return lines.map((line) => {
    const [head = '', text = ''] = line.split(' — ');
    const [id = '', level, origin] = head.split(' ');
    return {
      id,
      level: level === 'MUST' ? 'MUST' : 'SHOULD',
      origin: origin === 'profile' ? 'profile' : 'documented',
      group,
      text,
    };
  });
});

/** `hostile` is added to every text that a board may have influenced. */
export function sampleRunStart(hostile = ''): RunStart {
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
