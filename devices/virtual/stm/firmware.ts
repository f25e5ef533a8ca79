/**
 * The firmware of the virtual STM board, as small steps. A defect changes some of them.
 *
 *     bytes → wrapDecoder → mapEvent → accept → applyRequest | handleReject → encode → write → the line
 */
import { answers, errorOf, requestWire, type Answer, type Request } from '../../../protocols/stm/stm';
import { apply, type Game } from '../../../protocols/stm/rules';
import type { Tile } from '../../../protocols/stm/message';
import type { Decoder, FrameEvent, RejectOf } from '../../../protocols/frame';
import { micros, type Micros } from '../../../protocols/time';
import type { ContentWire } from '../../../protocols/wire/codec';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';

/** The game after a turn, and the answer, if there is one. */
export interface Turn {
  readonly game: Game;
  readonly answer: Answer | undefined;
}

/** Bytes for the line, `pause` after the bytes before them. */
export interface Segment {
  readonly bytes: Uint8Array;
  readonly pause: Micros;
}

/** Bytes that the board sends unasked. */
interface UnsolicitedBytes {
  readonly at: Micros;
  readonly bytes: Uint8Array;
  /** Called when they were sent. */
  readonly onSent: () => void;
}

export interface Profile {
  readonly errorCmd: number;
  readonly idleGap: Micros;
  readonly response: Micros;
  /** The time of one byte on the line. */
  readonly byteTime: Micros;
}

export interface StmFirmware {
  /** The form of a frame, and the allowed values. */
  readonly wire: ContentWire<Request>;
  /** The receiver: bytes to events. */
  readonly wrapDecoder: (decoder: Decoder<Request>) => Decoder<Request>;
  /** The events that the framing makes of an event: it may drop, change or add some. */
  readonly mapEvent: (event: FrameEvent<Request>) => readonly FrameEvent<Request>[];
  /** Whether an event counts while `waiting` answers are in the queue. */
  readonly accept: (event: FrameEvent<Request>, waiting: number) => boolean;
  readonly applyRequest: (game: Game, request: Request) => Turn;
  readonly handleReject: (game: Game, reject: RejectOf<Request>) => Turn;
  /** Deals the kinds anew over the positions. */
  readonly deal: (tiles: readonly Tile[], game: Game) => readonly Tile[];
  readonly encode: (answer: Answer) => Uint8Array;
  readonly write: (bytes: Uint8Array, answer: Answer) => readonly Segment[];
  /** Time from the byte or gap that decides an answer to its first byte; `game` is from before it. */
  readonly delay: (event: FrameEvent<Request>, game: Game) => Micros;
  /** Answers leave in the order of their requests. */
  readonly inOrder: boolean;
  /** The unsolicited bytes on a line that has been idle since `idleSince`. */
  readonly unsolicited: (idleSince: Micros) => UnsolicitedBytes | undefined;
}

/** The context of a defect: parts of its board. */
interface DefectContext {
  readonly profile: Profile;
  readonly random: Random;
  /** The finished firmware, with all its defects. */
  readonly firmware: StmFirmware;
}

export interface StmDefect extends Defect {
  /** The steps that differ from `sound`. Called at each power-on. */
  readonly change: (sound: StmFirmware, context: DefectContext) => Partial<StmFirmware>;
}

export type StmDefects = DefectTable<StmDefect>;

/** Processing takes 0.2 to 2 ms, or less if the profile has a short limit. */
const LEAST_DELAY_US = 200;
const MOST_DELAY_US = 2000;

/** The page's firmware with these defects. */
export function stmFirmware(profile: Profile, random: Random, defects: readonly StmDefect[]): StmFirmware {
  const codec = answers({ errorCmd: profile.errorCmd, idleGap: profile.idleGap });
  const firmware: StmFirmware = {
    wire: requestWire,
    wrapDecoder: (decoder) => decoder,
    mapEvent: (event) => [event],
    accept: () => true,
    applyRequest: (game, request) => apply(game, request, (tiles) => firmware.deal(tiles, game)),
    handleReject: (game, { error }) => {
      const code = errorOf(error.code);
      return { game, answer: code === undefined ? undefined : { type: 'error', code } };
    },
    deal: (tiles) => withKindsOf(tiles, random.shuffle(tiles)),
    encode: (answer) => codec.encode(answer),
    write: (bytes) => [{ bytes, pause: micros(0) }],
    delay: () => micros(random.int(LEAST_DELAY_US, Math.min(MOST_DELAY_US, profile.response / 4))),
    inOrder: true,
    unsolicited: () => undefined,
  };
  return applyDefects(firmware, defects, { profile, random, firmware });
}

/** The positions of `tiles` with the kinds of `source`, in order. */
export function withKindsOf(tiles: readonly Tile[], source: readonly Tile[]): readonly Tile[] {
  return tiles.map((tile, i) => ({ ...tile, kind: source[i]?.kind ?? tile.kind }));
}
