/** The clauses of TTT's wire page (README.md), word by word, and its profile parameters. */
import { clauses, type Parameter, type Requirement } from '../requirement';

export const TTT_REQUIREMENTS: readonly Requirement[] = [
  ...clauses('Messages', [
    'TTT-01 MUST documented — every message to a player is one byte out of `0`–`8 S F P W`.',
    'TTT-02 MUST implied — (udp) bytes after the first in a datagram are ignored (also behind an invalid first byte, and behind `J`).',
    'TTT-03 MUST profile — (udp) an empty datagram has no effect: from the player in turn, the opponent and a stranger, also right after a datagram whose byte would be a valid move (50 tried).',
    'TTT-04 MUST documented — an invalid character (all 247 others tried; 245 on udp and serial), an occupied cell, a move out of turn and a move by someone not seated are ignored silently and change nothing.',
    'TTT-05 MUST profile — (tcp) after `F` and `S` the server closes; the message arrives first.',
  ]),
  ...clauses('Rounds', [
    'TTT-10 MUST documented — three in a line (8 lines, each tried for both sides) or nine occupied cells end a round; the board is empty for the next at once, and no result is sent. (PvE: the host avoids lines of its own until the machine has made all 8 and both draws came.)',
    'TTT-12 MUST documented — the turn passes with every accepted move, over the end of a round too.',
  ]),
  ...clauses('Against the machine', [
    'TTT-20 MUST documented — PvE: joining a free game answers `P` on an empty board; a taken game answers `F` to the newcomer alone, and nothing changes for the player.',
    'TTT-21 MUST documented — PvE: every accepted move is answered with exactly one digit: a cell that is empty at that time (after any reset).',
    "TTT-22 MUST implied — PvE: when the player's move ends the round, that digit opens the next one; when the machine's move ends it, the player opens the next.",
    'TTT-23 MUST documented — PvE: leaving empties the board; `W` is never sent.',
    "TTT-24 SHOULD documented — PvE: the machine's cell is random: over 64 joins with the same first cell at least 4 of the 8 answers occur.",
  ]),
  ...clauses('Two players', [
    'TTT-30 MUST documented — PvP: the first to join gets `W`, the second `P` (and the first nothing), any other `F`, without effect on those seated.',
    'TTT-31 MUST documented — PvP: the second to join moves first in the first round.',
    'TTT-32 MUST documented — PvP: an accepted move reaches the opponent alone, exactly once, the round-ending one too.',
    'TTT-33 MUST documented — PvP: when either leaves, the other becomes the first and gets one `W`, the board is empty, and the next to join gets `P` and opens.',
    'TTT-34 MUST documented — PvP: when a lone player leaves nothing is sent, and the next to join gets `W`.',
    'TTT-35 MUST profile — both games: someone not seated who leaves changes nothing (tcp: closing after `F`).',
  ]),
  ...clauses('Shut down and endurance', [
    "TTT-40 MUST documented — shut down: every seated player gets exactly one `S`, then nothing for 200 ms, and nobody else gets anything. (By the board's reset recipe, which shuts the game down and begins a fresh one.)",
    'TTT-41 MUST profile — no input stops the server: 100 000 random bytes (everyone leaves first; udp paced, a lost datagram is no failure), 200 times join and leave, then a normal game.',
    'TTT-42 MUST implied — (tcp, serial) any cutting of the stream into chunks gives the same answers (chunks mix invalid bytes, moves and, on serial, `J` and `Q`).',
  ]),
  ...clauses('Timing', [
    'TTT-TM-01 SHOULD profile — answers to joins and accepted moves start within `responseMs` 50, median of at least 10.',
  ]),
];

export const TTT_PARAMETERS: readonly Parameter[] = [
  { name: 'game', text: 'Which game the board serves.', default: 'ttt-pve', choices: ['ttt-pve', 'ttt-pvp'] },
  {
    name: 'settleMs',
    unit: 'ms',
    text: 'Wait before input on another link, where no order holds.',
    default: 50,
    min: 0,
    max: 60000,
  },
  {
    name: 'responseMs',
    unit: 'ms',
    text: 'Answers to joins and accepted moves start within this (TTT-TM-01).',
    default: 50,
    min: 1,
    max: 60000,
  },
];
