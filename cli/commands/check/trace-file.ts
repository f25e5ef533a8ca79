/** The file that `wirejig check` is given: which format it has, and what the command line says of it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceLink, TraceMonitorKind, TraceEvent } from '../../../scenarios/monitor/trace/trace-monitor';
import { parseAssignments, parseParameters, pickByName, quoted } from '../../shared/option-values';
import { JOURNAL } from '../../shared/output/folder-claim';
import { eventsOf } from '../../shared/output/journal-file';
import { reportFileErrors, UsageError } from '../../shared/usage-error';
import { analyserTrace } from './traces/analyser-trace';
import { NOTATIONS, type Notation } from './traces/analyser-rows';
import {
  fileBytes,
  memoryBytes,
  type ByteSource,
  isGzip,
  refuseSignature,
  unpackGzip,
} from './traces/byte-source';
import { type Packets, isPcap, pcapPackets } from './traces/capture-packets';
import { captureTrace } from './traces/capture-trace';
import { journalTrace } from './traces/journal-trace';
import { isPcapng, pcapngPackets } from './traces/pcapng-blocks';
import { isStream, type TraceOptions, type TraceSource } from './traces/trace-source';
import type { Direction } from '../../../protocols/chunk';
import { micros } from '../../../protocols/time';
import type { CheckRequest } from './command';

/** A text is read as a whole; a capture file and a journal are not. */
const MOST_BYTES = 1 << 28;
const HEAD_BYTES = 8;

/** Throws {@link UsageError} where the file is no trace, or the request does not fit it. */
export function readSource(request: CheckRequest, kind: TraceMonitorKind): TraceSource {
  const source = readFormat(request, kind);
  if (source.wires !== undefined && kind.frames === undefined)
    throw new UsageError(
      isStream(kind.links)
        ? `${kind.id} is judged by its times, too: give a recording with times`
        : `${kind.id} is judged by what both sides send: give a recording of both, each on its own wire`,
    );
  return request.fromReset === true ? { ...source, fresh: true } : source;
}

function readFormat(request: CheckRequest, { id, links, parameters }: TraceMonitorKind): TraceSource {
  const file = pathOf(request.path);
  const values = parseParameters([{ id, parameters }], parseAssignments(request.params)).get(id) ?? {};
  const options: TraceOptions = {
    suite: id,
    links: nameLinks(links, request.link, values['baud']),
    host: request.host,
    board: request.board,
    samplerate: parseSamplerate(request.samplerate),
    notation: parseNotation(request.notation),
  };
  const journal = (): TraceSource => {
    refuseColumns(request, 'a journal');
    // What is no regular file, as a pipe, can be read once only.
    return journalTrace(statSync(file).isFile() ? eventsOf(file) : [...eventsOf(file)], options);
  };
  // Journals are read line by line, not as a whole.
  if (file.endsWith('.jsonl') && request.raw !== true) return journal();
  const { source, damage } = unpack(file);
  if (request.raw === true) return withDamage(rawTrace(textBytes(source, file), options), damage);
  const head = readTraceFile(file, () => firstBytes(source, HEAD_BYTES));
  refuseSignature(head, file);
  const capture = captureReader(head);
  if (capture !== undefined) {
    refuseColumns(request, 'a capture file');
    return withDamage(
      readTraceFile(file, () => captureTrace(source, capture, options)),
      damage,
    );
  }
  const text = new TextDecoder().decode(textBytes(source, file));
  if (text.trim() === '') throw new UsageError(`${file} is empty: give a journal, a pcapng file or a CSV`);
  if (text.includes('\0'))
    throw new UsageError(`${file} is not text, or is in UTF-16: save it in UTF-8, or read bytes with --raw`);
  if (!text.startsWith('{')) return withDamage(analyserTrace(text, options), damage);
  if (isGzip(readTraceFile(file, () => firstBytes(bytesOf(file), HEAD_BYTES))))
    throw new UsageError(`${file} is a packed journal: unpack it (gunzip)`);
  return journal();
}

function textBytes(source: ByteSource, file: string): Buffer {
  const bytes = readTraceFile(file, () => firstBytes(source, MOST_BYTES + 1));
  if (bytes.length > MOST_BYTES)
    throw new UsageError(`${file} has more than ${MOST_BYTES >> 20} MiB: cut it into parts`);
  return bytes;
}

function captureReader(head: Buffer): ((file: ByteSource) => Packets) | undefined {
  if (isPcapng(head)) return pcapngPackets;
  return isPcap(head) ? pcapPackets : undefined;
}

function withDamage(source: TraceSource, damage: string | undefined): TraceSource {
  return damage === undefined ? source : { ...source, damage };
}

/** The bytes of the file, unpacked where it is packed by gzip. `damage`: it is cut off. */
function unpack(file: string): { readonly source: ByteSource; readonly damage?: string } {
  const source = readTraceFile(file, () => bytesOf(file));
  if (!isGzip(readTraceFile(file, () => firstBytes(source, HEAD_BYTES)))) return { source };
  const packed = readTraceFile(file, () => firstBytes(source, MOST_BYTES + 1));
  if (packed.length > MOST_BYTES) throw tooLong(file);
  const { bytes, damage } = unpackGzip(packed, MOST_BYTES) ?? {};
  if (bytes === undefined) throw tooLong(file);
  return { source: memoryBytes(bytes), ...(damage === undefined ? {} : { damage }) };
}

function tooLong(file: string): UsageError {
  return new UsageError(`${file} has more than ${MOST_BYTES >> 20} MiB unpacked: unpack it (gunzip)`);
}

function refuseColumns(request: CheckRequest, what: string): void {
  const given = (['host', 'board', 'samplerate', 'notation'] as const).find(
    (name) => request[name] !== undefined,
  );
  if (given !== undefined) throw new UsageError(`--${given} is for a CSV, and this is ${what}: leave it out`);
}

/** What is no regular file, as a pipe, can be read once only. */
function bytesOf(file: string): ByteSource {
  return statSync(file).isFile() ? fileBytes(file) : memoryBytes(readFileSync(file));
}

function firstBytes(source: ByteSource, most: number): Buffer {
  const open = source();
  try {
    return open.read(0, Math.min(most, open.length));
  } finally {
    open.close();
  }
}

function readTraceFile<T>(file: string, read: () => T): T {
  return reportFileErrors(
    read,
    (cause) => `cannot read ${file}: ${cause}: give a journal, a pcapng file or a CSV`,
  );
}

/** `NAME` for the link of a protocol with one, `scanner=NAME,console=NAME` for several. The parameter baud is for one link only. */
function nameLinks(
  links: readonly TraceLink[],
  given: string | undefined,
  baud: number | string | undefined,
): TraceOptions['links'] {
  if (links.length === 1)
    return links.map((link) => ({
      ...link,
      baud: Number(baud ?? link.baud),
      ...(given === undefined ? {} : { called: given }),
    }));
  const names = parseAssignments(given === undefined ? [] : given.split(','));
  for (const name of names.keys()) pickByName(links, (link) => link.name, name, 'link', 'there are');
  return links.map((link) => {
    const called = names.get(link.name);
    return called === undefined ? link : { ...link, called };
  });
}

/** The file: of a directory, its journal. */
export function pathOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(`no trace at ${path}: give a journal, a pcapng file or a CSV`);
  if (!found.isDirectory()) return path;
  const file = join(path, JOURNAL);
  if (!existsSync(file))
    throw new UsageError(`no ${JOURNAL} in ${path}: give the --out DIR of a run, or a trace file`);
  return file;
}

function parseSamplerate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, prefix = ''] = /^(\d+(?:\.\d+)?(?:e\d+)?)\s*([kMG]?)(?:Hz)?$/i.exec(text) ?? [];
  const rate = Number(count) * ({ k: 1e3, m: 1e6, g: 1e9 }[prefix.toLowerCase()] ?? 1);
  if (!(rate > 0)) throw new UsageError(`--samplerate ${quoted(text)} is not a rate: give 1000000 or 1MHz`);
  return rate;
}

function parseNotation(text: string | undefined): Notation | undefined {
  return text === undefined
    ? undefined
    : pickByName(NOTATIONS, (name) => name, text, 'notation', 'there are');
}

const CHUNK_BYTES = 256;
const NO_TIME = micros(0);

/** Throws {@link UsageError} where the options do not say who sent the bytes. */
function rawTrace(bytes: Buffer, { links, host, board, suite }: TraceOptions): TraceSource {
  if ((host === undefined) === (board === undefined))
    throw new UsageError('bytes without times are of one side: give --raw --board, or --raw --host');
  const direction: Direction = board === undefined ? 'tx' : 'rx';
  const link = links.find(({ wire = direction }) => wire === direction);
  if (link === undefined) throw new UsageError(`${suite} has no link that a wire could be`);
  const times = { notBefore: NO_TIME, notAfter: NO_TIME, lastNotBefore: NO_TIME };
  const events = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at): TraceEvent => {
    const part = Uint8Array.from(bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
    return { kind: 'chunk', link: link.name, chunk: { direction, bytes: part, ...times }, omittedBytes: 0 };
  });
  return {
    events,
    fresh: false,
    exact: true,
    recordsResets: false,
    wires: { recorded: direction, hasTimes: false },
  };
}
