/** Helpers for defects: each replaces a step of the firmware. */
import {
  millis,
  type DescribedDefect,
  type FirmwareSteps,
  type FrameEvent,
  type Ruling,
} from '../../../api/index';
import { requests, type Answer, type Request, type Tile } from '../message';
import { follow, type Game } from '../rules';
import { StmState, type Reject } from '../rulings';

type Values = Readonly<Record<'baud' | 'errorCmd' | 'idleGapMs' | 'responseMs', number>>;
export type Change = DescribedDefect<Request, Answer, StmState, Values>['change'];

export type Changes = Readonly<Record<string, Change>>;
type Steps = FirmwareSteps<Request, Answer, StmState>;
type StmRuling = Ruling<Answer, StmState>;

/** The game after a turn, and the answer. */
export interface Turn {
  readonly game: Game;
  readonly answer: Answer;
}

type RequestOf<K extends Request['type']> = Extract<Request, { type: K }>;

function isOf<K extends Request['type']>(request: Request, type: K): request is RequestOf<K> {
  return request.type === type;
}

/** A ruling whose turn is changed, whatever the board draws. */
function changed(ruling: StmRuling, change: (answer: Answer) => Turn): StmRuling {
  const { clause, answer } = ruling;
  if (answer === undefined) return ruling;
  let turn = change(answer);
  return {
    clause,
    answer: turn.answer,
    draw: (random) => (turn = change(ruling.draw?.(random) ?? answer)).answer,
    state: () => new StmState(turn.game),
  };
}

/** Changes a sound board's turn on one kind of request. */
export function onRequest<K extends Request['type']>(
  type: K,
  change: (turn: Turn, game: Game, request: RequestOf<K>) => Turn,
): Change {
  return (sound) => ({
    rule(request, state) {
      const ruling = sound.rule(request, state);
      const { game } = state;
      return isOf(request, type)
        ? changed(ruling, (answer) => change({ answer, game: follow(game, request, answer) }, game, request))
        : ruling;
    },
  });
}

/** As a sound board does it in another game. */
export function asIf(change: (game: Game, request: Request) => Game): Change {
  return (sound) => ({
    rule: (request, state) => sound.rule(request, new StmState(change(state.game, request))),
  });
}

/** Changes the deal of a Shuffle; `sent` is the board in the request. */
export function onDeal(
  change: (tiles: readonly Tile[], sent: readonly Tile[], game: Game) => readonly Tile[],
): Change {
  return onRequest('shuffle', (turn, game, request) => {
    if (turn.answer.type !== 'shuffle') return turn;
    const answer: Answer = { type: 'shuffle', tiles: change(turn.answer.tiles, request.tiles, game) };
    return { answer, game: follow(game, request, answer) };
  });
}

/** The positions of `tiles` with the kinds of `source`, in order. */
export function withKindsOf(tiles: readonly Tile[], source: readonly Tile[]): readonly Tile[] {
  return tiles.map((tile, i) => ({ ...tile, kind: source[i]?.kind ?? tile.kind }));
}

/** Reads rejected bytes as a request; undefined: they stay rejected. */
export function obey(read: (reject: Reject) => Request | undefined): Change {
  return (sound) => ({
    accept: (event) => sound.accept(event) ?? (event.kind === 'reject' ? read(event) : undefined),
  });
}

/** The request in these bytes with some changed; a wrong CRC stays wrong. */
export function readAs(mend: (raw: Uint8Array) => Uint8Array): Change {
  return obey(({ raw }) => {
    const other = Uint8Array.from(mend(raw));
    const last = other.length - 1;
    other[last] = (other[last] ?? 0) ^ xorOf(other) ^ xorOf(raw);
    return decode(other);
  });
}

/** The request in exactly these bytes. */
export function decode(raw: Uint8Array): Request | undefined {
  const read = requests.decode(raw);
  return read.kind === 'frame' ? read.value : undefined;
}

/** Changes what is due to rejected bytes. */
export function onReject(
  change: (ruling: StmRuling, reject: Reject, state: StmState, sound: Steps) => StmRuling,
): Change {
  return (sound) => ({
    refusal: (reject, state) => change(sound.refusal(reject, state), reject, state, sound),
  });
}

/** These bytes get no Error. */
export function ignoring(isIgnored: (reject: Reject) => boolean): Change {
  return onReject((ruling, reject) => (isIgnored(reject) ? { clause: ruling.clause } : ruling));
}

/** Requests that the board loses; it is asked about each event. */
export function losing(makeTest: () => (event: FrameEvent<Request>) => boolean): Change {
  return (sound) => {
    const isLost = makeTest();
    return { accept: (event) => (isLost(event) ? undefined : sound.accept(event)) };
  };
}

/** A request or reject that also lets go of the selected tile. */
export function deselecting(state: StmState): StmState {
  return new StmState({ ...state.game, selected: undefined });
}

/** Changes the bytes of answers. */
export function onEncode(change: (bytes: Uint8Array, answer: Answer) => Uint8Array): Change {
  return (sound) => ({ encode: (answer) => change(sound.encode(answer), answer) });
}

/** Answers such requests in this share of the allowed time. */
export function slow(share: number, isSlow: (request: Request, game: Game) => boolean): Change {
  return (sound, { responseMs }) => {
    let isNextSlow = false;
    return {
      rule(request, state) {
        isNextSlow = isSlow(request, state.game);
        return sound.rule(request, state);
      },
      delay: (ruling, request) =>
        isNextSlow && request !== undefined ? millis(responseMs * share) : sound.delay(ruling, request),
    };
  };
}

export function xorOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum ^ byte, 0);
}

/** The bytes, with the XOR of the first `length` as the last one. */
export function withXorOver(bytes: Uint8Array, length: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1] = xorOf(copy.subarray(0, length));
  return copy;
}

export function samePlace(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}
