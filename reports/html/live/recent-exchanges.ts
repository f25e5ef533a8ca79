/** The last exchanges of a run that goes on, decoded, and its answer times. Both are bounded. */
import type { BytesRecord, ChunkRecord, RunStart } from '../../../scenarios/record';
import type { Answer } from '../../summary/wire-trace';
import type { FrameReader, FrameReaders } from '../evidence/wire-frames';
import { formatInstant } from '../../text/quantity';
import { failingExchangeList } from '../evidence/exchanges';
import { ladder } from '../evidence/ladder';
import { html, type Markup } from '../markup';
import { createLayout, type PageStore } from '../page';

const KEPT_RECORDS = 8;
const KEPT_ANSWERS = 2000;
/** Hex digits of one record. */
const KEPT_HEX = 256;

interface Lane {
  readonly reader: FrameReader;
  readonly decoder: ReturnType<FrameReader['decoder']>;
  pending: number;
  since: number;
  /** The beginning of what is pending. */
  waiting?: BytesRecord;
}

export class RecentExchanges {
  private kept: readonly BytesRecord[] = [];
  answers: Answer[] = [];
  private isNewCase = false;
  private answered = 0;
  private stride = 1;
  private readonly lanes = new Map<string, Lane | undefined>();
  private readonly lastSent = new Map<string, number>();

  constructor(private readonly readers: FrameReaders) {}

  /** The last ones, with what is no whole frame yet. */
  get records(): readonly BytesRecord[] {
    const pending = [...this.lanes.values()].flatMap((lane) =>
      lane === undefined ? [] : pendingRecord(lane),
    );
    return [...this.kept, ...pending]
      .sort((one, other) => one.notBefore - other.notBefore)
      .slice(-KEPT_RECORDS);
  }

  /** What comes next replaces what is shown. */
  beginCase(): void {
    this.isNewCase = true;
  }

  /** Chunks were left out, or another scenario began: what is pending is not part of what comes next. */
  interrupt(): void {
    this.lanes.clear();
    this.lastSent.clear();
  }

  add(chunk: ChunkRecord, suite: string): void {
    if (this.isNewCase) {
      this.isNewCase = false;
      this.kept = [];
      this.interrupt();
    }
    this.measure(chunk);
    const { link, direction, notBefore, notAfter, hex, elided = 0 } = chunk;
    const key = `${link} ${direction}`;
    if (!this.lanes.has(key)) this.lanes.set(key, beginLane(this.readers(suite, link, direction)));
    const lane = this.lanes.get(key);
    if (lane === undefined || elided > 0) {
      this.lanes.delete(key);
      this.keep({ link, direction, notBefore, notAfter, hex, ...(elided > 0 ? { elided } : {}) });
      return;
    }
    const bytes = Buffer.from(hex, 'hex');
    const deadline = lane.decoder.deadline();
    const late = deadline !== undefined && deadline <= notBefore ? lane.decoder.tick(notBefore) : [];
    if (lane.pending === 0 || late.length > 0) lane.since = notBefore;
    lane.pending += bytes.length;
    for (const { raw, error } of [...late, ...lane.decoder.push(bytes, notAfter)]) {
      lane.pending -= raw.length;
      const reject = error === undefined ? {} : { reject: error.message };
      this.keep({
        link,
        direction,
        notBefore: lane.since,
        notAfter,
        hex: Buffer.from(raw).toString('hex'),
        fields: lane.reader.fields(raw.subarray(0, KEPT_HEX / 2)),
        ...reject,
      });
      lane.since = notBefore;
      delete lane.waiting;
    }
    const before = lane.waiting?.hex ?? '';
    const waiting = (before + hex.slice(-2 * lane.pending)).slice(0, Math.min(KEPT_HEX, 2 * lane.pending));
    lane.waiting = { link, direction, notBefore: lane.since, notAfter, hex: waiting };
  }

  private keep(record: BytesRecord): void {
    const beyond = Math.max(0, record.hex.length - KEPT_HEX) / 2 + (record.elided ?? 0);
    const kept = { ...record, hex: record.hex.slice(0, KEPT_HEX), ...(beyond > 0 ? { elided: beyond } : {}) };
    this.kept = [...this.kept.slice(1 - KEPT_RECORDS), kept];
  }

  private measure({ link, direction, notBefore, notAfter }: ChunkRecord): void {
    const sent = this.lastSent.get(link);
    if (direction === 'tx') this.lastSent.set(link, notAfter);
    else if (sent !== undefined) {
      this.lastSent.delete(link);
      // A byte that came before the request's end answers something else.
      if (notBefore <= sent) return;
      this.answered += 1;
      if (this.answered % this.stride > 0) return;
      this.answers.push({ at: notBefore, span: notBefore - sent });
      if (this.answers.length <= KEPT_ANSWERS) return;
      // Every other one, of new ones as of old ones: the whole run stays in sight.
      this.answers = this.answers.filter((_, at) => at % 2 === 1);
      this.stride *= 2;
    }
  }
}

function beginLane(reader: FrameReader | undefined): Lane | undefined {
  return reader === undefined ? undefined : { reader, decoder: reader.decoder(), pending: 0, since: 0 };
}

/** Bytes that the decoder waits with. */
function pendingRecord({ pending, waiting }: Lane): readonly BytesRecord[] {
  if (pending === 0 || waiting === undefined) return [];
  const elided = pending - waiting.hex.length / 2;
  return [elided > 0 ? { ...waiting, elided } : waiting];
}

/** Undefined where there are none. */
export function exchangeSection(
  title: string,
  boardLinks: RunStart['board']['links'] = [],
  { records }: RecentExchanges,
  store: PageStore,
): Markup | undefined {
  const [start] = records;
  if (start === undefined) return undefined;
  const layout = { ...createLayout(store, 'now-'), defer: (markup: Markup) => markup };
  const ids = records.map(() => layout.nextId());
  const links = boardLinks.map(({ name }) => name);
  return html`<section>
    <h2>${title} <small>from ${formatInstant(start.notBefore)}</small></h2>
    <div class="card">
      ${ladder({ records, ids, start, links, gap: undefined, measurement: undefined })}
      <details class="earlier">
        <summary>Their bytes</summary>
        ${failingExchangeList(layout, { records, ids, start: 0, due: undefined })}
      </details>
    </div>
  </section>`;
}
