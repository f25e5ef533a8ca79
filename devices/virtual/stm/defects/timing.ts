/** Defects of the times at which the board sends: STM-TM-01 to TM-04. */
import type { Decoder } from '../../../../protocols/frame';
import { CMD, DESCRIPTOR, requestWire, type RejectCode, type Request } from '../../../../protocols/stm/stm';
import { SHUFFLES_PER_GAME, WINNING_PAIRS } from '../../../../protocols/stm/rules';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import type { StmDefects, StmFirmware } from '../firmware';
import { prefilter, isCommand, createReject } from '../hooks';

function isShuffle(raw: Uint8Array): boolean {
  return raw[0] === CMD.shuffle;
}

/** Sends bytes after this silence if `due` holds, then calls `onSent`. */
function speakUnasked(
  bytes: Uint8Array,
  silence: Micros,
  due: () => boolean,
  onSent: () => void,
): Pick<StmFirmware, 'unsolicited'> {
  return {
    unsolicited: (idleSince) =>
      due() ? { at: after(idleSince, silence), bytes, onSent: onSent } : undefined,
  };
}

const BANNER = Uint8Array.from(Buffer.from('STM mahjong v1.2\r\n'));
const PLAYING = Uint8Array.of(CMD.setState, DESCRIPTOR.payload, 0, CMD.setState ^ DESCRIPTOR.payload);
const WON = Uint8Array.of(CMD.setState, DESCRIPTOR.payload, 1, CMD.setState ^ DESCRIPTOR.payload ^ 1);

export const TIMING_DEFECTS: StmDefects = {
  'slow-fifth-shuffle': {
    breaks: 'STM-TM-01',
    text: 'The fifth Shuffle of a game looks for moves before it answers: it takes one and a half times the allowed time.',
    change: (sound, { profile }) => ({
      delay: (event, game) =>
        event.kind === 'frame' && isShuffle(event.raw) && game.shuffles === SHUFFLES_PER_GAME - 1
          ? micros(profile.response * 1.5)
          : sound.delay(event, game),
    }),
  },
  'slow-set-state': {
    breaks: 'STM-TM-01',
    text: 'Set State compares all pairs of the known board: late with more than 100 tiles after five shuffles.',
    change: (sound, { profile }) => ({
      delay: (event, game) =>
        event.raw[0] === CMD.setState && game.shuffles === SHUFFLES_PER_GAME && game.board.size > 100
          ? micros(profile.response * 1.2)
          : sound.delay(event, game),
    }),
  },
  'unknown-command-at-once': {
    breaks: 'STM-TM-02',
    text: 'An unknown command on an idle line gets its Error immediately, not at the gap.',
    change: (sound) => ({
      wrapDecoder: (decoder) =>
        rejectEarly(
          sound.wrapDecoder(decoder),
          'unknown-command',
          ([cmd]) => cmd !== undefined && !isCommand(cmd),
        ),
    }),
  },
  'descriptor-error-at-once': {
    breaks: 'STM-TM-02',
    text: 'A wrong descriptor on an idle line gets its Error immediately, not at the gap.',
    change: (sound) => ({
      wrapDecoder: (decoder) =>
        rejectEarly(sound.wrapDecoder(decoder), 'bad-data', ([cmd, second]) => {
          if (cmd === undefined || second === undefined || !isCommand(cmd)) return false;
          return requestWire.measure(Uint8Array.of(cmd, second), 0, 2) < 0;
        }),
    }),
  },
  'truncated-error-late': {
    breaks: 'STM-TM-02',
    text: 'The Error of a truncated frame comes a whole response time and a fifth after the gap.',
    change: (sound, { profile }) => ({
      delay: (event, game) =>
        event.kind === 'reject' && event.error.code === 'truncated'
          ? micros(profile.response * 1.2)
          : sound.delay(event, game),
    }),
  },
  heartbeat: {
    breaks: 'STM-TM-03',
    text: 'After 1.5 s of silence the board sends its state unasked.',
    change: () =>
      speakUnasked(
        PLAYING,
        millis(1500),
        () => true,
        () => undefined,
      ),
  },
  'boot-banner': {
    breaks: 'STM-TM-03',
    text: 'Half a second after power-on or reset the board sends a line of text.',
    change: () => {
      let wasSent = false;
      return speakUnasked(
        BANNER,
        millis(500),
        () => !wasSent,
        () => (wasSent = true),
      );
    },
  },
  'win-announced': {
    breaks: 'STM-TM-03',
    text: 'Half a second after the 72nd pair the board sends the state won unasked.',
    change: (sound) => {
      let announce = false;
      return {
        applyRequest: (game, request) => {
          const turn = sound.applyRequest(game, request);
          announce = turn.game.pairs === WINNING_PAIRS && game.pairs === WINNING_PAIRS - 1;
          return turn;
        },
        ...speakUnasked(
          WON,
          millis(500),
          () => announce,
          () => (announce = false),
        ),
      };
    },
  },
  'pause-in-long-answers': {
    breaks: 'STM-TM-04',
    text: 'After 64 bytes of an answer the sender sleeps for more than half of the idle gap.',
    change: (sound, { profile }) => ({
      write: (bytes, answer) => {
        if (bytes.length <= 64) return sound.write(bytes, answer);
        const pause = micros(64 * profile.byteTime + 0.7 * profile.idleGap);
        return [...sound.write(bytes.subarray(0, 64), answer), { bytes: bytes.subarray(64), pause }];
      },
    }),
  },
  'pause-before-crc': {
    breaks: 'STM-TM-04',
    text: 'TRUE is sent in time, but its CRC only after more than half of the idle gap.',
    change: (sound, { profile }) => ({
      write: (bytes, answer) => {
        if (answer.type !== 'match' || !answer.result) return sound.write(bytes, answer);
        const pause = micros(2 * profile.byteTime + 0.7 * profile.idleGap);
        return [...sound.write(bytes.subarray(0, 2), answer), { bytes: bytes.subarray(2), pause }];
      },
    }),
  },
};

/** A receiver that rejects bytes with `code` as soon as the first two show it, if nothing is pending before them. */
function rejectEarly(
  inner: Decoder<Request>,
  code: RejectCode,
  refused: (head: readonly number[]) => boolean,
): Decoder<Request> {
  let head: number[] = [];
  let told = false;
  const later = (events: ReturnType<Decoder<Request>['push']>) =>
    events.filter((event) => {
      if (!told || event.kind !== 'reject' || event.error.code !== code) return true;
      told = false;
      return false;
    });
  return prefilter(
    inner,
    (bytes, at) => {
      const ended = later(inner.tick(at));
      if (inner.pending === 0) head = [];
      head.push(...bytes.subarray(0, 2 - head.length));
      const early =
        !told && head.length > 0 && refused(head) ? [createReject(code, bytes.slice(0, 1), at)] : [];
      told ||= early.length > 0;
      return [...ended, ...early, ...later(inner.push(bytes, at))];
    },
    { tick: (now) => later(inner.tick(now)) },
  );
}
