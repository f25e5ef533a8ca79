/**
 * The frames on the wire with the names that their protocol gives them: bytes of one lane that belong together, however many
 * chunks they came in. A lane whose protocol is not known has none.
 *
 * What frames say is kept once for all that say the same, and bounded: beyond it a frame has its kind alone, or no name. Frames
 * near a failure have their own share.
 */
import type { BytesRecord, FieldRecord } from '../../../scenarios/record';
import { wrongFields } from '../../fault/wrong-fields';
import { ByteBuffer, type WireTrace } from '../../summary/wire-trace';
import type { RunSummary } from '../../summary/summary';
import { messageName } from '../../text/message-name';
import { clip, printable } from '../../text/printable';
import type { Explanation } from './wire-header';

interface FrameEvent {
  readonly raw: Uint8Array;
  readonly error?: {
    readonly code: string;
    readonly offset: number;
    readonly expected?: string;
    readonly message: string;
  };
}

/** Finds and explains the frames of one direction of a link. */
export interface FrameReader {
  decoder(): {
    push(bytes: Uint8Array, at: number): readonly FrameEvent[];
    deadline(): number | undefined;
    tick(now: number): readonly FrameEvent[];
  };
  fields(raw: Uint8Array): readonly FieldRecord[];
}

/** The reader of a suite's link; undefined where nobody knows its protocol. */
export type FrameReaders = (
  suite: string,
  link: string,
  direction: BytesRecord['direction'],
) => FrameReader | undefined;

/** Different frames that are explained, characters of all explanations, and of those with a name alone beyond them. */
const MAX_READ = 5000;
const MAX_EXPLAINED = 300_000;
const MAX_NAMED = 60_000;
const SHOWN_FIELDS = 32;
const TEXT_LENGTH = 80;

/** The frames of one lane, in order: their bytes, and their explanation (its place, from 1; 0: none). */
class LaneFrames {
  readonly lengths = new ByteBuffer();
  readonly explained = new ByteBuffer();
  count = 0;

  add(length: number, explanation: number): void {
    if (length === 0) return;
    this.lengths.pushVarint(length);
    this.explained.pushVarint(explanation);
    this.count += 1;
  }
}

export interface WireFrames {
  /** By lane; undefined: its chunks are not taken apart. */
  readonly lanes: readonly (LaneFrames | undefined)[];
  readonly explanations: readonly Explanation[];
}

/** Says what frames say, each once. */
class Explainer {
  readonly explanations: Explanation[] = [];
  private readonly places = new Map<string, number>();
  private readonly byBytes = new Map<string, number>();
  private size = 0;
  private read = 0;

  place(reader: FrameReader, lane: number, { raw, error }: FrameEvent, nearFailure: boolean): number {
    const hex = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('hex');
    const key = `${lane} ${hex}`;
    const known = this.byBytes.get(key);
    if (known !== undefined) return known;
    const room = (nearFailure ? 2 : 1) * MAX_EXPLAINED - this.size;
    if (room < -MAX_NAMED || (!nearFailure && this.read >= MAX_READ)) return 0;
    this.read += 1;
    const place = this.explain(hex, reader.fields(raw), error, room > 0);
    this.byBytes.set(key, place);
    return place;
  }

  /** Where the lane's protocol changes, the same bytes may say something else. */
  forget(): void {
    this.byBytes.clear();
  }

  private explain(hex: string, fields: readonly FieldRecord[], error: FrameEvent['error'], whole: boolean) {
    const wrong =
      error?.expected === undefined || error.code === 'discarded'
        ? {}
        : { wrong: { offset: error.offset, expected: error.expected } };
    const kind = messageName({ hex, fields });
    const name = error === undefined ? kind : `! ${kind === '' ? 'not a frame' : kind}`;
    if (!whole) return this.keep([name]);
    const faulty = wrongFields({ hex, fields, ...wrong });
    const shown = fields.slice(0, SHOWN_FIELDS).map((field) => {
      const parts = [short(field.name), field.offset, field.length, short(field.meaning ?? '')] as const;
      return faulty.has(field) ? ([...parts, 1] as const) : parts;
    });
    return this.keep([name, short(error?.message ?? ''), shown]);
  }

  private keep(explanation: Explanation): number {
    const text = JSON.stringify(explanation);
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.size += text.length;
    const place = this.explanations.push(explanation);
    this.places.set(text, place);
    return place;
  }
}

const short = (text: string): string => printable(clip(text, TEXT_LENGTH));

/** A lane's decoder at work. Every byte that passed ends in one frame. */
class LaneReader {
  private decoder: ReturnType<FrameReader['decoder']>;
  private pending = 0;

  constructor(
    private readonly reader: FrameReader,
    private readonly lane: number,
    private readonly frames: LaneFrames,
    private readonly explainer: Explainer,
  ) {
    this.decoder = reader.decoder();
  }

  add(
    bytes: Uint8Array,
    left: number,
    [notBefore, notAfter]: readonly [number, number],
    nearFailure: boolean,
  ): void {
    const deadline = this.decoder.deadline();
    if (deadline !== undefined && deadline <= notBefore) this.take(this.decoder.tick(notBefore), nearFailure);
    this.pending += bytes.length;
    this.take(this.decoder.push(bytes, notAfter), nearFailure);
    if (left > 0) this.skip(left);
  }

  /** Bytes that nobody kept end what came before them. */
  skip(bytes: number): void {
    this.frames.add(this.pending + bytes, 0);
    this.pending = 0;
    this.decoder = this.reader.decoder();
  }

  private take(events: readonly FrameEvent[], nearFailure: boolean): void {
    for (const event of events) {
      this.pending -= event.raw.length;
      this.frames.add(event.raw.length, this.explainer.place(this.reader, this.lane, event, nearFailure));
    }
  }
}

function suiteStarts({ suites }: RunSummary): readonly { readonly suite: string; readonly from: number }[] {
  return suites
    .flatMap(({ id, scenarios }) =>
      scenarios.flatMap(({ from }) => (from === undefined ? [] : [{ suite: id, from }])),
    )
    .sort((one, other) => one.from - other.from);
}

/** `order`: the chunks in time. Nothing where no lane can be read. */
export function wireFrames(
  summary: RunSummary,
  { columns, links, count }: WireTrace,
  order: readonly number[] | undefined,
  readers: FrameReaders,
): WireFrames | undefined {
  const known = new Set(summary.suites.map(({ id }) => id));
  const directions = ['tx', 'rx'] as const;
  const lanes = links.flatMap((link) =>
    directions.map((direction) =>
      [...known].some((suite) => readers(suite, link, direction) !== undefined)
        ? new LaneFrames()
        : undefined,
    ),
  );
  if (lanes.every((lane) => lane === undefined)) return undefined;
  const explainer = new Explainer();
  const reading: (LaneReader | undefined)[] = lanes.map(() => undefined);
  const starts = suiteStarts(summary);
  let suite = summary.suites[0]?.id ?? '';
  let next = 0;
  const begin = (): void => {
    for (const reader of reading) reader?.skip(0);
    lanes.forEach((frames, lane) => {
      const reader = readers(suite, links[lane >> 1] ?? '', lane % 2 === 0 ? 'tx' : 'rx');
      reading[lane] =
        frames === undefined || reader === undefined
          ? undefined
          : new LaneReader(reader, lane, frames, explainer);
    });
  };
  begin();
  for (let place = 0; place < count; place++) {
    const index = order?.[place] ?? place;
    const [lane = 0, from = 0, kept = 0] = [columns.lane[index], columns.start[index], columns.kept[index]];
    const [notBefore = 0, notAfter = 0, size = 0] = [
      columns.notBefore[index],
      columns.notAfter[index],
      columns.size[index],
    ];
    for (let start = starts[next]; start !== undefined && start.from <= notBefore; start = starts[++next]) {
      if (start.suite !== suite) explainer.forget();
      suite = start.suite;
      begin();
    }
    const bytes = columns.bytes.view(from, from + kept);
    const reader = reading[lane];
    if (reader === undefined) lanes[lane]?.add(size, 0);
    else reader.add(bytes, size - kept, [notBefore, notAfter], columns.nearFailure[index] === true);
  }
  for (const reader of reading) reader?.skip(0);
  return { lanes, explanations: explainer.explanations };
}
